import { mean, quantile, variance } from "../../../stats/samples.ts";
import { studentPpf } from "../../../stats/student.ts";

/** Points of history that the tool looks back on where it is set up as its documentation recommends. */
const MOST = 64;

/**
 * Bencher 0.6.12, `t_test` (lib/bencher_boundary): the new figure lies above the upper limit of prediction,
 * `mean + sd · √(1 + 1/K) · t⁻¹(b; K − 1)`, sd with K − 1. Recommended boundary: 0.99. Fewer than two points, or all
 * equal: no test.
 *
 * @param history past means of trials, oldest first
 */
export function bencherT(history: readonly number[], current: number, boundary = 0.99): boolean {
  return current > bencherLimit(history, boundary);
}

/** The upper limit; Infinity where there is no test. */
export function bencherLimit(history: readonly number[], boundary = 0.99): number {
  const recent = history.slice(-MOST);
  const k = recent.length;
  const sd = k < 2 ? 0 : Math.sqrt(variance(recent));
  if (sd === 0) return Number.POSITIVE_INFINITY;
  return mean(recent) + sd * Math.sqrt(1 + 1 / k) * student(boundary, k - 1);
}

/**
 * Bencher 0.6.12, `iqr` (lib/bencher_boundary): the new figure lies more than `b` interquartile ranges above the
 * median of history. `b` has no default; 3 is the documentation's example.
 */
export function bencherIqr(history: readonly number[], current: number, boundary = 3): boolean {
  const recent = history.slice(-MOST);
  if (recent.length < 2) return false;
  const range = quantile(recent, 0.75) - quantile(recent, 0.25);
  return current > quantile(recent, 0.5) + boundary * range;
}

const known = new Map<string, number>();
/** Quantiles of t: few different ones are asked for, often. */
function student(p: number, df: number): number {
  const key = `${p} ${df}`;
  const t = known.get(key) ?? studentPpf(p, df);
  known.set(key, t);
  return t;
}
