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

/** The properties of a test of pairs, apart from the pairs. All variances are of log ratios. */
export interface PairSettings {
  readonly prior: VariancePrior;
  /** Standard deviation between starts of one process, a log ratio. */
  readonly startSd: number;
  /** Effective number of starts, ≥ 1. */
  readonly starts: number;
  /** Lower limit for the variance of one pair. */
  readonly floor: number;
  /** Log ratios of CPU per request in the same pairs, for a duration or rate that shares its noise; null without. */
  readonly companion?: readonly number[] | null;
  /** The start of each pair, to compare starts with each other; null without. */
  readonly startOf?: readonly number[] | null;
}

/** One test of pairs at one look. */
export interface PairFigures {
  readonly mean: Estimate;
  readonly trimmed: Estimate;
  /** Hodges–Lehmann: the printed estimate. */
  readonly shift: number;
  /** Number of estimates whose p-values compete: 2, or 3 with CPU. The smallest p is multiplied by it. */
  readonly asked: number;
  readonly pWorse: number;
  readonly pBetter: number;
  /** One-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  readonly priorUsed: boolean;
  /** Whether starts differ by more than expected, so that they are the sample instead of the pairs. */
  readonly startsDiffer: boolean;
}

/** The number of p-values of which a test takes the smallest. @param companion whether another metric accompanies it */
export const askedWith = (companion: boolean): number => (companion ? 3 : 2);

/** P-value of "starts do not differ" below which starts are the sample. */
export const STARTS_DIFFER = 0.25;
/** Pairs from which on the tighter of the two intervals is used. */
const BOTH_BOUNDS = 10;
/**
 * P-value of a change of CPU below which the CPU-adjusted test is not used in that direction. Where CPU fell and latency
 * did not, the adjusted latency rises although nobody waits longer.
 */
const CPU_MOVED = 0.1;

/**
 * Tests whether pairs of log ratios differ from 0, by two estimates: the moderated mean, which is sensitive, and the
 * trimmed mean, which outliers cannot move. With CPU, a third tests the part that CPU does not explain. The smallest p is
 * multiplied by their number, also where CPU's own change excludes the third.
 *
 * Where process starts differ by more than `startSd`, each start is one draw, because pairs of one start share its
 * start-up variance.
 *
 * @param ratios log ratios, positive is worse; at least three
 */
export function pairFigures(ratios: readonly number[], settings: PairSettings): PairFigures {
  const { floor } = settings;
  const startVariance = 2 * settings.startSd ** 2;
  const extra = startVariance / settings.starts;
  const own = { df: ratios.length - 1, variance: Math.max(variance(ratios), floor) };
  const prior = steadying(own, settings.prior);
  const drawn = byStarts(ratios, settings, startVariance);
  const mean = drawn ?? meanEstimate(ratios, { prior, floor, extra });
  const trimmed = drawn ?? trimmedEstimate(ratios, { floor, extra });
  const p = [mean, trimmed].map(pValues);
  const adjusted = settings.companion
    ? cpuAdjusted(ratios, settings.companion, settings, startVariance)
    : null;
  const asked = askedWith(adjusted !== null);
  const above = Math.min(...p.map((tails) => tails.above), adjusted?.above ?? 1);
  const below = Math.min(...p.map((tails) => tails.below), adjusted?.below ?? 1);
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

/** The estimate with starts as the sample; null where starts agree, or cannot be compared. */
function byStarts(
  values: readonly number[],
  { startOf, floor }: PairSettings,
  extra: number,
): Estimate | null {
  const found = startOf ? startsFigures(values, startOf, { extra, floor }) : null;
  return found !== null && found.p < STARTS_DIFFER ? found.estimate : null;
}

/** p-values of the part that CPU does not explain; 1 in a direction that a change of CPU could imitate. */
function cpuAdjusted(
  ratios: readonly number[],
  cpu: readonly number[],
  settings: PairSettings,
  startVariance: number,
): { above: number; below: number } {
  const least = { floor: settings.floor, extra: startVariance / settings.starts };
  const own = [meanEstimate(cpu, least), trimmedEstimate(cpu, least)].map(pValues);
  const rest = unexplained(ratios, cpu);
  const { above, below } = pValues(byStarts(rest, settings, startVariance) ?? trimmedEstimate(rest, least));
  return {
    above: own.some((p) => p.below < CPU_MOVED) ? 1 : above,
    below: own.some((p) => p.above < CPU_MOVED) ? 1 : below,
  };
}

/** The prior, unless today is noisier than the prior's median: a prior may steady a test, not sharpen it. */
function steadying(own: VariancePrior, prior: VariancePrior): VariancePrior {
  if (prior.df <= 0) return NO_PRIOR;
  // s²/s₀² beyond the median of F; the distribution function costs a quarter of the quantile.
  return fisherCdf(own.variance / prior.variance, own.df, prior.df) > 0.5 ? NO_PRIOR : prior;
}

/**
 * Effective number of starts, 1/Σ(nᵢ/n)²: their number where each has as many pairs, fewer where pairs are uneven.
 *
 * @param starts the start of each pair, at least one
 */
export function effectiveStarts(starts: readonly number[]): number {
  if (starts.length === 0) throw new RangeError("effective starts need at least one pair");
  const counts = new Map<number, number>();
  for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1);
  return starts.length ** 2 / [...counts.values()].reduce((sum, n) => sum + n * n, 0);
}

/** Cache of t(.95, df): the same few df recur often. Cleared when it grows. */
const bounds95 = new Map<number, number>();

/** Both one-sided 95 % bounds, equal to `interval(estimate, 0.05)`. */
function bounds({ estimate, se, df }: Estimate): [low: number, high: number] {
  if (bounds95.size > 5_000) bounds95.clear();
  const t = bounds95.get(df) ?? studentPpf(0.95, df);
  bounds95.set(df, t);
  return [estimate - t * se, estimate + t * se];
}
