import { expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import { normalPpf } from "../../stats/normal.ts";
import { effectiveStarts } from "../../stats/pair.ts";
import { aMetric, P50 } from "../../testing/dueling.ts";
import { duelVerdicts } from "../duel/duel.ts";
import { DUEL_LEVEL, looks, startsOf } from "../duel/looks.ts";
import { plainSample } from "../duel/sample.ts";
import { type NoisePair, noiseFigures } from "./noise.ts";
import { scatter } from "./scatter.ts";

const SETTING = { tests: 2, starts: 3, companion: false };

/** Pairs dealt out to starts as a duel does, drawn with an sd of one pair and one of a process's start. */
function drawn(n: number, pair: number, start: number, shift: number, next: () => number): NoisePair[] {
  const gauss = () => normalPpf((Math.floor(next() * 1e6) + 0.5) / 1e6);
  const starts = [2, 2, 2, 1, 1, 2].flatMap((pairs, i) => Array<number>(pairs).fill(i));
  const luck = new Map<number, number>();
  return Array.from({ length: n }, (_, i) => {
    const own = starts[i] ?? Math.floor((i + 2) / 2);
    if (!luck.has(own)) luck.set(own, Math.SQRT2 * start * gauss());
    return { start: own, ratio: shift + luck.get(own)! + pair * gauss() };
  });
}

test("spreads of pairs and of starts are separated", () => {
  const next = stream(1);
  const sessions = Array.from({ length: 50 }, () => noiseFigures(drawn(20, 0.02, 0.03, 0, next)));
  const { pair, start, pairs } = scatter(aMetric(P50), sessions, SETTING);
  expect(pairs).toBe(1000);
  expect(pair!).toBeGreaterThan(0.018);
  expect(pair!).toBeLessThan(0.022);
  expect(start!.sd).toBeGreaterThan(0.026);
  expect(start!.sd).toBeLessThan(0.034);
  expect([start!.differ, start!.most > start!.sd]).toEqual([true, true]);
  const none = sessions.map(() => noiseFigures(drawn(20, 0.02, 0, 0, next)));
  expect(scatter(aMetric(P50), none, SETTING).start).toMatchObject({ differ: false });
});

// Checks the predicted change against the rule itself: about 8 of 10 duels detect it, or more where earlier looks help.
// Two tests, one of which is worse.
test.each([
  [0.05, 0.002, 30],
  [0.02, 0.002, 10],
])(
  "a change as large as foretold is found in about 8 of 10 duels: sd %d a pair and %d a start, %d pairs",
  (pair, start, n) => {
    const next = stream(20_261_121);
    const sessions = Array.from({ length: 20 }, () => noiseFigures(drawn(10, pair, start, 0, next)));
    const foretold = scatter(aMetric(P50), sessions, SETTING).mde.find(({ pairs }) => pairs === n)!.change;
    const test = { band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null };
    const plan = { looks: looks(n), level: DUEL_LEVEL, workloads: [[test], [test]] };
    let found = 0;
    for (let i = 0; i < 1000; i++) {
      const duels = [foretold, 0].map((shift) => drawn(n, pair, start, shift, next));
      const { workloads } = duelVerdicts(plan, (w, slots) => {
        const seen = duels[w]!.slice(0, slots);
        const starts = seen.map(({ start }) => start);
        return [
          plainSample(
            seen.map(({ ratio }) => ratio),
            effectiveStarts(starts),
            null,
            starts,
          ),
        ];
      });
      if (workloads[0]!.closed === "regressed") found++;
    }
    expect(found / 1000).toBeGreaterThan(0.65);
  },
);

test("without pairs, or with one in each start, nothing is foretold", () => {
  expect(scatter(aMetric(P50), [], SETTING)).toMatchObject({ pairs: 0, pair: null, start: null, mde: [] });
  const lonely = noiseFigures([0, 1, 2].map((start) => ({ start, ratio: start / 100 })));
  expect(scatter(aMetric(P50), [lonely], SETTING)).toMatchObject({ pairs: 3, pair: null, mde: [] });
});

test.each([
  [6, 3, 3],
  [10, 3, 6], // and three more, so that they show how much they differ
  [15, 3, 8], // and two of two pairs
  [30, 3, 13],
  [10, 1, 2],
  [6, 10, 6], // never more than there are pairs
])("%d pairs of %d starts before the first look have %d in all", (most, configured, starts) => {
  expect(startsOf(most, configured)).toBe(starts);
});
