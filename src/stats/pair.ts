import { fisherCdf } from "./fisher.ts";
import {
  besideEstimate,
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
  /**
   * Log ratios of CPU a request in the same pairs, for a duration or a rate: what disturbs one disturbs both. Null
   * without.
   */
  readonly beside?: readonly number[] | null;
}

/** One test of pairs at one look. */
export interface PairFigures {
  readonly mean: Estimate;
  readonly trimmed: Estimate;
  /** Hodges–Lehmann: the estimate that is printed. */
  readonly shift: number;
  /** How many estimates a p is the smallest of: 2, and 3 beside CPU. */
  readonly asked: number;
  readonly pWorse: number;
  readonly pBetter: number;
  /** One-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  readonly priorUsed: boolean;
}

/** Pairs from which on the tighter of the two intervals is used. */
const BOTH_BOUNDS = 10;
/**
 * A p of CPU's own, of its mean or its trimmed mean, below which nothing is asked beside it in that direction: where
 * CPU went down and latency did not, latency beside CPU is up, and nobody waits longer.
 */
const CPU_MOVED = 0.1;

/**
 * Whether pairs of log ratios differ from 0, asked twice: by the moderated mean, which is sharp, and by the
 * trimmed mean, which outliers cannot move. Beside CPU a third time: by what CPU does not explain. The smallest p
 * counts as often as was asked, whether or not CPU let the third be.
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
  const p = [mean, trimmed].map(pValues);
  const besides = settings.beside ? besideCpu(ratios, settings.beside, { floor, extra }) : null;
  const asked = besides ? 3 : 2;
  const above = Math.min(...p.map((tails) => tails.above), besides?.above ?? 1);
  const below = Math.min(...p.map((tails) => tails.below), besides?.below ?? 1);
  let [low, high] = bounds(mean);
  if (ratios.length >= BOTH_BOUNDS) {
    const [trimmedLow, trimmedHigh] = bounds(trimmed);
    [low, high] = [Math.max(low, trimmedLow), Math.min(high, trimmedHigh)];
  }
  return {
    mean,
    trimmed,
    shift: hodgesLehmann(ratios),
    asked,
    pWorse: Math.min(1, asked * above),
    pBetter: Math.min(1, asked * below),
    bounds: [low, high],
    priorUsed: prior.df > 0,
  };
}

/** p-values of what CPU does not explain, 1 in a direction that CPU's own change may feign. */
function besideCpu(
  ratios: readonly number[],
  cpu: readonly number[],
  settings: { floor: number; extra: number },
): { above: number; below: number } {
  const own = [meanEstimate(cpu, settings), trimmedEstimate(cpu, settings)].map(pValues);
  const { above, below } = pValues(besideEstimate(ratios, cpu, settings));
  return {
    above: own.some((p) => p.below < CPU_MOVED) ? 1 : above,
    below: own.some((p) => p.above < CPU_MOVED) ? 1 : below,
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
