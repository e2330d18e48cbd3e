import { probability, type Tails } from "./beta.ts";
import { root } from "./root.ts";

/** Both tails of the standard normal distribution at z. @throws RangeError for NaN */
export function normalTails(z: number): Tails {
  if (Number.isNaN(z)) throw new RangeError("z is not a number");
  const x = Math.abs(z) / Math.SQRT2;
  const central = x < 1.25 ? erf(x) : undefined;
  const far = central === undefined ? erfc(x) / 2 : (1 - central) / 2;
  const near = 1 - far;
  return z >= 0 ? { lower: near, upper: far } : { lower: far, upper: near };
}

/** P(Z ≤ z). */
export const normalCdf = (z: number): number => normalTails(z).lower;

/** The z with P(Z ≤ z) = p; ∓Infinity for p = 0 and 1. @throws RangeError unless p is in [0, 1] */
export function normalPpf(p: number): number {
  probability(p);
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  if (tail === 0) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const goal = Math.log(tail);
  const z = root(
    (at) => {
      const { upper } = normalTails(at);
      if (upper === 0) return [1e9, Number.NaN];
      return [goal - Math.log(upper), Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI) / upper];
    },
    0,
    40, // the tail at 38.5 is the smallest double
    Math.sqrt(-2 * Math.log(2 * tail)),
  );
  return p < 0.5 ? -z : z;
}

/** Maclaurin series with positive terms only (Abramowitz & Stegun 7.1.6), for small x ≥ 0. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return ((2 * sum) / Math.sqrt(Math.PI)) * Math.exp(-x * x);
}

/** Continued fraction of Laplace (Abramowitz & Stegun 7.1.14), from the tail inwards; x not near 0. */
function erfc(x: number): number {
  let f = 0;
  for (let n = 120; n >= 1; n--) f = n / 2 / (x + f);
  return Math.exp(-x * x) / (x + f) / Math.sqrt(Math.PI);
}
