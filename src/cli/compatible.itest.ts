import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../config/read.ts";
import type { Comparison } from "../model/comparison.ts";
import { Project } from "../testing/project.ts";
import { VERBS } from "./verbs.ts";

// What users have from before the folders and names changed (commit 0162d03) works as it did: a config, a baseline, waivers,
// a page, runs, and the names of everything that their workflows and scripts call.

const ROOT = join(import.meta.dirname, "../..");
const old = (name: string) => readFileSync(join(ROOT, "src/testing/compat", name), "utf8");

let project: Project;

test("a config means what it meant", () => {
  const now = readConfig(old("config.yml"), "steelyard.yml");
  // Where a config does not say, these depend on the load since then; with these values they are what they were.
  const then = { block: 1, stages: 1 };
  const workloads = Object.entries(now.workloads).map(([name, one]) => [
    name,
    { ...one, measure: { ...then, ...one.measure } },
  ]);
  const known = JSON.parse(old("resolved.json"));
  expect({ ...now, workloads: Object.fromEntries(workloads) }).toMatchObject(known);
});

describe("files", () => {
  afterEach(() => project[Symbol.dispose]());
  const shop = () =>
    new Project({
      ".github/steelyard-waivers.yml": old("waivers.yml"),
      "baselines/linux-x64-8c/browse.json": old("baseline.json"),
      "head.json": old("head.run.json"),
      "paired.json": old("paired.run.json"),
    });
  // Beside base a peak of memory is judged by starts since, of which this run has too few: one advisory test less.
  const others = ({ rows, reference }: Comparison) =>
    rows
      .filter(({ metric }) => reference.kind !== "base" || !metric.startsWith("memory_peak"))
      .map((row) => {
        const { kind, evidence } = row;
        return kind === "advisory" && evidence ? { ...row, evidence: { ...evidence, family: null } } : row;
      });
  const verdicts = (of: Comparison) =>
    others(of).map(({ workload, variant, kind, metric, verdict, gates, head, base }) => {
      return [workload, variant, kind, metric, verdict, gates, head?.center, base?.center];
    });

  test.each(["head", "paired"])("a run and its baselines are judged as they were: %s", async (run) => {
    project = shop();
    const before: Comparison = JSON.parse(old(`${run}.comparison.json`));
    const done = await project.run(["compare", `${run}.json`, "--out", "out"]);
    const now: Comparison = project.json("out/comparison.json");
    expect([done.code, now.overall, now.conclusion]).toEqual([
      before.exit,
      before.overall,
      before.conclusion,
    ]);
    expect(verdicts(now)).toEqual(verdicts(before));
    expect(now.waivers?.rows).toEqual(before.waivers?.rows);
    // The looks of a paired run spend half of the level since, and few starts must show a larger change.
    const then = run === "paired" ? { level: null, mde: null } : {};
    const evidence = (of: Comparison) =>
      others(of).map((row) => (row.evidence ? { ...row.evidence, ...then } : row.evidence));
    expect(evidence(now)).toEqual(evidence(before));
  });

  test("a comparison is reported, and a page goes on", async () => {
    project = shop();
    const entry = JSON.parse(old("page-run.json"));
    project.write("comparison.json", old("head.comparison.json"));
    project.write("next.json", old("paired.comparison.json").replaceAll("1".repeat(40), "2".repeat(40)));
    project.write("pages/runs/2026/11/20261121T100500-111111111-68f264837534.json", old("page-run.json"));
    const report = await project.run(["report", "comparison.json", "--out", "out"]);
    expect([report.code, report.out]).toEqual([0, expect.stringContaining("http_req_duration.p50")]);
    const again = await project.run(["site", "comparison.json", "--out", "pages"]);
    expect(again.err + again.out).toContain("1 was there already");
    const next = await project.run(["site", "next.json", "--out", "pages"]);
    expect(next.err + next.out).toContain("1 run added");
    expect(project.json("pages/runs/2026/11/20261121T100500-111111111-68f264837534.json")).toEqual(entry);
  });

  test("a baseline takes another session", async () => {
    project = shop();
    const before = JSON.parse(old("baseline.json"));
    const done = await project.run(["baseline", "head.json", "--allow", "regressed,budget"]);
    expect(done.code, done.err).toBe(0);
    const { sessions } = project.json("baselines/linux-x64-8c/browse.json");
    expect(sessions.slice(0, -1)).toEqual(before.sessions);
  });
});

describe("names", () => {
  const surface = JSON.parse(old("surface.json")) as {
    actions: Record<string, { inputs: Record<string, string | null>; outputs: string[] }>;
    workflows: Record<string, Record<"workflow_call" | "workflow_dispatch" | "outputs", string[]>>;
    verbs: Record<string, string[]>;
  };
  const yaml = (path: string) => parse(readFileSync(join(ROOT, path), "utf8"));

  test.each(Object.entries(surface.actions))(
    "inputs and outputs of %s, with their defaults",
    (path, before) => {
      const { inputs, outputs = {} } = yaml(path);
      const now = Object.entries(inputs as Record<string, { default?: string; required?: boolean }>);
      expect(
        Object.fromEntries(now.map(([name, of]) => [name, of.required ? null : (of.default ?? "")])),
      ).toMatchObject(before.inputs);
      expect(Object.keys(outputs)).toEqual(expect.arrayContaining(before.outputs));
    },
  );

  test.each(Object.entries(surface.workflows))("inputs and outputs of %s", (name, before) => {
    const { on } = yaml(`.github/workflows/${name}`);
    for (const event of ["workflow_call", "workflow_dispatch"] as const)
      expect(Object.keys(on[event]?.inputs ?? {})).toEqual(expect.arrayContaining(before[event]));
    expect(Object.keys(on.workflow_call?.outputs ?? {})).toEqual(expect.arrayContaining(before.outputs));
  });

  test.each(Object.entries(surface.verbs))("flags of %s", (verb, before) => {
    const flags = VERBS.find(({ name }) => name === verb)?.flags.map(({ name }) => `--${name}`);
    expect(flags).toEqual(expect.arrayContaining(before));
  });
});
