import { expect, test } from "vitest";
import type { Ledger, LedgerEntry } from "../model/ledger.ts";
import { asksForComparison, creepSums, isUnaffected, unmeasuredIn } from "./creep.ts";

const SHA = "a".repeat(40);

const entry = (
  estimate: number | null,
  more: Partial<LedgerEntry> & { se?: number; tolerated?: number } = {},
) => {
  const { se = 0.01, tolerated = 0.05, ...rest } = more;
  const interval: [number, number] = [(estimate ?? 0) - 2 * se, (estimate ?? 0) + 2 * se];
  return {
    workload: "search",
    variant: null,
    metric: "http_req_duration.p50",
    verdict: "unchanged" as const,
    effect: estimate === null ? null : { estimate, interval, se, tolerated },
    ...rest,
  };
};
const ledger = (...entries: LedgerEntry[]): Ledger => ({
  schema: "ledger/1",
  head: SHA,
  base: SHA,
  release: null,
  config: null,
  entries,
  more: 0,
});

test("logarithms and variances are added, for each metric of each variant", () => {
  const other = { variant: "fast" };
  const sums = creepSums([ledger(entry(0.01), entry(-0.03, other)), ledger(entry(0.02, { se: 0.02 }))], null);
  expect(sums).toMatchObject([
    { variant: null, changes: 2, since: expect.closeTo(0.03), se: expect.closeTo(Math.sqrt(0.0005)) },
    { variant: "fast", changes: 1, since: -0.03, se: 0.01, exceeds: false },
  ]);
});

test("the threshold is that of the newest change", () => {
  const changes = [ledger(entry(0.03, { tolerated: 0.1 })), ledger(entry(0.03, { tolerated: 0.05 }))];
  expect(creepSums(changes, null)).toMatchObject([{ tolerated: 0.1, exceeds: false }]);
});

test("an estimate that cannot tell is not added, except that of the comparison with the release", () => {
  const unsure = entry(0.2, { verdict: "inconclusive" });
  expect(creepSums([ledger(unsure), ledger(entry(0.01))], null)).toMatchObject([{ changes: 1, since: 0.01 }]);
  expect(creepSums([ledger(entry(0.01))], ledger(unsure))).toMatchObject([{ start: 0.2, since: 0.01 }]);
  expect(creepSums([ledger(entry(0.01))], ledger(entry(null)))).toMatchObject([{ start: 0 }]);
});

test.each([
  // start, since, threshold
  [0, 0.05, true], // the threshold counts as reached
  [0, 0.049, false],
  [0.04, 0.024, false], // beyond it, but hardly anything came since it was measured
  [0.04, 0.026, true],
  [0.08, 0.001, false], // reported already
  [0.08, 0.026, true], // and now half a threshold more
  [-0.04, 0.08, false], // faster than the release was, still
  [-0.04, 0.095, true],
  [0, -0.2, false],
])("%d measured and %d estimated against 0.05: %s", (start, since, want) => {
  expect(asksForComparison({ start, since, tolerated: 0.05 })).toBe(want);
});

test("a change has no estimate where a metric was not paired or cannot tell; what it cannot affect needs none", () => {
  const unaffected = entry(null, { metric: "", verdict: "unaffected" });
  const lacking = [entry(null), entry(0.1, { verdict: "inconclusive" }), entry(null, { verdict: "failed" })];
  expect(unmeasuredIn(ledger(unaffected, ...lacking, entry(0.01)))).toEqual(lacking);
  expect([ledger(unaffected), ledger(unaffected, entry(0)), ledger()].map(isUnaffected)).toEqual([
    true,
    false,
    false,
  ]);
});
