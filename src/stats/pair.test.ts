import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stream } from "../base/random.ts";
import { fisherPpf } from "./fisher.ts";
import { interval, NO_PRIOR, trimmedEstimate, unexplained } from "./location.ts";
import { effectiveStarts, pairFigures } from "./pair.ts";
import { hodgesLehmann, mean, median, trimmed, variance } from "./samples.ts";

/** Samples with ties, because instruments are coarse. */
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

test("the trimmed mean is the mean after a fifth is cut off at each end", () => {
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
      // Winsorised: cut values are replaced by the smallest and largest of the rest.
      const pulled = [...rest, ...Array(cut).fill(Math.min(...rest)), ...Array(cut).fill(Math.max(...rest))];
      expect(variance(winsorised)).toBeCloseTo(variance(pulled), 12);
    }),
  );
});

test("starts count by their shares, tried out", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }), (starts) => {
      // The probability that two pairs, drawn with replacement, are of the same start.
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

describe("with a companion", () => {
  const values = [0.05, 0.01, -0.03, 0.02, 0.04, -0.01];
  test.each([
    ["one that says nothing", [0, 0, 0, 0, 0, 0], values],
    ["one that says all", values, [0, 0, 0, 0, 0, 0]],
    ["half of it: a slope of 2 is held at 1", values.map((v) => v / 2), values.map((v) => v / 2)],
    ["the contrary: a slope of −1 is held at 0", values.map((v) => -v), values],
    // Σvc/Σc² = (.05·.1)/(.1²) = ½
    ["a single disturbance", [0.1, 0, 0, 0, 0, 0], [0, 0.01, -0.03, 0.02, 0.04, -0.01]],
  ])("%s", (_, companions, left) => {
    const want = [...left].sort((a, b) => a - b).slice(1, 5); // a fifth of six is one
    const { estimate, df } = trimmedEstimate(unexplained(values, companions), { floor: 1e-6 });
    expect(estimate).toBeCloseTo(mean(want), 14);
    expect(df).toBe(3);
  });

  test("needs one a value", () => {
    expect(() => unexplained(values, [0])).toThrow(RangeError);
  });

  const settings = { prior: NO_PRIOR, startSd: 0, starts: 1, floor: 1e-6 };
  /** Shared noise with outliers, and separate noise. */
  const disturbed = (n: number, next: () => number) => {
    const centred = () => next() + next() - 1;
    const both = Array.from({ length: n }, () => centred() * (next() < 0.1 ? 0.5 : 0.05));
    return [both.map((v) => v + 0.01 * centred()), both.map((v) => v + 0.01 * centred())] as const;
  };

  test("holds its level: of all ways to name the sides, one in twenty at most has p ≤ 0.05", () => {
    const next = stream(3);
    let [few, all] = [0, 0];
    for (let drawn = 0; drawn < 10; drawn++) {
      const [latency, cpu] = disturbed(10, next);
      for (let names = 0; names < 1 << 10; names++) {
        const named = (v: number, i: number) => (names & (1 << i) ? -v : v);
        if (pairFigures(latency.map(named), { ...settings, companion: cpu.map(named) }).pWorse <= 0.05) few++;
        all++;
      }
    }
    expect(few / all).toBeLessThanOrEqual(0.05);
    expect(few).toBeGreaterThan(0);
  });

  test("detects a change hidden by noise, in both directions", () => {
    const [latency, cpu] = disturbed(20, stream(4));
    const slower = latency.map((v) => v + 0.05);
    const [alone, beside] = [settings, { ...settings, companion: cpu }].map(
      (s) => pairFigures(slower, s).pWorse,
    );
    expect(beside!).toBeLessThan(alone! / 100);
    const faster = pairFigures(
      slower.map((v) => -v),
      { ...settings, companion: cpu.map((v) => -v) },
    );
    expect(faster.pBetter).toBeCloseTo(beside!, 12);
  });

  test("is not used where CPU fell and latency did not", () => {
    const [latency, cpu] = disturbed(20, stream(5));
    const cheaper = cpu.map((v) => v - 0.1);
    const alone = pairFigures(latency, settings);
    const beside = pairFigures(latency, { ...settings, companion: cheaper });
    expect(beside.pWorse).toBeCloseTo(Math.min(1, 1.5 * alone.pWorse), 12); // asked three times, answered twice
  });
});
