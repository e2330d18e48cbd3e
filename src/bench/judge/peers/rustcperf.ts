import { quantile } from "../../../stats/samples.ts";

/** Changes of history without which the fixed threshold holds. */
const LEAST = 30;
const FALLBACK = 0.002;

/**
 * rustc-perf 169b07b02 (site/src/comparison.rs): the relative change from the last point reaches
 * Q3 + 3 (Q3 − Q1) of the absolute relative changes from each point of history to the next; 0.2 % with fewer than 30
 * of these.
 *
 * @param history past medians, oldest first
 */
export function rustcPerf(history: readonly number[], current: number): boolean {
  const last = history.at(-1);
  return last !== undefined && current / last - 1 >= rustcPerfThreshold(history);
}

export function rustcPerfThreshold(history: readonly number[]): number {
  const changes = history.slice(1).map((v, i) => Math.abs(v / history[i]! - 1));
  if (changes.length < LEAST) return FALLBACK;
  const [q1, q3] = [quantile(changes, 0.25), quantile(changes, 0.75)];
  return q3 + 3 * (q3 - q1);
}
