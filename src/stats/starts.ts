import { fisherTails } from "./fisher.ts";
import type { Estimate } from "./location.ts";
import { mean } from "./samples.ts";

/** The result of comparing the starts of a sample. */
export interface StartsFigures {
  /** P(F ≥ observed) if starts differed by no more than `extra`; small where they differ more. */
  readonly p: number;
  /** The estimate with starts as the sample. */
  readonly estimate: Estimate;
}

/** Variances of a sample of process starts. */
export interface StartVariances {
  /** Of one value within its start. */
  readonly within: number;
  /** Of a start, beyond what its values explain. */
  readonly between: number;
}

/**
 * The variance of one value and that between starts, after DerSimonian and Laird (1986).
 *
 * @param floor lower limit for the variance of one value
 * @returns null for fewer than two starts, or one value in each
 */
export function startVariances(
  values: readonly number[],
  starts: readonly number[],
  floor: number,
): StartVariances | null {
  const groups = grouped(values, starts);
  const within = withinStarts(groups, floor);
  return within === null ? null : { within, between: Math.max(0, betweenStarts(groups, within)) };
}

/**
 * Process starts as a random effect: tests whether their means differ by more than the values within them and `extra`
 * explain, and gives the estimate for the case that they do.
 *
 * Starts are weighted by 1/(s²/nᵢ + τ²), τ² after DerSimonian and Laird (1986). The standard error is that of Hartung and
 * Knapp (2001): of the weighted means, with one degree of freedom fewer than starts.
 *
 * @param values at least one per start
 * @param starts the start of each value
 * @param extra  expected variance between starts
 * @param floor  lower limit for the variance of one value
 * @returns null for fewer than two starts, or one value in each
 */
export function startsFigures(
  values: readonly number[],
  starts: readonly number[],
  { extra, floor }: { readonly extra: number; readonly floor: number },
): StartsFigures | null {
  const groups = grouped(values, starts);
  const variance = withinStarts(groups, floor);
  if (variance === null) return null;
  const [between, within] = [groups.length - 1, values.length - groups.length];
  const spread = scatter(groups, (n) => 1 / (variance / n + extra));
  const { upper } = fisherTails(spread.squares / between, between, within);
  const tau = Math.max(extra, betweenStarts(groups, variance));
  const { centre, weight, squares: q } = scatter(groups, (n) => 1 / (variance / n + tau));
  // Never below the standard error of the values within: a few starts may agree by chance.
  const se = Math.sqrt(Math.max(q / between, 1) / weight);
  return { p: upper, estimate: { estimate: centre, se, df: between } };
}

interface Group {
  readonly n: number;
  readonly mean: number;
  /** Sum of squared differences from the mean. */
  readonly squares: number;
}

function grouped(values: readonly number[], starts: readonly number[]): Group[] {
  const of = new Map<number, number[]>();
  for (const [i, value] of values.entries()) {
    const start = starts[i];
    if (start === undefined) throw new RangeError("every value needs a start");
    const group = of.get(start);
    if (group) group.push(value);
    else of.set(start, [value]);
  }
  return [...of.values()].map((all) => {
    const centre = mean(all);
    return { n: all.length, mean: centre, squares: all.reduce((sum, v) => sum + (v - centre) ** 2, 0) };
  });
}

/** The pooled variance of a value within its start; null for fewer than two starts, or one value in each. */
function withinStarts(groups: readonly Group[], floor: number): number | null {
  const df = groups.reduce((sum, { n }) => sum + n - 1, 0);
  if (groups.length < 2 || df < 1) return null;
  return Math.max(groups.reduce((sum, { squares }) => sum + squares, 0) / df, floor);
}

/** The variance between starts; below 0 where they differ by less than their values. */
function betweenStarts(groups: readonly Group[], variance: number): number {
  const { weight, weights, squares } = scatter(groups, (n) => n / variance);
  const size = weight - weights.reduce((sum, w) => sum + w * w, 0) / weight;
  return (squares - (groups.length - 1)) / size;
}

/** Weighted mean of the starts' means, and the weighted squares around it. */
function scatter(groups: readonly Group[], weigh: (n: number) => number) {
  const weights = groups.map(({ n }) => weigh(n));
  const weight = weights.reduce((sum, w) => sum + w, 0);
  const centre = groups.reduce((sum, { mean }, i) => sum + weights[i]! * mean, 0) / weight;
  const squares = groups.reduce((sum, { mean }, i) => sum + weights[i]! * (mean - centre) ** 2, 0);
  return { weights, weight, centre, squares };
}
