import { describe, expect, test } from "vitest";
import type { Tree } from "../model/tree.ts";
import { trialsAt } from "../testing/comparing.ts";
import { aBaseline, aRun, CLASS } from "../testing/runs.ts";
import { judgement, rulesAt } from "./rules.ts";

const PLACES = { config: ".github/steelyard.yml", baselines: "baselines" };
const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts } }
`;
const STORED = aBaseline({
  workload: "browse",
  sessions: [0.012, 0.0121, 0.0119, 0.012].map((p50) => ({ trials: trialsAt(p50) })),
});
const WAIVERS = `version: 1
waivers:
  - { workload: browse, metric: http_req_duration.p50, ceiling: 60%, expires: 2026-11-30, because: exact scores }
`;

/** A commit's files in memory. */
const tree = (name: string, files: Readonly<Record<string, string>>): Tree => ({
  name,
  file: async (path) => files[path] ?? null,
  folder: async (path) => {
    const inside = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
    const names = inside.map((file) => file.slice(path.length + 1).split("/")[0]!);
    return names.length > 0 ? [...new Set(names)] : null;
  },
});
const BASE = {
  [PLACES.config]: CONFIG,
  [`baselines/${CLASS}/browse.json`]: JSON.stringify(STORED),
};
const WAIVED = { ...BASE, ".github/steelyard-waivers.yml": WAIVERS };
const slow = aRun({ workloads: { browse: { trials: trialsAt(0.018) } } });

/** The verdict on the slow run, of a change from `base` to a branch that is at `tip` by now. */
async function verdict(
  base: Record<string, string>,
  tip: Record<string, string>,
  at = "2026-11-22T00:00:00Z",
) {
  const rules = await rulesAt(tree("base", base), tree("main", tip), PLACES, CLASS);
  return judgement(slow, rules, at);
}

describe("waivers", () => {
  test("of the tip of the base branch count at the next report, those of the merge-base alone do not", async () => {
    expect((await verdict(BASE, BASE)).overall).toBe("regressed");
    const accepted = await verdict(BASE, WAIVED);
    expect([accepted.overall, accepted.waivers?.from]).toEqual(["accepted", "main"]);
    expect((await verdict(WAIVED, BASE)).overall).toBe("regressed"); // taken back meanwhile
  });

  test("expire by the clock of whoever judges: a run's own word does not keep them alive", async () => {
    expect((await verdict(BASE, WAIVED, "2026-11-30T23:59:59Z")).overall).toBe("accepted");
    expect((await verdict(BASE, WAIVED, "2026-12-01T00:00:00Z")).overall).toBe("regressed");
    expect(slow.ended < "2026-11-30").toBe(true);
  });

  test("that cannot be understood accept nothing, and are told to be mended", async () => {
    const broken = { ...WAIVED, ".github/steelyard-waivers.yml": WAIVERS.replace("60%", "60") };
    const comparison = await verdict(BASE, broken);
    expect([comparison.overall, comparison.exit]).toEqual(["invalid", 3]);
    expect(JSON.stringify(comparison.rows[0]?.warnings)).toMatch(/steelyard-waivers\.yml/);
  });
});
