import { describe, expect, test } from "vitest";
import { userError } from "../../base/errors.ts";
import { Comparison } from "../../model/comparison.ts";
import type { Tree } from "../../model/tree.ts";
import { trialsAt } from "../../testing/comparing.ts";
import { aBaseline, aRun, CLASS } from "../../testing/runs.ts";
import { AS_THE_RULES_SAY } from "./demands.ts";
import { judgement } from "./judgement.ts";
import { rulesAt } from "./rules.ts";

const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts, gate: [http_req_duration.p50] } }
`;
const PLACES = { config: ".github/steelyard.yml", baselines: "baselines" };
const sessions = JSON.stringify(aBaseline({ workload: "browse", sessions: [0.0101, 0.01, 0.0099] }));

const tree = (name: string, files: Record<string, string>): Tree => ({
  name,
  file: async (path) => files[path] ?? null,
  id: async (path) => files[path] ?? null,
  async folder(path) {
    const below = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
    return below.length === 0
      ? null
      : [...new Set(below.map((file) => file.slice(path.length + 1).split("/")[0]!))];
  },
});
const full = {
  [PLACES.config]: CONFIG,
  [`baselines/${CLASS}/browse.json`]: sessions,
  "baselines/README.md": "",
};
const BASE = "b".repeat(40);
const slower = aRun({
  workloads: { browse: { trials: trialsAt(0.03), config: { gate: ["http_req_duration.p50"] } } },
});

const TREES: [what: string, base: Tree | null, tip: Tree, verdict: string, code: string | null][] = [
  ["the merge-base's", tree(BASE, full), tree("main", {}), "regressed", null],
  ["nobody's yet", tree(BASE, {}), tree("main", {}), "new", "first-adoption"],
  ["the tip's only", tree(BASE, {}), tree("main", full), "invalid", "outdated"],
  ["without a merge-base", null, tree("main", full), "invalid", "outdated"],
  [
    "damaged",
    tree(BASE, { ...full, [PLACES.config]: "version: 2" }),
    tree("main", full),
    "invalid",
    "base-rules",
  ],
  [
    "those with a damaged baseline",
    tree(BASE, { ...full, [`baselines/${CLASS}/browse.json`]: "{" }),
    tree("main", full),
    "invalid",
    "base-rules",
  ],
];
test.each(TREES)("a slower run by rules that are %s", async (_, base, tip, verdict, code) => {
  const comparison = Comparison.parse(
    judgement(slower, await rulesAt(base, tip, PLACES, CLASS), slower.ended, AS_THE_RULES_SAY),
  );
  expect(comparison.overall).toBe(verdict);
  const codes = [...comparison.warnings, ...comparison.rows.flatMap(({ warnings }) => warnings)];
  if (code !== null) expect(codes.map((one) => one.code)).toContain(code);
  expect(comparison.rows.some(({ metric }) => metric === "http_req_duration.p50")).toBe(true); // still to be read
  expect(comparison.exit).toBe({ regressed: 1, new: 0, invalid: 3 }[verdict]);
  if (verdict === "new") expect(comparison.rows.every(({ gates }) => !gates)).toBe(true);
});

test.each<[what: string, main: Tree, kind: string]>([
  ["first one", tree("main", {}), "adoption"],
  ["default branch's, of another branch", tree("main", full), "none"],
])("a change that brings the %s to a branch without a config", async (_, main, kind) => {
  const rules = await rulesAt(tree(BASE, {}), tree("stable", {}), PLACES, CLASS, main);
  expect(rules.kind).toBe(kind);
  const { exit, conclusion } = judgement(slower, rules, slower.ended, AS_THE_RULES_SAY);
  expect([exit, conclusion]).toEqual(kind === "adoption" ? [0, "neutral"] : [3, "failure"]);
});

test("a config that is refused by the tree is told, a bug is thrown", async () => {
  const failing = (error: Error): Tree => ({ ...tree(BASE, {}), file: () => Promise.reject(error) });
  expect(await rulesAt(failing(userError("no access")), tree("main", {}), PLACES, CLASS)).toMatchObject({
    kind: "none",
  });
  await expect(rulesAt(failing(new TypeError("x")), tree("main", {}), PLACES, CLASS)).rejects.toThrow(
    TypeError,
  );
});

describe("waivers", () => {
  const waivers = (ceiling: string) => `version: 1
waivers:
  - { workload: browse, metric: http_req_duration.p50, ceiling: ${ceiling}, expires: 2026-11-30, because: exact scores }
`;
  const excused = { ...full, ".github/steelyard-waivers.yml": waivers("250%") };
  /** The verdict on the slower run, of a change from `base` to a branch that is at `tip` by now. */
  async function verdict(base: Record<string, string>, tip: Record<string, string>, at = slower.ended) {
    const rules = await rulesAt(tree(BASE, base), tree("main", tip), PLACES, CLASS);
    return judgement(slower, rules, at, AS_THE_RULES_SAY);
  }

  test("of the tip of the base branch count at the next report, those of the merge-base do not", async () => {
    expect((await verdict(full, full)).overall).toBe("regressed");
    const accepted = await verdict(full, excused);
    expect([accepted.overall, accepted.waivers?.from]).toEqual(["accepted", "main"]);
    expect((await verdict(excused, full)).overall).toBe("regressed"); // taken back meanwhile
  });
  test("expire by the clock of who judges: a run's own word does not keep them alive", async () => {
    expect(slower.ended < "2026-11-30").toBe(true);
    expect((await verdict(full, excused, "2026-11-30T23:59:59Z")).overall).toBe("accepted");
    expect((await verdict(full, excused, "2026-12-01T00:00:00Z")).overall).toBe("regressed");
  });
  test("that cannot be understood accept nothing, and it is said where", async () => {
    const broken = { ...full, ".github/steelyard-waivers.yml": waivers("250") };
    const comparison = await verdict(full, broken);
    expect([comparison.overall, comparison.exit]).toEqual(["invalid", 3]);
    expect(JSON.stringify(comparison.rows[0]?.warnings)).toMatch(/steelyard-waivers\.yml/);
  });
});
