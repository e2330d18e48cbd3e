import { fisherCdf } from "./fisher.ts";
import {
  type Estimate,
  meanEstimate,
  NO_PRIOR,
  pValues,
  trimmedEstimate,
  type VariancePrior,
} from "./location.ts";
import { hodgesLehmann, variance } from "./samples.ts";
import { studentPpf } from "./student.ts";

/** What a test of pairs knows beside its pairs. All variances are of log ratios. */
export interface PairSettings {
  readonly prior: VariancePrior;
  /** Standard deviation between starts of one process, a log ratio. */
  readonly startSd: number;
  /** Effective number of starts, ≥ 1. */
  readonly starts: number;
  /** Least variance of one pair. */
  readonly floor: number;
}

/** One test of pairs at one look. */
export interface PairFigures {
  readonly mean: Estimate;
  readonly trimmed: Estimate;
  /** Hodges–Lehmann: the estimate that is printed. */
  readonly shift: number;
  readonly pWorse: number;
  readonly pBetter: number;
  /** One-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  readonly priorUsed: boolean;
}

/** Pairs from which on the tighter of the two intervals is used. */
const BOTH_BOUNDS = 10;

/**
 * Whether pairs of log ratios differ from 0, asked twice: by the moderated mean, which is sharp, and by the
 * trimmed mean, which outliers cannot move. The smaller p counts double for having been asked twice.
 *
 * @param ratios log ratios, positive is worse; at least three
 */
export function pairFigures(ratios: readonly number[], settings: PairSettings): PairFigures {
  const { floor } = settings;
  const extra = (2 * settings.startSd ** 2) / settings.starts;
  const own = { df: ratios.length - 1, variance: Math.max(variance(ratios), floor) };
  const prior = steadying(own, settings.prior);
  const mean = meanEstimate(ratios, { prior, floor, extra });
  const trimmed = trimmedEstimate(ratios, { floor, extra });
  const [m, y] = [pValues(mean), pValues(trimmed)];
  let [low, high] = bounds(mean);
  if (ratios.length >= BOTH_BOUNDS) {
    const [trimmedLow, trimmedHigh] = bounds(trimmed);
    [low, high] = [Math.max(low, trimmedLow), Math.min(high, trimmedHigh)];
  }
  return {
    mean,
    trimmed,
    shift: hodgesLehmann(ratios),
    pWorse: Math.min(1, 2 * Math.min(m.above, y.above)),
    pBetter: Math.min(1, 2 * Math.min(m.below, y.below)),
    bounds: [low, high],
    priorUsed: prior.df > 0,
  };
}

/** The prior, unless today is noisier than its median guess: it may steady a test, never sharpen it. */
function steadying(own: VariancePrior, prior: VariancePrior): VariancePrior {
  if (prior.df <= 0) return NO_PRIOR;
  // s²/s₀² beyond the median of F; its distribution function costs a quarter of its quantile.
  return fisherCdf(own.variance / prior.variance, own.df, prior.df) > 0.5 ? NO_PRIOR : prior;
}

/**
 * Effective number of starts, 1/Σ(nᵢ/n)²: as many as there are where each has as many pairs, fewer where one has
 * most.
 *
 * @param starts of each pair the start it was measured in, at least one
 */
export function effectiveStarts(starts: readonly number[]): number {
  if (starts.length === 0) throw new RangeError("no start of no pairs");
  const counts = new Map<number, number>();
  for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1);
  return starts.length ** 2 / [...counts.values()].reduce((sum, n) => sum + n * n, 0);
}

/** t(.95, df) of few different df is asked for very often: remembered, and forgotten where they are many. */
const bounds95 = new Map<number, number>();

/** Both one-sided 95 % bounds, as `interval(estimate, 0.05)` gives them. */
function bounds({ estimate, se, df }: Estimate): [low: number, high: number] {
  if (bounds95.size > 5_000) bounds95.clear();
  const t = bounds95.get(df) ?? studentPpf(0.95, df);
  bounds95.set(df, t);
  return [estimate - t * se, estimate + t * se];
}
