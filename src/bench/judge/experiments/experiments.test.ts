import { expect, test } from "vitest";
import { DUEL_LEVEL } from "../../../compare/duel/duel.ts";
import { chance } from "../chance.ts";
import { ENVIRONMENTS } from "../environments.ts";
import { duel } from "../procedures.ts";
import { METRICS, type MetricName, WORKLOADS } from "../pull.ts";
import { trials } from "../recorded.ts";
import { ADOPTED, growing } from "./candidates.ts";
import { contest, type Pairs } from "./contest.ts";
import { evidence, signedRank } from "./otherwise.ts";
import { recordedPlace, simulatedPlace } from "./parts.ts";
import { cut, tallies } from "./tallies.ts";
import { levelWeights, weightedEstimate } from "./weights.ts";

const held = recordedPlace("held", trials(), (round) => round > 8);

test.each([held, simulatedPlace(ENVIRONMENTS[2]!)])(
  "what was adopted is what the duel does: $name",
  (place) => {
    const random = chance(11);
    const names = ADOPTED.gates;
    const metrics = Array.from({ length: WORKLOADS }, () => names).flat();
    for (let i = 0; i < 40; i++) {
      const slowed = random.below(WORKLOADS);
      const slower = (pairs: Pairs, w: number): Pairs => {
        const by = (metric: MetricName) => (w === slowed && metric !== "cpu" ? 0.04 + 0.04 * (i % 2) : 0);
        const ratios = METRICS.map((m) => [m, pairs.ratios[m].map((r) => r + by(m))]);
        return { ...pairs, ratios: Object.fromEntries(ratios) as Pairs["ratios"] };
      };
      const drawn = place.draw(random, 30).map(slower);
      const mine = contest(ADOPTED, (w, n) => ADOPTED.tests(cut(drawn[w]!, n)), WORKLOADS, 30);
      const ratios = drawn.flatMap((pairs) => names.map((metric) => pairs.ratios[metric]));
      const theirs = duel(ratios, new Array<number>(WORKLOADS).fill(names.length), { metrics });
      expect(mine.verdicts.flat()).toEqual(theirs.verdicts);
      expect(mine.used.reduce((sum, n) => sum + n, 0) / WORKLOADS).toBeCloseTo(theirs.pairs, 12);
    }
  },
);

test("a part of a recording has none of the other part's trials", () => {
  const series = trials();
  const marked = series.map((all) => all.map((trial) => ({ ...trial, values: trial.values.map(() => 0) })));
  const loud = marked.map((all) =>
    all.map((trial) => (Number(trial.round) > 8 ? { ...trial, values: METRICS.map(() => 9) } : trial)),
  );
  const place = recordedPlace("choosing", loud, (round) => round <= 8);
  const levels = place.draw(chance(1), 30).flatMap(({ levels: all }) => METRICS.map((m) => all[m]));
  expect(Math.max(...levels.flat().map(Math.abs))).toBeLessThan(1e-9);
});

test("all of the level is spent, and no more", () => {
  for (const power of [1, 2, 3]) {
    const levels = growing(power)([6, 10, 15, 20, 30]);
    expect(levels.reduce((sum, q) => sum + q, 0)).toBeCloseTo(DUEL_LEVEL, 15);
    expect(levels[0]).toBeCloseTo(DUEL_LEVEL * 0.2 ** power, 15);
  }
});

const signs = (sizes: readonly number[]) =>
  Array.from({ length: 1 << sizes.length }, (_, names) =>
    sizes.map((size, i) => (names & (1 << i) ? -size : size)),
  );

test("signed ranks, by going through all signs", () => {
  const sizes = [1, 4, 2, 8, 16, 3.5, 7];
  const all = signs(sizes).map((ratios) => signedRank(ratios).above);
  for (const p of [1 / 128, 5 / 128, 0.1, 0.5])
    expect(all.filter((v) => v <= p).length / all.length).toBeLessThanOrEqual(p);
  expect(signedRank(sizes).above).toBe(1 / 128);
  expect(signedRank(sizes.map((v) => -v)).below).toBe(1 / 128);
});

test("e-values have mean 1 over all signs", () => {
  const e = signs([0.01, 0.3, 0.02, 0.05, 0.001, 2]).map((ratios) => 1 / evidence(ratios).above);
  // 1/p, where p is held at 1 below: the mean of max(e, 1) is at least that of e, which is 1.
  expect(e.reduce((sum, v) => sum + v, 0) / e.length).toBeGreaterThanOrEqual(1);
  expect(e.filter((v) => v >= 20).length / e.length).toBeLessThanOrEqual(1 / 20);
});

test("weights of pairs at one level are equal, and then give the mean", () => {
  const ratios = [0.03, -0.01, 0.02, 0.04, 0, 0.01];
  const weights = levelWeights(
    ratios,
    ratios.map(() => 5),
  );
  expect(new Set(weights).size).toBe(1);
  expect(weightedEstimate(ratios, weights, { floor: 0, extra: 0 }).estimate).toBeCloseTo(0.015, 14);
});

test("the same seed gives the same tallies", () => {
  const sizes = { harmless: 3, changed: 2, seed: 5 };
  expect(tallies(held, [ADOPTED], sizes)).toEqual(tallies(held, [ADOPTED], sizes));
});
