import { fisherCdf } from "./fisher.ts";
import {
  type Estimate,
  meanEstimate,
  NO_PRIOR,
  pValues,
  trimmedEstimate,
  unexplained,
  type VariancePrior,
} from "./location.ts";
import { hodgesLehmann, variance } from "./samples.ts";
import { startsFigures } from "./starts.ts";
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
  /** Of each pair the start it was measured in, where they are to be held against each other; null without. */
  readonly startOf?: readonly number[] | null;
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
  /** Whether starts differ by more than is expected of them, so that they, and not the pairs, are the sample. */
  readonly startsDiffer: boolean;
}

/** A p of starts being alike below which they are the sample. */
export const STARTS_DIFFER = 0.25;
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
 * Where the starts of the processes differ by more than `startSd`, as they show themselves, each is one draw: pairs
 * of the same start share its luck, and say nothing of the next one's.
 *
 * @param ratios log ratios, positive is worse; at least three
 */
export function pairFigures(ratios: readonly number[], settings: PairSettings): PairFigures {
  const { floor } = settings;
  const luck = 2 * settings.startSd ** 2;
  const extra = luck / settings.starts;
  const own = { df: ratios.length - 1, variance: Math.max(variance(ratios), floor) };
  const prior = steadying(own, settings.prior);
  const drawn = byStarts(ratios, settings, luck);
  const mean = drawn ?? meanEstimate(ratios, { prior, floor, extra });
  const trimmed = drawn ?? trimmedEstimate(ratios, { floor, extra });
  const p = [mean, trimmed].map(pValues);
  const besides = settings.beside ? besideCpu(ratios, settings.beside, settings, luck) : null;
  const asked = besides ? 3 : 2;
  const above = Math.min(...p.map((tails) => tails.above), besides?.above ?? 1);
  const below = Math.min(...p.map((tails) => tails.below), besides?.below ?? 1);
  let [low, high] = bounds(mean);
  if (ratios.length >= BOTH_BOUNDS && drawn === null) {
    const [trimmedLow, trimmedHigh] = bounds(trimmed);
    [low, high] = [Math.max(low, trimmedLow), Math.min(high, trimmedHigh)];
  }
  return {
    mean,
    trimmed,
    shift: drawn?.estimate ?? hodgesLehmann(ratios),
    asked,
    pWorse: Math.min(1, asked * above),
    pBetter: Math.min(1, asked * below),
    bounds: [low, high],
    priorUsed: prior.df > 0 && drawn === null,
    startsDiffer: drawn !== null,
  };
}

/** The estimate of starts as the sample; null where they agree, or there is nothing to tell it by. */
function byStarts(
  values: readonly number[],
  { startOf, floor }: PairSettings,
  extra: number,
): Estimate | null {
  const found = startOf ? startsFigures(values, startOf, { extra, floor }) : null;
  return found !== null && found.p < STARTS_DIFFER ? found.estimate : null;
}

/** p-values of what CPU does not explain, 1 in a direction that CPU's own change may feign. */
function besideCpu(
  ratios: readonly number[],
  cpu: readonly number[],
  settings: PairSettings,
  luck: number,
): { above: number; below: number } {
  const least = { floor: settings.floor, extra: luck / settings.starts };
  const own = [meanEstimate(cpu, least), trimmedEstimate(cpu, least)].map(pValues);
  const rest = unexplained(ratios, cpu);
  const { above, below } = pValues(byStarts(rest, settings, luck) ?? trimmedEstimate(rest, least));
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
