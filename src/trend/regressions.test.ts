import { expect, test } from "vitest";
import { aFigure, anEntry, sha } from "../testing/histories.ts";
import { aFingerprint } from "../testing/runs.ts";
import { chartsOf } from "./charts.ts";
import { regressionsOf } from "./regressions.ts";

const about = { title: "shop", repository: null, generated: "2026-11-21", steelyard: "0.1.0" };
/** Noise of a per cent that is the same in every test. */
const NOISE = [0, 0.006, -0.004, 0.009, -0.008, 0.003, -0.002, 0.007, -0.006, 0.001];
const start = Date.UTC(2026, 9, 1);

/** A run a day, at these levels in turn, ten runs each; `more` by level. */
const history = (levels: readonly number[], more: (level: number) => object = () => ({}), figure = {}) =>
  levels.flatMap((value, level) =>
    NOISE.map((noise, i) =>
      anEntry({
        run: `run-${level * 10 + i}`,
        at: new Date(start + (level * 10 + i) * 86_400_000).toISOString(),
        commit: sha(level * 10 + i),
        results: { browse: { "http_req_duration.p50": aFigure({ ...figure, value: value * (1 + noise) }) } },
        ...more(level),
      }),
    ),
  );
const found = (...args: Parameters<typeof history>) => regressionsOf(chartsOf(history(...args), about));
const moved = { fingerprint: aFingerprint({ cores: 32 }) };

test("a change for the worse has its levels, its neighbours and their commits", () => {
  const [one, ...others] = found([0.01, 0.012]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    workload: "browse",
    variant: null,
    metric: "http_req_duration.p50",
    runnerClass: "bench-8c",
    at: 10,
    n: [10, 10],
    undone: false,
    unit: "s",
    better: "lower",
    good: { sha: sha(9), at: (start + 9 * 86_400_000) / 1000 },
    bad: { sha: sha(10), at: (start + 10 * 86_400_000) / 1000 },
  });
  expect(one!.before).toBeCloseTo(0.01, 4);
  expect(one!.after).toBeCloseTo(0.012, 4);
  expect(one!.p).toBeLessThanOrEqual(0.001);
  expect(one!.times).toHaveLength(20);
});

test.each<[string, readonly number[], readonly (readonly [at: number, undone: boolean])[]]>([
  ["nothing changed", [0.01, 0.01], []],
  ["it got better", [0.012, 0.01], []],
  ["worse and back", [0.01, 0.012, 0.01], [[10, true]]],
  ["worse and half back", [0.01, 0.014, 0.012], [[10, false]]],
  // From 10 to 12 to 15 and back to 12: the second is undone, the first is not.
  [
    "two steps, one taken back",
    [0.01, 0.012, 0.015, 0.012],
    [
      [10, false],
      [20, true],
    ],
  ],
  // Once undone it stays undone, whatever follows.
  [
    "undone and done again",
    [0.01, 0.012, 0.01, 0.012],
    [
      [10, true],
      [30, false],
    ],
  ],
  ["back but for two per cent, of a band of three", [0.01, 0.012, 0.0102], [[10, true]]],
])("%s", (_, levels, wanted) => {
  expect(found(levels).map(({ at, undone }) => [at, undone])).toEqual(wanted);
});

test("a rate that falls is worse", () => {
  expect(found([100, 80], undefined, { unit: "/s", better: "higher" })).toMatchObject([{ at: 10 }]);
  expect(found([80, 100], undefined, { unit: "/s", better: "higher" })).toEqual([]);
});

test("another machine is not a change, and a faster one undoes none", () => {
  expect(found([0.01, 0.02], (level) => (level === 1 ? moved : {}))).toEqual([]);
  const later = found([0.01, 0.012, 0.008, 0.006], (level) => (level >= 2 ? moved : {}));
  expect(later.map(({ at, undone }) => [at, undone])).toEqual([[10, false]]);
});

test("advisory metrics and those of other tools cause no issue", () => {
  expect(found([0.01, 0.012], undefined, { gate: false })).toEqual([]);
  expect(found([0.01, 0.012], () => ({ source: "k6" }))).toEqual([]);
});
