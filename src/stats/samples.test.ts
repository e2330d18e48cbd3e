import fc from "fast-check";
import { expect, test } from "vitest";
import { dispersion, errorTest, pearson } from "./errors.ts";
import { meanEstimate, moderated, NO_PRIOR, predictiveEstimate } from "./location.ts";
import { adjusted, rejected } from "./multiplicity.ts";
import { pairFigures } from "./pair.ts";
import { hodgesLehmann, mean, median, quantile, trimmed, variance } from "./samples.ts";

test.each([
  ["mean", () => mean([])],
  ["median", () => median([])],
  ["variance of one", () => variance([1])],
  ["Hodges–Lehmann", () => hodgesLehmann([])],
  ["trimmed", () => trimmed([], 0.2)],
  ["NaN", () => median([1, Number.NaN])],
  ["quantile 1.5", () => quantile([1], 1.5)],
  ["a mean of one value without a prior", () => meanEstimate([1])],
  [
    "errors of no requests",
    () => errorTest({ errors: 0, requests: 0 }, { errors: 1, requests: 9 }, { ratio: 1, df: 9 }),
  ],
])("%s of nothing is an error, never 0", (_, f) => {
  expect(f).toThrow(RangeError);
});

test("samples by hand", () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(variance([1, 2, 6])).toBe(7); // (4 + 1 + 9) / 2
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(hodgesLehmann([0, 1, 5])).toBe(1.75); // 0 .5 1 | 2.5 3 5: the middle of 1 and 2.5
  // 20 % of 5 is one at each end
  expect(trimmed([9, 1, 5, 4, -7], 0.2)).toEqual({ mean: 10 / 3, winsorised: [5, 1, 5, 4, 1], kept: 3 });
});

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

test("order does not matter, a sample is left as it was, and shifts go through", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: -1000, max: 1000 }), (sample, shift) => {
      const before = [...sample];
      const reversed = [...sample].reverse();
      for (const f of [median, hodgesLehmann, (v: number[]) => trimmed(v, 0.2).mean]) {
        expect(f(reversed)).toBeCloseTo(f(sample), 6);
        expect(f(sample.map((v) => v + shift))).toBeCloseTo(f(sample) + shift, 6);
      }
      expect(sample).toEqual(before);
    }),
  );
});

test("Benjamini–Hochberg against its definition, tried out", () => {
  const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(family, fc.constantFrom(0.005, 0.05, 0.5), (p, q) => {
      // The largest k such that k of the p are at most q k / m; the k smallest are rejected.
      const k = p.reduce(
        (most, _, i) => (p.filter((v) => (v * p.length) / (i + 1) <= q).length >= i + 1 ? i + 1 : most),
        0,
      );
      const bound = k === 0 ? -1 : [...p].sort((a, b) => a - b)[k - 1]!;
      expect(rejected(p, q)).toEqual(p.map((v) => v <= bound));
    }),
  );
  expect(adjusted([])).toEqual([]);
});

test("a prior steadies a variance by its weight", () => {
  // 2 degrees at 4 and 6 at 8: (8 + 48) / 8
  expect(moderated({ df: 2, variance: 4 }, { df: 6, variance: 8 })).toEqual({ df: 8, variance: 7 });
  expect(moderated({ df: 2, variance: 4 }, NO_PRIOR)).toEqual({ df: 2, variance: 4 });
  expect(() => moderated(NO_PRIOR, NO_PRIOR)).toThrow(RangeError);
});

test("one stored session is judged by the prior alone", () => {
  const { estimate, se, df } = predictiveEstimate([7], 7.1, { df: 4, variance: 0.0025 });
  expect(estimate).toBeCloseTo(0.1, 12);
  expect(se).toBeCloseTo(0.05 * Math.SQRT2, 12); // its own spread and the session's
  expect(df).toBe(4);
});

test("dispersion: per side around its own rate, never below chance", () => {
  const of = (...errors: number[]) => errors.map((e) => ({ errors: e, requests: 100 }));
  expect(pearson(of(2, 4, 6))).toBe(2); // mean 4: (4 + 0 + 4) / 4
  expect(dispersion([of(2, 4, 6), of(0, 0)])).toEqual({ ratio: 1, df: 3 }); // 2 / 3, raised to 1
  expect(dispersion([of(0, 12), of(1, 1)])).toEqual({ ratio: 6, df: 2 }); // (36 + 36) / 6 = 12, over 2
});

test("swapping the sides of all pairs swaps both p", () => {
  const ratios = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 6, maxLength: 20 });
  fc.assert(
    fc.property(ratios, (r) => {
      const settings = { prior: { df: 4, variance: 1e-4 }, startSd: 0.002, starts: 3, floor: 1e-6 };
      const there = pairFigures(r, settings);
      const back = pairFigures(
        r.map((v) => -v),
        settings,
      );
      expect(back.pWorse).toBeCloseTo(there.pBetter, 10);
      expect(back.shift).toBeCloseTo(-there.shift, 10);
      expect(back.bounds[0]).toBeCloseTo(-there.bounds[1], 10);
    }),
  );
});
