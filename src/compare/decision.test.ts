import { expect, test } from "vitest";
import { brokeHard, counterChange, decide, differenceScale, failureChange } from "./decision.ts";

const found = { worse: true, better: false };
const gain = { worse: false, better: true };
const none = { worse: false, better: false };
/** A base of 1 ms: an estimate of r is about r milliseconds. */
const absolute = (r: number) => r * 1e-3;

test.each<[number, [number, number], number, number, typeof found, string, string]>([
  // estimate, bounds, band, floor (seconds), rejected: verdict, by
  [0.06, [0.04, 0.08], 0.05, 0, found, "regressed", "band"],
  [0.05, [0.03, 0.07], 0.05, 0, found, "regressed", "band"], // at the band counts
  [0.04, [0.03, 0.05], 0.05, 0, found, "inconclusive", "neither"], // certain, and too small to matter
  [0.04, [0.03, 0.049], 0.05, 0, found, "unchanged", "band"],
  [0.06, [0.04, 0.08], 0.05, 0, none, "inconclusive", "neither"], // large, and may be noise
  [0.06, [0.04, 0.08], 0.05, 0, gain, "inconclusive", "neither"], // rejected the other way
  [-0.06, [-0.08, -0.04], 0.05, 0, gain, "improved", "band"],
  [0.06, [0.04, 0.08], 0.05, 6e-5, found, "unchanged", "small"], // 60 µs at a floor of 60 µs
  [0.06, [0.04, 0.08], 0.05, 5.9e-5, found, "regressed", "band"],
  [0.01, [-0.049, 0.049], 0.05, 0, none, "unchanged", "band"],
  [0.01, [-0.05, 0.04], 0.05, 0, none, "unchanged", "not-worse"], // the band itself is not within it, and only an improvement is left
  [-0.049, [-0.2, 0.04], 0.05, 0, none, "unchanged", "not-worse"],
  [-0.05, [-0.2, 0.04], 0.05, 0, none, "inconclusive", "neither"], // a band better: it may be improved
  [0.01, [-0.04, 0.05], 0.05, 0, none, "inconclusive", "neither"],
  [0.01, [-0.2, 0.3], 0.05, 3e-4, none, "unchanged", "floor"], // both ends within 300 µs
  [0.01, [-0.2, 0.31], 0.05, 3e-4, none, "inconclusive", "neither"],
])(
  "estimate %d %j, band %d, floor %d, %j: %s by %s",
  (estimate, bounds, band, floor, rejected, verdict, by) => {
    expect(decide({ estimate, bounds, absolute }, { band, floor }, rejected)).toEqual({ verdict, by });
  },
);

test.each([
  // base, head, sd, band, floor, better: verdict. Allowed is the largest of base × band, 5 sd and the floor.
  [100, 104, 0, 0.05, 0, "lower", "unchanged"],
  [100, 106, 0, 0.05, 0, "lower", "regressed"],
  [100, 106, 0, 0.05, 0, "higher", "improved"],
  [100, 106, 1.3, 0.05, 0, "lower", "inconclusive"], // 6.5
  [100, 94, 1.3, 0.05, 0, "lower", "unchanged"],
  [100, 106, 0, 0.05, 7, "lower", "unchanged"],
  [0, 1, 0, 0.05, 0, "lower", "regressed"], // nothing of none is allowed
] as const)("a counter of %d that becomes %d (sd %d, band %d, floor %d, %s is better): %s", (...of) => {
  const [base, head, sd, ratio, floor, better, verdict] = of;
  expect(counterChange({ base, head, sd }, { band: Math.log1p(ratio), floor, better }).verdict).toBe(verdict);
});

const of = (errors: number, requests = 1_000) => ({ errors, requests });
test.each([
  [of(0), of(11), 0.005, true],
  [of(0), of(11), 0.006, false], // may be chance
  [of(0), of(10), 0.001, false], // 1 % is not above it
  [of(1), of(50), 0.001, false], // base fails 0.1 % itself
  [of(0, 100), of(4, 100), 0.001, false], // four failures are too few
])("%j against %j, p %d: broke hard is %s", (base, head, p, hard) => {
  expect(brokeHard(base, head, p)).toBe(hard);
});
test.each([
  [of(10), of(20), true, "regressed", true],
  [of(10), of(14), true, "inconclusive", true], // less than half as many again
  [of(0, 1e6), of(900, 1e6), true, "unchanged", true], // 0.09 points, and at most 0.096
  [of(10), of(10), false, "inconclusive", false], // room for failures that nobody saw
])("%j against %j, rejected %s: %s, gates %s", (base, head, rejected, verdict, gates) => {
  expect(failureChange(base, head, rejected)).toMatchObject({ verdict, gates });
});

test.each([
  [[-2, 4, 6], "s", 4],
  [[0, 0, 6], "s", 6],
  [[0, 0], "s", 1e-3],
  [[0], "B", 1024],
] as const)("differences among %j (%s) are measured in %d", (values, unit, scale) => {
  expect(differenceScale(values, unit)).toBe(scale);
});
