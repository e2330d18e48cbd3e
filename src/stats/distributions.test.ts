import fc from "fast-check";
import { expect, test } from "vitest";
import { betaPpf, betaTails, clopperPearson } from "./beta.ts";
import { fisherCdf, fisherPpf, fisherTails } from "./fisher.ts";
import { logGamma, trigamma, trigammaInverse } from "./gamma.ts";
import { normalPpf, normalTails } from "./normal.ts";
import { fitVariancePrior } from "./prior.ts";
import { studentPpf, studentSf } from "./student.ts";

/** Expected values come from 40-digit arithmetic (mpmath), unless a line states another source. */
function close(got: number, want: number, tolerance = 1e-12): void {
  expect(Math.abs(got - want), `${got} for ${want}`).toBeLessThanOrEqual(tolerance * Math.abs(want));
}

test.each([
  [0.001, 6.907178885383853],
  [0.5, 0.5723649429247001], // ln √π
  [3, Math.LN2], // ln 2!
  [7.25, 7.0521854507385395],
  [100, 359.1342053695754],
  [20_000, 178065.71824964616],
])("ln Γ(%d)", (x, want) => {
  close(logGamma(x), want, 1e-14);
});

test.each([
  [0.5, 0.5, 0.3, 0.36901011956554536, 0.6309898804344546],
  [2, 3, 0.001, 5.992003e-6, 0.999994007997],
  [200, 300, 0.41, 0.6776281647721794, 0.32237183522782065],
  [0.5, 1000, 0.01, 0.999992633602262, 7.366397738015122e-6],
  [50, 1, 0.5, 2 ** -50, 1 - 2 ** -50], // x^50
  [10, 19_991, 0.002, 0.9999999961682003, 3.831799622850619e-9],
])("I_x(%d, %d) at %d, both tails", (a, b, x, lower, upper) => {
  const tails = betaTails(a, b, x);
  close(tails.lower, lower, 1e-10);
  close(tails.upper, upper, 1e-10);
});

test.each([
  [1.5, 5, 8, 0.709769337700949, 0.290230662299051],
  [4, 2, 2, 0.8, 0.2], // x / (1 + x)
  [0.1, 7, 4, 0.0050727608200323675, 0.9949272391799676],
  [30, 3, 12, 0.9999926269675242, 7.373032475767986e-6],
])("F tails at %d with %d and %d degrees of freedom", (x, d1, d2, lower, upper) => {
  close(fisherTails(x, d1, d2).lower, lower);
  close(fisherTails(x, d1, d2).upper, upper);
});

test("F at its published 95 % points and its median", () => {
  expect(fisherPpf(0.95, 5, 10)).toBeCloseTo(3.3258, 4); // any table of F
  expect(fisherPpf(0.95, 1, 4)).toBeCloseTo(7.7086, 4);
  close(fisherPpf(0.5, 6, 6), 1); // F and 1/F are alike
  close(fisherPpf(0.5, 3, 7) * fisherPpf(0.5, 7, 3), 1);
});

test.each([
  [1.7, 0.04456546275854304], // by the series
  [1.8, 0.0359303191129258], // by the continued fraction
  [38, 2.88542835e-316],
])("normal tail beyond %d", (z, upper) => {
  close(normalTails(z).upper, upper, z > 30 ? 1e-8 : 1e-12); // doubles are coarse at 1e-316
  expect(normalTails(-z).lower).toBe(normalTails(z).upper);
});

test("trigamma near 0, and its inverse far out", () => {
  close(trigamma(0.003), 111112.7488619477);
  close(trigammaInverse(111112.7488619477), 0.003);
  close(trigammaInverse(1e9), 1e-9 ** 0.5, 1e-4); // ψ′(x) → 1/x² for x → 0
});

test("a variance prior, to more digits than the recorded answers have", () => {
  const s2 = [
    0.0027411857751058564, 0.0021011662075754124, 0.0005735274816327985, 0.000109036954027833,
    0.0002189074825380651, 0.002328965559932962, 0.00035408123423295715, 0.00017826194563977163,
    0.0001964950420101762, 0.0011586026595372463, 0.0005228313086223598, 0.0011220839841196333,
  ];
  const prior = fitVariancePrior(s2, 5, 20);
  close(prior.df, 3.608507799529633);
  close(prior.variance, 0.0005335933456864326);
});

const df = fc.double({ min: 0.5, max: 300, noNaN: true });
const p = fc.double({ min: 1e-14, max: 1 - 1e-9, noNaN: true });

test("quantiles undo tails", () => {
  fc.assert(
    fc.property(p, df, df, (q, a, b) => {
      close(betaTails(a, b, betaPpf(q, a, b)).lower, q, 1e-7); // x near 1 has few digits left
      close(fisherCdf(fisherPpf(q, a, b), a, b), q, 1e-9);
      close(studentSf(-studentPpf(q, a), a), q, 1e-9);
      close(normalTails(normalPpf(q)).lower, q, 1e-9);
    }),
    { numRuns: 300 },
  );
});

test("t² is F with one degree of freedom", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 50, noNaN: true }), df, (t, n) => {
      close(2 * studentSf(t, n), fisherTails(t * t, 1, n).upper, 1e-10);
    }),
  );
});

test("Clopper–Pearson: the tails have the promised probability, by summing the binomial", () => {
  const below = (share: number, k: number, n: number) => {
    let term = (1 - share) ** n;
    let sum = 0;
    for (let i = 0; i <= k; i++) {
      sum += term;
      term *= ((n - i) / (i + 1)) * (share / (1 - share));
    }
    return sum;
  };
  for (const [k, n] of [
    [1, 10],
    [7, 40],
    [3, 200],
  ] as const) {
    const [low, high] = clopperPearson(k, n, 0.05);
    close(below(high, k, n), 0.05, 1e-9);
    close(1 - below(low, k - 1, n), 0.05, 1e-9);
  }
});

test.each([
  ["t with no degrees of freedom", () => studentSf(1, 0)],
  ["a probability above 1", () => studentPpf(1.1, 3)],
  ["ln Γ(0)", () => logGamma(0)],
  ["a beta variable above 1", () => betaTails(1, 1, 1.5)],
  ["a share of nothing", () => clopperPearson(0, 0, 0.05)],
  ["F below 0", () => fisherTails(-1, 2, 2)],
  ["a variance of 0 for a prior", () => fitVariancePrior([0, 1], 5, 8)],
])("%s is an error, not a number", (_, f) => {
  expect(f).toThrow(RangeError);
});

test("the ends", () => {
  expect(studentPpf(0, 5)).toBe(Number.NEGATIVE_INFINITY);
  expect(studentPpf(1, 5)).toBe(Number.POSITIVE_INFINITY);
  expect(studentSf(Number.POSITIVE_INFINITY, 5)).toBe(0);
  expect(normalPpf(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(betaPpf(1, 2, 2)).toBe(1);
  expect(betaPpf(0, 2, 2)).toBe(0);
});
