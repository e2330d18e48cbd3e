import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normals } from "../testing/random.ts";
import { type ChangeSettings, changes, energies } from "./changes.ts";

const SETTINGS: ChangeSettings = { level: 0.001, magnitude: 0.03, least: 3, edge: 3 };

describe("the energy statistic", () => {
  /** Székely and Rizzo's definition, pair by pair: O(n²) per split, O(n³) for all. */
  function defined(values: readonly number[], t: number): number {
    const [left, right] = [values.slice(0, t), values.slice(t)];
    const average = (all: readonly number[]) =>
      all.length ? all.reduce((a, b) => a + b, 0) / all.length : 0;
    const within = (side: readonly number[]) =>
      average(side.flatMap((a, i) => side.slice(i + 1).map((b) => Math.abs(a - b))));
    const across = average(left.flatMap((a) => right.map((b) => Math.abs(a - b))));
    return ((left.length * right.length) / values.length) * (2 * across - within(left) - within(right));
  }

  test("is its definition, for every split", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { maxLength: 14 }), (values) => {
        const found = energies(values);
        for (let t = 1; t < values.length; t++) expect(found[t]).toBeCloseTo(defined(values, t), 9);
      }),
    );
  });

  test("0, 0, 1, 1 by hand", () => {
    // t = 1: ¾ (2·⅔ − ⅔); t = 2: 1 · (2 · 1 − 0 − 0); t = 3 as t = 1
    expect(energies([0, 0, 1, 1])).toEqual([0, 0.5, 2, 0.5]);
  });
});

describe("a change", () => {
  test("of six values, only one split of which is allowed, has the p of a plain t test", () => {
    // t = 10 / √(1 · 2/3) = 12.247 with 4 degrees of freedom; the p is scipy's (ttest_ind)
    const [found, ...more] = changes([1, 2, 3, 11, 12, 13], SETTINGS);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ at: 3, before: 2, after: 12 });
    expect(found!.p).toBeCloseTo(0.0002552167494419268, 15);
  });

  test.each<[string, number[], number[]]>([
    ["none in nothing", [], []],
    ["none in one value", [1], []],
    ["none where all are equal", Array(30).fill(0.3), []],
    ["a step without noise", [...Array(5).fill(1), ...Array(4).fill(2)], [5]],
    ["one accident is none", [1, 2, 1.5, 1.2, 1.8, 99, 1.1, 1.9, 1.4, 1.6, 1.3, 1.7], []],
    ["nor is one at the end", [1, 2, 1.5, 1.2, 1.8, 1.1, 1.9, 1.4, 1.6, 1.3, 1.7, 99], []],
    ["a rise and a fall", [...Array(9).fill(0), ...Array(6).fill(1), ...Array(9).fill(0)], [9, 15]],
    ["stairs", [...Array(6).fill(0), ...Array(6).fill(1), ...Array(6).fill(2)], [6, 12]],
    ["a segment that is too short", [...Array(20).fill(0), ...Array(2).fill(1)], []],
    ["a change that is too small", [...Array(9).fill(0), ...Array(9).fill(0.02)], []],
    [
      "of small steps those that add up to a large one",
      [...Array(8).fill(0), ...Array(8).fill(0.02), ...Array(8).fill(1)],
      [16],
    ],
  ])("%s", (_, values, want) => {
    expect(changes(values, SETTINGS).map(({ at }) => at)).toEqual(want);
  });

  test("the ends may be asked for more values than the middle", () => {
    const values = [...Array(20).fill(0), ...Array(4).fill(1)];
    expect(changes(values, { ...SETTINGS, edge: 4 })).toHaveLength(1);
    expect(changes(values, { ...SETTINGS, edge: 5 })).toEqual([]);
    expect(changes([...values, ...Array(20).fill(2)], { ...SETTINGS, edge: 5 })).toHaveLength(2);
  });

  test("carries the means of its segments", () => {
    const [first, second] = changes(
      [...Array(6).fill(0), ...Array(6).fill(3), ...Array(6).fill(1)],
      SETTINGS,
    );
    expect([first, second]).toMatchObject([
      { before: 0, after: 3 },
      { before: 3, after: 1 },
    ]);
  });

  test.each([
    ["NaN", [1, Number.NaN], {}],
    ["infinity", [1, Number.POSITIVE_INFINITY], {}],
    ["segments of one value", [1], { least: 1 }],
    ["edges shorter than segments", [1], { edge: 2 }],
    ["a level of 0", [1], { level: 0 }],
    ["a negative magnitude", [1], { magnitude: -1 }],
  ])("%s is refused", (_, values, differs) => {
    expect(() => changes(values, { ...SETTINGS, ...differs })).toThrow(RangeError);
  });
});

describe("of random series with up to three steps", () => {
  const { next, one } = normals(20_261_122);
  const series = Array.from({ length: 120 }, () => {
    const steps = Array.from({ length: Math.floor(next() * 4) }, () => Math.floor(next() * 60));
    return Array.from({ length: 60 }, (_, i) => 0.02 * one() + 0.1 * steps.filter((at) => at <= i).length);
  });
  const of = (values: readonly number[], magnitude = 0.03) => changes(values, { ...SETTINGS, magnitude });

  test("some have changes", () => {
    const counts = series.map((values) => of(values).length);
    expect(counts.filter((n) => n === 0).length).toBeGreaterThan(10);
    expect(counts.filter((n) => n >= 2).length).toBeGreaterThan(10);
  });

  test("another unit and another zero find the same places", () => {
    for (const values of series) {
      const moved = of(
        values.map((v) => 8 * v + 3),
        8 * 0.03,
      );
      expect(moved.map(({ at }) => at)).toEqual(of(values).map(({ at }) => at));
      moved.forEach(({ p }, i) => {
        expect(p / (of(values)[i]!.p || 1)).toBeCloseTo(of(values)[i]!.p ? 1 : 0, 6);
      });
    }
  });

  test("backwards in time they are the same places, before and after exchanged", () => {
    for (const values of series) {
      const backwards = of(values.toReversed()).toReversed();
      const places = backwards.map(({ at }) => values.length - at);
      expect(places).toEqual(of(values).map(({ at }) => at));
      backwards.forEach(({ before, after }, i) => {
        expect(after).toBeCloseTo(of(values)[i]!.before, 9);
        expect(before).toBeCloseTo(of(values)[i]!.after, 9);
      });
    }
  });

  test("every change is as large, and every segment as long, as was asked for", () => {
    for (const values of series) {
      const found = of(values);
      const places = [0, ...found.map(({ at }) => at), values.length];
      for (let i = 1; i < places.length; i++) expect(places[i]! - places[i - 1]!).toBeGreaterThanOrEqual(3);
      for (const { before, after, p } of found) {
        expect(Math.abs(after - before)).toBeGreaterThanOrEqual(0.03);
        expect(p).toBeLessThanOrEqual(0.001);
      }
    }
  });
});

test("500 values with a change every five are no burden", () => {
  const { one } = normals(3);
  const values = Array.from({ length: 500 }, (_, i) => 0.01 * one() + Math.floor(i / 5));
  expect(changes(values, SETTINGS).length).toBeGreaterThan(50);
});
