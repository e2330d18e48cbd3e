import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { epochs, type SessionFigure, sessionPrior, sessionSeries, spread } from "./epochs.ts";

const BAND = Math.log1p(0.03);
const at = (i: number) => new Date(Date.UTC(2026, 10, 1, 2) + i * 86_400_000).toISOString();
/** One session per night; values are plain, not logs. */
const nightly = (values: readonly number[]): SessionFigure[] =>
  values.map((value, i) => ({ run: `run-${i}`, at: at(i), value: Math.log(value) }));
const numbers = (sessions: readonly SessionFigure[]) =>
  sessions.map(({ value }) => Math.round(Math.exp(value)));

const STEADY = [100, 104, 97, 101, 99, 103, 98, 102];

describe("a history", () => {
  const [first, second] = [STEADY, [150, 153, 148, 151]];

  test("without a change is one epoch", () => {
    const found = epochs(nightly(STEADY), BAND);
    expect(numbers(found.current)).toEqual(STEADY);
    expect([found.earlier, found.changes]).toEqual([[], []]);
  });

  test("is cut where its level changed", () => {
    const found = epochs(nightly([...first, ...second]), BAND);
    expect(numbers(found.current)).toEqual(second);
    expect(found.earlier.map(numbers)).toEqual([first]);
    expect(found.changes).toHaveLength(1);
    expect(found.changes[0]!.after - found.changes[0]!.before).toBeCloseTo(Math.log(150.5 / 100.5), 2);
  });

  test("of which the last two sessions are slow is not cut yet", () => {
    expect(epochs(nightly([...first, ...second.slice(2)]), BAND).earlier).toEqual([]);
  });

  test("is not cut by a change below the band", () => {
    const values = [...Array(6).fill(100), ...Array(6).fill(102)];
    expect(epochs(nightly(values), BAND).earlier).toEqual([]);
    expect(epochs(nightly(values), Math.log(1.01)).earlier).toHaveLength(1);
  });

  test.each([[[]], [[100]], [[100, 120]]])("of %j is uncut", (values) => {
    expect(numbers(epochs(nightly(values), BAND).current)).toEqual(values);
  });

  test("is of the last twelve sessions", () => {
    const values = Array.from({ length: 15 }, (_, i) => 100 + i);
    expect(numbers(epochs(nightly(values), 10).current)).toEqual(values.slice(3));
  });

  test("does not depend on order or duplicates", () => {
    const all = nightly([...first, ...second]);
    const want = epochs(all, BAND);
    fc.assert(
      fc.property(fc.shuffledSubarray([...all, ...all.slice(2, 5)], { minLength: 15 }), (some) => {
        expect(epochs(some, BAND)).toEqual(want);
        expect(spread(epochs(some, BAND))).toEqual(spread(want));
      }),
      { numRuns: 50 },
    );
  });
});

describe("the spread between sessions", () => {
  test("by hand", () => {
    // sd of the logs of the eight values, and sd · √(7 / χ²(0.2; 7)), with numpy and scipy
    const found = spread(epochs(nightly(STEADY), BAND))!;
    expect(found.sd).toBeCloseTo(0.02438168533677682, 12);
    expect(found.upper).toBeCloseTo(0.03299507442314712, 12);
    expect(found.df).toBe(7);
  });

  test("is measured within epochs: a change of level adds nothing to it", () => {
    const changed = epochs(nightly([...STEADY, ...[100, 104, 97, 101].map((v) => 3 * v)]), BAND);
    expect(changed.earlier).toHaveLength(1);
    expect(spread(changed)!.df).toBe(10); // 7 + 3
    expect(spread(changed)!.sd).toBeLessThan(0.03);
  });

  const moved = (hours: (i: number) => number) =>
    nightly(STEADY).map((one, i) => ({
      ...one,
      at: new Date(Date.UTC(2026, 10, 1, 20) + hours(i) * 3_600_000).toISOString(),
    }));
  test.each<[string, SessionFigure[], boolean]>([
    ["eight nights", nightly(STEADY), true],
    ["seven nights", nightly(STEADY).slice(1), false],
    ["eight sessions of one evening", moved((i) => i / 4), false],
    ["of two days", moved((i) => 5 * i), false], // 20:00 to 07:00, two dates
    ["of three dates and 26 hours", moved((i) => [0, 1, 2, 5, 6, 7, 25, 28.5][i]!), false],
    ["of three dates and 48 hours", moved((i) => [0, 1, 2, 25, 26, 27, 28, 48][i]!), true],
    ["of one evening, and one long after", moved((i) => (i === 7 ? 500 : i / 4)), false],
  ])("%s", (_, sessions, known) => {
    expect(spread(epochs(sessions, BAND)) !== null).toBe(known);
  });

  test("is never 0", () => {
    expect(spread(epochs(nightly(Array(8).fill(100)), BAND))!.sd).toBe(0.001);
  });
});

describe("the belief about sessions", () => {
  test("is the usual one until the spread is learned, worth 4 degrees of freedom", () => {
    const few = epochs(nightly(STEADY.slice(0, 3)), BAND);
    expect(sessionPrior(few, 0.05)).toEqual({ df: 4, variance: 0.05 ** 2 });
  });

  test("is the learned upper limit then", () => {
    const { df, variance } = sessionPrior(epochs(nightly(STEADY), BAND), 0.05);
    expect(df).toBe(4);
    expect(Math.sqrt(variance)).toBeCloseTo(0.03299507442314712, 12);
  });

  test("includes the scatter of earlier epochs", () => {
    // Three around 100 and three around 200: too few for a spread of their own.
    const cut = epochs(nightly([99.9, 100, 100.1, 200, 201, 199]), BAND);
    expect(cut.earlier.map(numbers)).toEqual([[100, 100, 100]]);
    // sd 0.001 of 2 degrees of freedom with 0.05 of 4: (2 · 0.001² + 4 · 0.05²) / 6
    const { df, variance } = sessionPrior(cut, 0.05);
    expect(df).toBe(6);
    expect(variance).toBeCloseTo((2 * 0.001 ** 2 + 4 * 0.05 ** 2) / 6, 9);
  });
});

test("a series takes the median of each session's trials, and leaves out unusable ones", () => {
  const stored = [[0.01, 0.02, 0.04], [0, 0.03], [0.025]].map((values, i) => ({
    run: `run-${i}`,
    at: at(i),
    values,
  }));
  const found = sessionSeries(stored);
  expect(found.map(({ run }) => run)).toEqual(["run-0", "run-2"]);
  expect(found.map(({ value }) => Math.exp(value))).toEqual([
    expect.closeTo(0.02, 6), // the median of the three
    expect.closeTo(0.025, 6),
  ]);
});
