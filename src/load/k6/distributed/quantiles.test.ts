import fc from "fast-check";
import { expect, test } from "vitest";
import { QUANTILES } from "../../../model/metric.ts";
import { GRID, type Quantiled, union } from "./quantiles.ts";

/** As k6 calculates a quantile (`TrendSink.P` of k6 1.8): between the samples around the index (n − 1) · p. */
function quantile(sorted: readonly number[], percentile: number): number {
  const index = (percentile / 100) * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(index)]!, sorted[Math.ceil(index)]!];
  return low + (high - low) * (index - Math.floor(index));
}

const ascending = (samples: readonly number[]) => [...samples].sort((a, b) => a - b);

function reported(samples: readonly number[]): Quantiled {
  const sorted = ascending(samples);
  return {
    n: sorted.length,
    min: sorted[0]!,
    max: sorted.at(-1)!,
    quantile: (percentile) => quantile(sorted, percentile),
  };
}

/** What sums of such numbers lose by rounding. */
const ROUNDING = 1e-9 * 1e4;

const parts = fc.array(
  fc.oneof(
    fc.array(fc.double({ min: 0, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 40 }),
    fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3_000 }), // many ties
  ),
  { minLength: 1, maxLength: 5 },
);

test("the quantile of the union lies within the error, whatever the parts", () => {
  fc.assert(
    fc.property(parts, (all) => {
      const merged = union(all.map(reported));
      const whole = ascending(all.flat());
      for (const percentile of QUANTILES) {
        const { value, error } = merged(percentile);
        const truth = quantile(whole, percentile);
        expect(Math.abs(truth - value)).toBeLessThanOrEqual(error + ROUNDING);
      }
    }),
    { numRuns: 200 },
  );
});

test("one part alone keeps the quantiles that were asked for", () => {
  const samples = Array.from({ length: 20_001 }, (_, i) => i * 0.5);
  const merged = union([reported(samples)]);
  // (20001 − 1) · p is whole for each tenth of a percent: the quantile is a sample
  for (const percentile of GRID.slice(0, 999)) {
    expect(merged(percentile).value).toBeCloseTo(quantile(samples, percentile), 6);
  }
});

test("a thousandth of the samples is the most that the error spans", () => {
  // 3 × 100,000 samples, of which value and rank are one: 0 … 299,999 dealt out in turn
  const dealt = [0, 1, 2].map((first) => Array.from({ length: 100_000 }, (_, i) => 3 * i + first));
  const merged = union(dealt.map(reported));
  for (const percentile of [1, 50, 95, 99]) {
    const { value, error } = merged(percentile);
    expect(Math.abs(value - (percentile / 100) * 299_999)).toBeLessThanOrEqual(error + 1e-6);
    expect(error).toBeLessThanOrEqual(300); // a bucket has 0.1 % of 300,000 ranks, of which half are the error, and 1 or 2 at its borders
    expect(error).toBeGreaterThan(100);
  }
  expect(merged(99.99).error).toBeLessThanOrEqual(30); // there the buckets have 0.01 %
});

test("parts of very different sizes and speeds", () => {
  // 9 of 10 samples are 1, the slow part's are 100: p90 is the last 1 or the first 100, p95 is 100
  const merged = union([reported(Array(900).fill(1)), reported(Array(100).fill(100))]);
  expect(merged(50)).toEqual({ value: 1, error: 0 });
  expect(merged(95)).toEqual({ value: 100, error: 0 });
  expect(merged(90).value).toBeCloseTo(1 + 99 * (0.9 * 999 - 899), 9); // 899.1: a tenth of the way
});

test("nothing has no quantiles", () => {
  expect(() => union([])).toThrow("nothing");
});
