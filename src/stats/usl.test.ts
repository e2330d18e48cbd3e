import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { peakAt, type ScalePoint, throughput, usl } from "./usl.ts";

interface Case {
  readonly points: readonly (readonly [number, number])[];
  readonly lambda: number;
  readonly sigma: number;
  readonly kappa: number;
  readonly se: Readonly<Record<"lambda" | "sigma" | "kappa", number | null>>;
  readonly df: number;
  readonly residual: number;
  readonly p_linear: number;
}
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(join(import.meta.dirname, "usl.json"), "utf8"));

const like = (points: readonly (readonly [number, number])[]): ScalePoint[] =>
  points.map(([n, x]) => ({ n, x, scale: x }));
/** Two minima agree to the square root of the agreement of their sums of squares, far within any error. */
const near = (a: number, b: number, se: number | null = 0) =>
  Math.abs(a - b) <= 1e-5 * Math.abs(b) + 1e-4 * (se ?? 0);

describe("scipy's curve_fit", () => {
  test("has cases of every kind", () => {
    expect(cases.length).toBeGreaterThanOrEqual(12);
    const at = ({ sigma, kappa }: Case) => `${sigma > 0}${kappa > 0}`;
    expect(new Set(cases.map(at)).size).toBeGreaterThanOrEqual(3);
  });

  test.each(cases.map((one, i) => [i, one] as const))(
    "case %i: values, errors, residual and the test of a line",
    (_, want) => {
      const fit = usl(like(want.points));
      for (const name of ["lambda", "sigma", "kappa"] as const) {
        expect(fit?.[name].value).toSatisfy((value: number) => near(value, want[name], want.se[name]));
        const se = want.se[name];
        if (se === null) expect(fit?.[name].se).toBeNull();
        else expect(fit?.[name].se).toSatisfy((value: number) => Math.abs(value / se - 1) < 1e-3);
      }
      expect(fit?.df).toBe(want.df);
      expect(fit?.residual).toSatisfy((value: number) => near(value, want.residual));
      expect(fit?.pLinear).toSatisfy(
        (p: number) => Math.abs(p - want.p_linear) <= 1e-4 * want.p_linear + 1e-12,
      );
    },
  );
});

const laws = fc.record({
  lambda: fc.double({ min: 0.1, max: 1e5, noNaN: true }),
  sigma: fc.double({ min: 0, max: 0.9, noNaN: true }),
  kappa: fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 0.05, noNaN: true })),
});
const LEVELS = [1, 2, 4, 8, 16, 32, 64];
const exact = ({ lambda, sigma, kappa }: { lambda: number; sigma: number; kappa: number }) =>
  like(LEVELS.map((n) => [n, throughput(n, lambda, sigma, kappa)]));

test("figures that follow the law give it back", () => {
  fc.assert(
    fc.property(laws, (law) => {
      const fit = usl(exact(law))!;
      for (const name of ["lambda", "sigma", "kappa"] as const) {
        expect(Math.abs(fit[name].value - law[name])).toBeLessThanOrEqual(1e-6 * law[name] + 1e-8);
      }
      expect(fit.residual).toBeLessThan(1e-6);
    }),
  );
});

test("for any points: nothing below 0, no worse than any law tried, and the unit does not matter", () => {
  const figures = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(figures, laws, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (factors, other, unit) => {
      const points = like(LEVELS.map((n, i) => [n, throughput(n, 100, 0.1, 0.001) * factors[i]!]));
      const fit = usl(points);
      if (fit === null) return;
      const { lambda, sigma, kappa } = fit;
      expect(Math.min(sigma.value, kappa.value)).toBeGreaterThanOrEqual(0);
      const sum = (l: number, s: number, k: number) =>
        points.reduce((all, { n, x, scale }) => all + ((throughput(n, l, s, k) - x) / scale) ** 2, 0);
      const mine = sum(lambda.value, sigma.value, kappa.value);
      expect(mine).toBeLessThanOrEqual(sum(other.lambda, other.sigma, other.kappa) * (1 + 1e-9));
      expect(mine).toBeLessThanOrEqual(sum(100, 0.1, 0.001) * (1 + 1e-9));
      const scaled = usl(points.map(({ n, x }) => ({ n, x: x * unit, scale: x * unit })))!;
      expect(Math.abs(scaled.residual - fit.residual)).toBeLessThan(1e-5 * fit.residual + 1e-9);
      expect(scaled.sigma.value).toBeCloseTo(sigma.value, 4);
      expect(scaled.lambda.value / unit / lambda.value).toBeCloseTo(1, 4);
    }),
  );
});

test("intervals hold the truth as often as they say", () => {
  // 400 sets of figures whose scatter is known; 95 % of them, give or take 2.2 % (two standard errors)
  let seed = 1;
  const next = () => {
    seed = (seed * 48271) % 2147483647; // MINSTD
    return seed / 2147483647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const truth = { lambda: 1000, sigma: 0.08, kappa: 0.001 };
  const inside = { lambda: 0, sigma: 0, kappa: 0 };
  for (let i = 0; i < 400; i++) {
    const points = LEVELS.flatMap((n) =>
      [1, 2, 3].map(() => {
        const x = throughput(n, truth.lambda, truth.sigma, truth.kappa);
        return { n, x: x * (1 + 0.02 * normal()), scale: x };
      }),
    );
    const fit = usl(points)!;
    for (const name of ["lambda", "sigma", "kappa"] as const) {
      const [low, high] = fit[name].interval!;
      if (low <= truth[name] && truth[name] <= high) inside[name]++;
    }
  }
  for (const count of Object.values(inside)) expect(Math.abs(count / 400 - 0.95)).toBeLessThan(0.033);
});

test("the peak of a law is where no neighbour is higher", () => {
  fc.assert(
    fc.property(laws, ({ lambda, sigma, kappa }) => {
      const peak = peakAt(sigma, kappa);
      if (peak === null) {
        expect(throughput(1e6, lambda, sigma, kappa)).toBeGreaterThanOrEqual(lambda);
        return;
      }
      const top = throughput(peak, lambda, sigma, kappa);
      for (const n of [peak * 0.9, peak * 1.1].filter((n) => n >= 1)) {
        expect(throughput(n, lambda, sigma, kappa)).toBeLessThanOrEqual(top * (1 + 1e-12));
      }
    }),
  );
  expect([peakAt(0.1, 0), peakAt(0, 0.01), peakAt(0.99, 0.5)]).toEqual([null, 10, 1]);
});

test.each([
  ["three levels", [1, 2, 4, 4].map((n) => [n, n] as const)],
  ["a throughput of nothing", LEVELS.map((n) => [n, n === 8 ? 0 : n] as const)],
  ["less than one user", [0, 1, 2, 4].map((n) => [n, 1] as const)],
])("%s cannot be fitted", (_, points) => {
  expect(() => usl(points.map(([n, x]) => ({ n, x, scale: 1 })))).toThrow(RangeError);
});
