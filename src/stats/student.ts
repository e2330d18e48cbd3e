import { betaOdds, betaTails, probability, type Tails } from "./beta.ts";

/**
 * Student's t distribution. Degrees of freedom need not be whole; Infinity is not accepted (use the normal).
 *
 * t² / df are the odds of a Beta(1/2, df/2) variable.
 */
export function studentTails(t: number, df: number): Tails {
  if (!(df > 0 && df < Number.POSITIVE_INFINITY))
    throw new RangeError(`no t distribution with ${df} degrees of freedom`);
  if (Number.isNaN(t)) throw new RangeError("t is not a number");
  const square = t * t;
  const { lower, upper } =
    square === Number.POSITIVE_INFINITY
      ? { lower: 1, upper: 0 }
      : betaTails(0.5, df / 2, square / (df + square), df / (df + square));
  const far = upper / 2;
  const near = 0.5 + lower / 2; // exact where it matters: lower is small where near is not 1
  return t >= 0 ? { lower: near, upper: far } : { lower: far, upper: near };
}

/** P(T ≤ t). @throws RangeError unless df > 0 */
export const studentCdf = (t: number, df: number): number => studentTails(t, df).lower;

/** P(T > t), accurate however small. @throws RangeError unless df > 0 */
export const studentSf = (t: number, df: number): number => studentTails(t, df).upper;

/** The t with P(T ≤ t) = p; ∓Infinity for p = 0 and 1. @throws RangeError unless p is in [0, 1] and df > 0 */
export function studentPpf(p: number, df: number): number {
  probability(p);
  if (!(df > 0)) throw new RangeError(`no t distribution with ${df} degrees of freedom`);
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  const odds = betaOdds(0.5, df / 2, { lower: 1 - 2 * tail, upper: 2 * tail });
  const t = Math.sqrt(df * odds);
  return p < 0.5 ? -t : t;
}
