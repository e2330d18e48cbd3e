import fc from "fast-check";
import { expect, test } from "vitest";
import { fisherPpf } from "./fisher.ts";
import { interval } from "./location.ts";
import { effectiveStarts, pairFigures } from "./pair.ts";
import { hodgesLehmann, mean, median, trimmed, variance } from "./samples.ts";

/** Samples with ties in them, because instruments are coarse. */
const sample = fc.array(
  fc.oneof(fc.double({ min: -0.5, max: 0.5, noNaN: true }), fc.constantFrom(-0.01, 0, 0.01, 0.02)),
  { minLength: 6, maxLength: 30 },
);

test("Hodges–Lehmann is the median of all means of two, tried out", () => {
  fc.assert(
    fc.property(sample, (values) => {
      const means = values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2));
      expect(hodgesLehmann(values)).toBeCloseTo(median(means), 14);
    }),
  );
});

test("the trimmed mean is the mean of what is left after a fifth is taken off each end", () => {
  fc.assert(
    fc.property(sample, (values) => {
      const rest = [...values];
      const cut = Math.floor(values.length / 5);
      for (let i = 0; i < cut; i++) {
        rest.splice(rest.indexOf(Math.min(...rest)), 1);
        rest.splice(rest.indexOf(Math.max(...rest)), 1);
      }
      const { mean: centre, winsorised, kept } = trimmed(values, 0.2);
      expect(centre).toBeCloseTo(mean(rest), 12);
      expect(kept).toBe(rest.length);
      // Winsorised: what was cut is back as the least and the largest of what is left.
      const pulled = [...rest, ...Array(cut).fill(Math.min(...rest)), ...Array(cut).fill(Math.max(...rest))];
      expect(variance(winsorised)).toBeCloseTo(variance(pulled), 12);
    }),
  );
});

test("starts count by their shares, tried out", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }), (starts) => {
      // The chance that two pairs, drawn with replacement, are of the same start.
      const same = starts.reduce((n, a) => n + starts.filter((b) => a === b).length, 0) / starts.length ** 2;
      expect(effectiveStarts(starts)).toBeCloseTo(1 / same, 10);
    }),
  );
  expect(() => effectiveStarts([])).toThrow(RangeError);
});

test("the bounds and the fate of the prior, by their definitions", () => {
  fc.assert(
    fc.property(
      sample,
      fc.double({ min: 1e-4, max: 0.3, noNaN: true }),
      fc.constantFrom(0, 2.5, 8),
      (r, sd, df) => {
        const prior = { df, variance: sd ** 2 };
        const got = pairFigures(r, { prior, startSd: 0.002, starts: 2, floor: 1e-6 });
        const s2 = Math.max(variance(r), 1e-6);
        expect(got.priorUsed).toBe(df > 0 && s2 / prior.variance <= fisherPpf(0.5, r.length - 1, df || 1));
        const [low, high] = interval(got.mean, 0.05);
        const [trimmedLow, trimmedHigh] = interval(got.trimmed, 0.05);
        const both = r.length >= 10;
        expect(got.bounds[0]).toBeCloseTo(both ? Math.max(low, trimmedLow) : low, 12);
        expect(got.bounds[1]).toBeCloseTo(both ? Math.min(high, trimmedHigh) : high, 12);
      },
    ),
  );
});
