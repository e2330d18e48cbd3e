import { mean, quantile, variance } from "../../../stats/samples.ts";

const LEVEL = 0.05;
/** A change within 1 % is noise to it. */
const NOISE = 0.01;
/** criterion resamples 100,000 times; a thousand tell p = 0.05 to ± 0.7 points. */
export const RESAMPLES = 1000;

/**
 * criterion.rs (src/report.rs, and its analysis/compare): a bootstrap t-test with p < 0.05, and then the whole 95 %
 * bootstrap interval of the relative change of the means above 1 %.
 *
 * @param uniform random numbers in [0, 1)
 */
export function criterion(
  base: readonly number[],
  head: readonly number[],
  uniform: () => number,
  resamples = RESAMPLES,
): boolean {
  const changes: number[] = [];
  for (let i = 0; i < resamples; i++) {
    changes.push(mean(drawn(head, head.length, uniform)) / mean(drawn(base, base.length, uniform)) - 1);
  }
  if (quantile(changes, 0.025) <= NOISE) return false; // not asked for its p: both are needed
  return bootstrapP(base, head, uniform, resamples) < LEVEL;
}

/** Two-sided p: how often the t of two samples drawn from both together lies beyond the t that was seen. */
export function bootstrapP(
  base: readonly number[],
  head: readonly number[],
  uniform: () => number,
  resamples = RESAMPLES,
): number {
  const seen = welch(base, head);
  const both = [...base, ...head];
  let below = 0;
  for (let i = 0; i < resamples; i++) {
    const t = welch(drawn(both, base.length, uniform), drawn(both, head.length, uniform));
    if (t < seen) below++;
  }
  return (2 * Math.min(below, resamples - below)) / resamples;
}

function welch(base: readonly number[], head: readonly number[]): number {
  const se = Math.sqrt(variance(base) / base.length + variance(head) / head.length);
  return se === 0 ? 0 : (mean(head) - mean(base)) / se;
}

const drawn = (values: readonly number[], n: number, uniform: () => number): number[] =>
  Array.from({ length: n }, () => values[Math.floor(uniform() * values.length)]!);
