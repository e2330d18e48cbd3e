import { betaOdds, betaTails, probability, type Tails } from "./beta.ts";

/**
 * Fisher's F distribution: d1 x / d2 are the odds of a Beta(d1/2, d2/2) variable.
 *
 * @param x ≥ 0
 * @throws RangeError unless both degrees of freedom are above 0
 */
export function fisherTails(x: number, d1: number, d2: number): Tails {
  if (!(x >= 0)) throw new RangeError(`an F ratio is at least 0, not ${x}`);
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 };
  return betaTails(d1 / 2, d2 / 2, (d1 * x) / (d1 * x + d2), d2 / (d1 * x + d2));
}

/** P(F ≤ x). */
export const fisherCdf = (x: number, d1: number, d2: number): number => fisherTails(x, d1, d2).lower;

/** The x with P(F ≤ x) = p. @throws RangeError unless p is in [0, 1] and both degrees of freedom are above 0 */
export function fisherPpf(p: number, d1: number, d2: number): number {
  probability(p);
  if (!(d1 > 0 && d2 > 0)) throw new RangeError(`no F distribution with ${d1} and ${d2} degrees of freedom`);
  return (d2 / d1) * betaOdds(d1 / 2, d2 / 2, { lower: p, upper: 1 - p });
}
