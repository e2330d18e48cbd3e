import { describe, expect, test } from "vitest";
import type { Row } from "../model/comparison.ts";
import type { Waiver, WaiverFate } from "../model/waiver.ts";
import { comparing, found, trialsAt } from "../testing/comparing.ts";
import { row, tested } from "../testing/comparisons.ts";
import { aBaseline, aRun } from "../testing/runs.ts";
import { waived } from "./waivers.ts";

const P50 = "http_req_duration.p50";
const waiver = (differs: Partial<Waiver> = {}): Waiver => ({
  workload: "recommend",
  metric: P50,
  ceiling: 0.15,
  expires: "2026-12-31",
  because: "exact scores cost one more lookup",
  ...differs,
});
const AT = "2026-11-21T10:05:00Z";
const one = (...rows: readonly Waiver[]) => ({ from: "x", rows, changed: false, at: AT });
/** The fates of one row and one waiver. */
function outcome(given: Row, of: Waiver = waiver(), at = AT): [Row["verdict"], WaiverFate] {
  const done = waived([given], { ...one(of), at }, ["recommend", "idle"]);
  return [done.rows[0]!.verdict, done.waivers.rows[0]!.fate];
}
/** A regression from 1 to `head`, in seconds. */
const slower = (head: number, more: Partial<Row> = {}) => tested("regressed", 1, head, more);

describe("the ceiling", () => {
  test.each([
    [1.149, ["accepted", "accepted"]],
    [1.15, ["accepted", "accepted"]], // at the ceiling counts
    [1.151, ["regressed", "exceeded"]],
    [3, ["regressed", "exceeded"]],
  ])("of 15 %% on %d s instead of 1 s", (head, want) => expect(outcome(slower(head - 1e-12))).toEqual(want));

  // Of a rate less is worse, and percent are of base: 20 % fewer is a factor of 0.8, not of 1/1.2 = 0.833.
  test.each([
    [0.81, 0.2, "accepted"],
    [0.79, 0.2, "exceeded"],
    [0.82, 0.17, "exceeded"], // 1/1.2 would be 0.8333…, and 0.82 is 18 % fewer
  ])("of a rate that falls to %d, %d allowed", (head, ceiling, want) => {
    const rate = tested("regressed", 1, head, { better: "higher", unit: "/s" });
    expect(outcome(rate, waiver({ ceiling }))[1]).toBe(want);
  });

  test("of an exact counter, which has no estimate", () => {
    const counter = (head: number) => row({ verdict: "regressed", head: at(head), base: at(10) });
    expect(outcome(counter(11))).toEqual(["accepted", "accepted"]);
    expect(outcome(counter(12))).toEqual(["regressed", "exceeded"]); // 20 %
  });

  test.each([
    ["a counter whose base is zero", row({ verdict: "regressed", head: at(3), base: at(0) })],
    ["differences", slower(1.1, { base: { values: [0, 1, 2], center: 1 } })],
    ["one without figures", row({ verdict: "regressed" })],
  ])("accepts nothing where there is no proportion: %s", (_, given) => {
    const done = waived([given], one(waiver()), []);
    expect(done.waivers.rows[0]!.fate).toBe("exceeded");
    expect(done.rows[0]).toMatchObject({
      verdict: "regressed",
      reason: expect.stringMatching(/no percentage/),
    });
  });
});
const at = (center: number) => ({ values: [center], center });

test.each([
  ["2026-12-31T23:59:59Z", "accepted"], // the last day counts, whole, in UTC
  ["2027-01-01T00:00:00Z", "expired"],
  ["2027-01-01T00:30:00+01:00", "accepted"], // still 2026 in UTC
  ["2026-01-01T00:00:00Z", "accepted"],
])("judged at %s it is %s", (time, want) => {
  expect(outcome(slower(1.1), waiver(), time)).toEqual([want === "expired" ? "regressed" : "accepted", want]);
});

