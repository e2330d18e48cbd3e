import { mean, variance } from "../../../stats/samples.ts";

/** Commits that the tool looks back on. */
const MOST = 100;

/**
 * conbench 3af4a552 (conbench/api/compare.py): z = (x − mean)/sd of history, above 5. A result is the best of its
 * repetitions.
 *
 * @param history smallest trial of each past session, oldest first
 */
export function conbench(history: readonly number[], current: number, threshold = 5): boolean {
  const recent = history.slice(-MOST);
  if (recent.length < 2) return false;
  const sd = Math.sqrt(variance(recent));
  return sd > 0 && (current - mean(recent)) / sd > threshold;
}
