import { fisherPpf } from "./fisher.ts";
import {
  type Estimate,
  interval,
  meanEstimate,
  NO_PRIOR,
  pValues,
  trimmedEstimate,
  type VariancePrior,
} from "./location.ts";
import { hodgesLehmann, variance } from "./samples.ts";

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
  let [low, high] = interval(mean, 0.05);
  if (ratios.length >= BOTH_BOUNDS) {
    const [trimmedLow, trimmedHigh] = interval(trimmed, 0.05);
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
  return own.variance / prior.variance > fisherPpf(0.5, own.df, prior.df) ? NO_PRIOR : prior;
}