test.each<[string, Row, Partial<Waiver>, WaiverFate]>([
  ["another workload", slower(1.1), { workload: "idle" }, "unmeasured"],
  ["no workload there is", slower(1.1), { workload: "recomend" }, "unmatched"],
  ["another metric", slower(1.1), { metric: "cpu_per_request" }, "unmatched"],
  ["another variant", slower(1.1, { variant: "a" }), { variant: "b" }, "unmatched"],
  ["a variant where there is none", slower(1.1), { variant: "a" }, "unmatched"],
  ["its variant", slower(1.1, { variant: "a" }), { variant: "a" }, "accepted"],
  ["any variant", slower(1.1, { variant: "a" }), {}, "accepted"],
  ["an advisory metric", slower(1.1, { kind: "advisory", gates: false }), {}, "accepted"],
  ["nothing worse", tested("unchanged", 1, 1), {}, "unused"],
  ["nothing worse, and expired", tested("unchanged", 1, 1), { expires: "2026-01-01" }, "expired"],
  ["a workload that broke", row({ kind: "workload", metric: "", verdict: "failed" }), {}, "unmeasured"],
  [
    "errors, which no metric names",
    slower(1.1, { kind: "errors", metric: "" }),
    { metric: "errors" },
    "unmeasured",
  ],
])("%s", (_, given, differs, want) => {
  const [verdict, fate] = outcome(given, waiver(differs));
  expect(fate).toBe(want);
  expect(verdict).toBe(want === "accepted" ? "accepted" : given.verdict);
});

test.each(["failed", "budget", "expectation", "missing", "invalid", "improved"] as const)(
  "%s is not excused",
  (verdict) => expect(outcome(tested(verdict, 1, 1.1))).toEqual([verdict, "unused"]),
);

test("one sufficient waiver accepts a row in any order; of several rows, one above the ceiling is reported", () => {
  const both = [waiver({ ceiling: 0.05 }), waiver({ variant: "a", ceiling: 0.2 })];
  for (const rows of [both, both.toReversed()]) {
    const done = waived([slower(1.1, { variant: "a" })], one(...rows), []);
    expect(done.rows[0]!.verdict).toBe("accepted");
  }
  for (const heads of [
    [1.1, 1.5],
    [1.5, 1.1],
  ]) {
    const rows = heads.map((head, i) => slower(head, { variant: `v${i}` }));
    const done = waived(rows, one(waiver()), []);
    expect(done.waivers.rows[0]!.fate).toBe("exceeded");
    expect(done.rows.map(({ verdict }) => verdict).sort()).toEqual(["accepted", "regressed"]);
  }
});

test("an accepted row names ceiling, day and reason; any other keeps its reason and explains the waiver", () => {
  const reason = (differs: Partial<Waiver>, head = 1.1) =>
    waived([slower(head, { reason: "worse" })], one(waiver(differs)), []).rows[0]!.reason;
  expect(reason({})).toBe("a waiver allows up to 15 % until 2026-12-31: exact scores cost one more lookup");
  expect(reason({}, 2)).toBe(
    "worse; a waiver allows up to 15 % until 2026-12-31, but this change exceeds it",
  );
  expect(reason({ expires: "2026-11-20" })).toBe("worse; its waiver expired after 2026-11-20");
});

describe("in a comparison", () => {
  const stored = aBaseline({
    workload: "browse",
    sessions: [0.012, 0.0121, 0.0119, 0.012].map((p50) => ({ trials: trialsAt(p50) })),
  });
  const run = aRun({ workloads: { browse: { trials: trialsAt(0.018) } } }); // half as much again
  const judged = (rows: readonly Waiver[], changed = false) =>
    comparing(run, [stored], { waivers: { from: "origin/main", rows, changed, at: AT } });
  const browse = (differs: Partial<Waiver> = {}) => waiver({ workload: "browse", ceiling: 0.6, ...differs });

  test("an accepted regression passes, and keeps its evidence", () => {
    const without = comparing(run, [stored]);
    const comparison = judged([browse()]);
    expect([comparison.overall, comparison.exit, comparison.conclusion]).toEqual(["accepted", 0, "success"]);
    expect(found(comparison, "gate", P50)).toMatchObject({ verdict: "accepted", gates: true });
    expect(found(comparison, "gate", P50).evidence).toEqual(found(without, "gate", P50).evidence);
    expect(without).not.toHaveProperty("waivers");
  });
  test("above the ceiling or after its day it fails as ever", () => {
    for (const differs of [{ ceiling: 0.4 }, { expires: "2026-11-20" }]) {
      const comparison = judged([browse(differs)]);
      expect([comparison.overall, comparison.exit]).toEqual(["regressed", 1]);
    }
  });
  test("a change that edits them gets a warning that its edits do not count", () => {
    expect(judged([], true).warnings).toContainEqual(
      expect.objectContaining({ code: "waivers-changed", message: expect.stringMatching(/origin\/main/) }),
    );
    expect(judged([]).warnings.map(({ code }) => code)).not.toContain("waivers-changed");
  });
});
