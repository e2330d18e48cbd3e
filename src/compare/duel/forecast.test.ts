import { expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import { normalPpf } from "../../stats/normal.ts";
import { type DuelPlan, duelVerdicts, testFigures } from "./duel.ts";
import { pairsToFind, pairsToFindAfter, spreadOf, usualPairsToFind } from "./forecast.ts";
import { DUEL_LEVEL, looks } from "./looks.ts";
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

test("twice the noise takes about three times the pairs: more of them have more degrees of freedom; and never fewer than a verdict needs", () => {
  const [some, twice] = [0.04, 0.08].map((sd) => pairsToFind(one, seen(sd), plan));
  expect(some).toBeGreaterThan(6);
  expect(twice! / some!).toBeGreaterThan(2.5);
  expect(twice! / some!).toBeLessThan(4);
  expect(pairsToFind(one, seen(0.001), plan)).toBe(6);
});

test("as many pairs as it says find a worsening of 5 % in 8 of 10 runs, though the noise of ten pairs is all that is known", () => {
  const next = stream(11);
  const pair = (shift: number) => shift + 0.06 * normalPpf(0.0001 + 0.9998 * next());
  const measured = (most: number, shift: number) => {
    const planned = { level: DUEL_LEVEL, looks: looks(most), workloads: [[one]] };
    const ratios = Array.from({ length: most }, () => pair(shift));
    const state = duelVerdicts(planned, (_, slots) => [plainSample(ratios.slice(0, slots), slots)]);
    return { planned, test: state.workloads[0]!.tests[0]! };
  };
  const tries = Array.from({ length: 400 }, () => {
    const { planned, test } = measured(10, 0);
    const n = test.verdict === "inconclusive" ? pairsToFind(one, test, planned)! : 0;
    return n > 10 ? [measured(n, Math.log1p(0.05)).test.verdict === "regressed"] : [];
  }).flat();
  expect(tries.length).toBeGreaterThan(200);
  const found = tries.filter(Boolean).length / tries.length;
  expect(found).toBeGreaterThan(0.74);
  expect(found).toBeLessThan(0.93);
});

test("before the first look history tells, and nothing does without it", () => {
  const none = { verdict: "inconclusive", decided: null } as const;
  expect(pairsToFind(one, none, plan)).toBeUndefined();
  const learned = (sd: number) => ({ ...one, prior: { df: 8, variance: sd ** 2 } });
  const [some, twice] = [0.04, 0.08].map((sd) => pairsToFind(learned(sd), none, plan)!);
  expect(twice! / some!).toBeGreaterThan(2.5);
  expect(twice! / some!).toBeLessThan(4);
});

test("without history, usual noise foretells about as many pairs as a history of 5.5 % would", () => {
  const none = { verdict: "inconclusive", decided: null } as const;
  const known = pairsToFind({ ...one, prior: { df: 8, variance: 0.055 ** 2 } }, none, plan)!;
  expect(usualPairsToFind(plan) / known).toBeGreaterThan(0.9);
  expect(usualPairsToFind(plan) / known).toBeLessThan(1.1);
});

test("pairs show how much starts differ, and history does where they do not", () => {
  const starts = [0, 0, 1, 1, 2, 2];
  const far = spreadOf(one, plainSample([0.1, 0.11, -0.05, -0.04, 0.02, 0.03], 3, null, starts))!;
  expect(far.between / far.within).toBeGreaterThan(50);
  const near = spreadOf(one, plainSample([0.1, -0.1, 0.11, -0.11, 0.1, -0.1], 3, null, starts))!;
  expect(near.between).toBe(0);
  const alone = plainSample([0.1, -0.1], 2, null, [0, 1]);
  expect([spreadOf(one, alone), spreadOf(one, null)]).toEqual([undefined, undefined]);
  const learned = { ...one, prior: { df: 8, variance: 4e-4 }, startSd: 0.01 };
  expect(spreadOf(learned, null)).toEqual({ within: 4e-4, between: 2e-4 });
});

test("three starts that differ foretell what further starts would show, not what three can", () => {
  const starts = [0, 0, 1, 1, 2, 2];
  const ratios = [0.03, 0.03, -0.03, -0.03, 0, 0].map((luck, i) => luck + (i % 2) / 1e3);
  const figures = testFigures(one, plainSample(ratios, 3, null, starts));
  expect([figures.startsDiffer, figures.mean.df]).toEqual([true, 2]);
  const rejections = { worse: false, better: false };
  const decided = { look: 1, slots: 6, n: 6, starts: 3, figures, rejections };
  expect(pairsToFind(one, { verdict: "inconclusive", decided }, plan)).toBeUndefined(); // while it goes on
  const n = pairsToFindAfter(decided, plan);
  // 20 starts: 3 errors of .03/√20 are found with 8 of 10 by 6 to 7 of them as estimated, from 2 degrees of freedom.
  expect(n).toBeGreaterThan(30);
  expect(n).toBeLessThan(60);
});
