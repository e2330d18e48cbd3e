import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { Run } from "../model/run.ts";
import { ROOT } from "./command.ts";
import { lackingLine, linesOf } from "./mapping.ts";
import { SYSTEMS } from "./systems.ts";

// Every item that the four teams recorded by hand is in a cell of a record, filled in from a recorded run of the
// reference system: `npm run demo:full -- --scale 0.05`, then `node src/dev/specimens.ts`.

const PATH = ".github/steelyard.yml";
const config = readConfig(readFileSync(join(ROOT, PATH), "utf8"), PATH);
const README = readFileSync(join(ROOT, "workloads/demo.md"), "utf8");

describe.each(SYSTEMS)("the reference system $profile", ({ profile, record }) => {
  const text = readFileSync(join(ROOT, `src/testing/recorded/systems/${profile}.json`), "utf8");
  const specimen = JSON.parse(text);
  const run = Run.parse({ ...specimen, config: { ...specimen.config, resolved: config } });
  const lines = linesOf(README, record);

  test("is measured by its profile, wholly", () => {
    const only = config.profiles[profile]?.only ?? [];
    const tables = Object.values(config.records[record]?.tables ?? {});
    expect(new Set(tables.flatMap(({ workloads }) => workloads))).toEqual(new Set(only));
    const levels = (run.levels ?? []).flatMap(({ probes }) => probes.flatMap(({ trials }) => trials));
    expect(run.trials.length + levels.length).toBeGreaterThan(0);
    for (const trial of run.trials) expect(trial, trial.workload).toMatchObject({ outcome: "ok" });
    expect(lines.length).toBeGreaterThan(5);
    const named = new Set(lines.map(({ workload }) => workload));
    for (const name of only) expect(named, "a workload that answers nothing").toContain(name);
  });

  test.each(lines)("$what: $workload, $where, $cell", (line) => {
    expect(lackingLine(line, record, config, run)).toBeNull();
  });

  test("a line that is not answered is found out", () => {
    const [first] = lines.filter(
      ({ where, workload }) => workload !== null && where in config.records[record]!.tables,
    );
    const without = (trial: Run["trials"][number]) =>
      trial.outcome === "ok" ? { ...trial, observed: { ...trial.observed, metrics: {} } } : trial;
    const bare = { ...run, trials: run.trials.map(without) };
    const figures = lines.filter(({ cell }) => /^\{(http_req|ws_)\w+\.\w+\}$/.test(cell));
    if (run.trials.length > 0) expect(figures.length).toBeGreaterThan(2); // not of levels alone
    for (const line of figures.filter(({ where }) => where !== "Comment")) {
      expect(lackingLine(line, record, config, bare), line.what).toMatch(/ is "n\/a"$/);
    }
    const wrong = (more: object) => lackingLine({ ...first!, ...more }, record, config, run);
    expect(wrong({ cell: "{nothing.p95}" })).toMatch(/has no cell/);
    expect(wrong({ workload: "nobody" })).toMatch(/has no row of nobody/);
    expect(wrong({ where: "Nowhere" })).toMatch(/has no part/);
    expect(wrong({ where: "Environment", cell: "a gramophone" })).toMatch(/is not in Environment/);
    expect(lackingLine(first!, "nothing", config, run)).toMatch(/no record nothing/);
  });
});
