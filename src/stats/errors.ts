import { studentSf } from "./student.ts";

/** Failures among requests, in one trial or one session. */
export interface Count {
  readonly errors: number;
  readonly requests: number;
}

/** Scatter of counts relative to binomial: a variance ratio, and its degrees of freedom. */
export interface Dispersion {
  readonly ratio: number;
  readonly df: number;
}

/**
 * Pearson's χ² over its degrees of freedom, each side around its own rate. At least 1: smaller values are chance.
 *
 * @param sides for each side its trials, all with requests
 */
export function dispersion(sides: readonly (readonly Count[])[]): Dispersion {
  const df = sides.reduce((sum, side) => sum + side.length - 1, 0);
  const chi2 = sides.reduce((sum, side) => sum + pearson(side), 0);
  return { ratio: df > 0 ? Math.max(1, chi2 / df) : 1, df };
}

/** χ² of counts around their common rate, Σ (e − N p)² / (N p); 0 without errors. */
export function pearson(side: readonly Count[]): number {
  const { errors, requests } = total(side);
  if (errors === 0) return 0;
  const rate = errors / requests;
  return side.reduce((sum, c) => sum + (c.errors - c.requests * rate) ** 2 / (c.requests * rate), 0);
}

/**
 * Tests whether head fails more often than base, where counts scatter more than binomially. Quasi-binomial: the
 * conditional test of two sums, widened by the dispersion, read with Student's t.
 *
 * @returns z and p, one-sided; z = −1 and p = 1 where neither side has an error
 * @throws RangeError where a side has no requests, or the dispersion no degrees of freedom
 */
export function errorTest(base: Count, head: Count, { ratio, df }: Dispersion): { z: number; p: number } {
  if (!(base.requests > 0 && head.requests > 0)) throw new RangeError("an error rate needs requests");
  const sum = base.errors + head.errors;
  if (sum === 0) return { z: -1, p: 1 };
  const share = head.requests / (base.requests + head.requests);
  const z = (head.errors - sum * share - 0.5) / Math.sqrt(sum * share * (1 - share) * ratio);
  return { z, p: studentSf(z, df) };
}

/** Sums over trials or sessions. */
export const total = (counts: readonly Count[]): Count => ({
  errors: counts.reduce((sum, { errors }) => sum + errors, 0),
  requests: counts.reduce((sum, { requests }) => sum + requests, 0),
});
