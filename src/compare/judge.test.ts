import { expect, test } from "vitest";
import { sessionFigures, smallestVisible } from "./judge.ts";
import type { Rule } from "./rule.ts";
import type { StoredValues } from "./stored.ts";

const RULE: Rule = { unit: "s", better: "lower", band: Math.log1p(0.03), floor: 0, resolution: 0 };

/** Sessions a day apart. */
const stored = (...sessions: readonly (readonly number[])[]): StoredValues[] =>
  sessions.map((values, i) => ({
    run: `run-${i}`,
    at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
    values,
  }));

test.each([
  ["shared", 0.05],
  ["dedicated", 0.02],
] as const)("one session on a %s runner: the prior alone, sd %d", (runner, sd) => {
  const { estimate, prior } = sessionFigures([11], stored([10]), RULE, runner);
  expect(estimate.se).toBeCloseTo(sd * Math.SQRT2, 12); // √(s0² (1 + 1/1))
  expect([estimate.df, prior.sd]).toEqual([4, sd]);
});

test.each([
  // K = 3 equal sessions: s̃² = (4 · 0.02² + 2 · floor) / 6, se² = s̃² · 4/3
  [0, 1e-6], // (0.1 %)²
  [0.1, 0.01 ** 2 / 6], // a tick of 0.1 s at 10 s is 1 %: uniform rounding, twice
])("sessions that are all equal get a floor: resolution %d", (resolution, floor) => {
  const { estimate } = sessionFigures([10], stored([10], [10], [10]), { ...RULE, resolution }, "dedicated");
  expect(estimate.se ** 2).toBeCloseTo((((4 * 0.0004 + 2 * floor) / 6) * 4) / 3, 14);
});

test("a session is the median of the logs of its trials: one wild trial does not move it", () => {
  const { estimate } = sessionFigures([10, 11, 500], stored([10, 10, 0.1]), RULE, "shared");
  expect(estimate.estimate).toBeCloseTo(Math.log(1.1), 12);
});

test("differences are in units of the stored size, and come back in base units", () => {
  const figures = sessionFigures([4, 4], stored([0, 2], [2, 2]), RULE, "shared");
  // stored median of 0 2 2 2 is 2; sessions at 0.5 and 1, head at 2: 1.25 of these units
  expect(figures.estimate.estimate).toBeCloseTo(1.25, 12);
  expect(figures.absolute(1.25)).toBe(2.5);
  expect(figures.differences).toBe(true);
});

test("the smallest visible change has to clear the band as well", () => {
  const sharp = { estimate: 0, se: 1e-6, df: 10 };
  expect(smallestVisible(sharp, 0.03, 0.005, 2)).toBeCloseTo(0.03, 5);
});
