import { expect, test } from "vitest";
import { DUEL_LEVEL, type DuelPlan, testFigures } from "./duel.ts";
import { pairsToFind } from "./forecast.ts";
import { plainSample } from "./sample.ts";

const one = { band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null };
const plan: DuelPlan = { looks: [6, 30], level: DUEL_LEVEL, workloads: [[one, one]] };
/** Twelve pairs that alternate around 0. */
const seen = (sd: number) => {
  const ratios = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? sd : -sd));
  const figures = testFigures(one, plainSample(ratios, 6));
  const rejections = { worse: false, better: false };
  return {
    verdict: "inconclusive",
    decided: { look: 1, slots: 12, n: 12, starts: 6, figures, rejections },
  } as const;
};

test("twice the noise takes four times the pairs, and never fewer than a verdict needs", () => {
  const [some, twice] = [0.04, 0.08].map((sd) => pairsToFind(one, seen(sd), plan));
  expect(some).toBeGreaterThan(6);
  expect(twice! / some!).toBeGreaterThan(3.7);
  expect(twice! / some!).toBeLessThan(4.3);
  expect(pairsToFind(one, seen(0.001), plan)).toBe(6);
});

test("with as many pairs as it says, a worsening of 5 % is found in most runs", () => {
  const n = pairsToFind(one, seen(0.04), plan)!;
  // se of n pairs of 4 %: the threshold of the last look and 0.84 of it lie within 5 %.
  const se = 0.04 / Math.sqrt(n);
  expect(Math.log1p(0.05) / se).toBeGreaterThan(2.5);
  expect(Math.log1p(0.05) / se).toBeLessThan(5);
});

test("before the first look history tells, and nothing does without it", () => {
  const none = { verdict: "inconclusive", decided: null } as const;
  expect(pairsToFind(one, none, plan)).toBeUndefined();
  const learned = (sd: number) => ({ ...one, prior: { df: 8, variance: sd ** 2 } });
  const [some, twice] = [0.04, 0.08].map((sd) => pairsToFind(learned(sd), none, plan)!);
  expect(twice! / some!).toBeCloseTo(4, 0);
});
