import { mean, trimmed, variance } from "./samples.ts";
import { studentPpf, studentTails } from "./student.ts";

/** The information of earlier sessions about a variance, worth `df` degrees of freedom; none where df is 0. */
export interface VariancePrior {
  readonly df: number;
  /** In the squared units of the values; ignored where df is 0. */
  readonly variance: number;
}
export const NO_PRIOR: VariancePrior = { df: 0, variance: 0 };

/** An estimate with its standard error, read with Student's t. */
export interface Estimate {
  readonly estimate: number;
  /** > 0 */
  readonly se: number;
  /** > 0 */
  readonly df: number;
}

/** P(T > estimate/se) and P(T < estimate/se): one-sided p of "not above 0", and of "not below 0". */
export function pValues({ estimate, se, df }: Estimate): { above: number; below: number } {
  const { lower, upper } = studentTails(estimate / se, df);
  return { above: upper, below: lower };
}

/** estimate ∓ t(1 − out, df) · se. @param out probability left out on *each* side: 0.025 for 95 % */
export function interval({ estimate, se, df }: Estimate, out: number): [low: number, high: number] {
  const half = studentPpf(1 - out, df) * se;
  return [estimate - half, estimate + half];
}

/** Steadies a variance with a prior: the weighted mean of both, with the sum of their degrees of freedom (Smyth 2004). */
export function moderated(own: VariancePrior, prior: VariancePrior): VariancePrior {
  const df = own.df + prior.df;
  if (!(df > 0)) throw new RangeError("a variance without degrees of freedom");
  const weight = (v: VariancePrior) => (v.df > 0 ? v.df * v.variance : 0);
  return { df, variance: (weight(own) + weight(prior)) / df };
}

/**
 * Mean of a sample with a variance moderated by a prior: the one-sample (paired) t test, or Smyth's.
 *
 * @param floor lower limit of the variance, for equal values from a coarse instrument
 * @param extra variance of the mean that more values do not reduce, such as that of a process start
 * @throws RangeError for no values, for one value without a prior, and where the standard error would be 0
 */
export function meanEstimate(
  values: readonly number[],
  { prior = NO_PRIOR, floor = 0, extra = 0 }: { prior?: VariancePrior; floor?: number; extra?: number } = {},
): Estimate {
  const n = values.length;
  const own = { df: n - 1, variance: n > 1 ? Math.max(variance(values), floor) : 0 };
  const both = moderated(own, prior);
  return checked({ estimate: mean(values), se: Math.sqrt(both.variance / n + extra), df: both.df });
}

/**
 * 20 % trimmed mean with Tukey and McLaughlin's standard error (1963); outliers cannot move it.
 *
 * @throws RangeError for fewer than two values, and where the standard error would be 0
 */
export function trimmedEstimate(
  values: readonly number[],
  { floor = 0, extra = 0 }: { floor?: number; extra?: number } = {},
): Estimate {
  const { mean: centre, winsorised, kept } = trimmed(values, 0.2);
  const spread = Math.max(variance(winsorised), floor);
  const se = Math.sqrt((spread * (values.length - 1)) / (kept * (kept - 1)) + extra);
  return checked({ estimate: centre, se, df: kept - 1 });
}

/**
 * The part of values that their companions do not explain: values − slope × companions.
 *
 * The slope is that of least squares through 0, limited to [0, 1]. It does not change where a value and its companion
 * change signs together, so symmetric noise stays symmetric. Where the companions themselves moved, the result says
 * nothing about the location of the values.
 *
 * @param companions one per value, in the same order; they share the values' noise, not their change
 */
export function unexplained(values: readonly number[], companions: readonly number[]): number[] {
  if (companions.length !== values.length) throw new RangeError("every value needs a companion");
  const products = values.reduce((sum, v, i) => sum + v * companions[i]!, 0);
  const squares = companions.reduce((sum, c) => sum + c * c, 0);
  const slope = squares > 0 ? Math.min(1, Math.max(0, products / squares)) : 0;
  return values.map((v, i) => v - slope * companions[i]!);
}

/** Difference of the means of two samples, b − a, variances not assumed equal (Welch 1947). */
export function welchEstimate(a: readonly number[], b: readonly number[]): Estimate {
  const [va, vb] = [variance(a) / a.length, variance(b) / b.length];
  const df = (va + vb) ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1));
  return checked({ estimate: mean(b) - mean(a), se: Math.sqrt(va + vb), df });
}

/**
 * A new value against K earlier ones: the predictive t of one more draw from the same distribution.
 *
 * Its standard error combines the spread of the draw and of the mean: √(s̃² (1 + 1/K)), df = K − 1 + d₀. With a prior, K
 * may be 1.
 *
 * @param floor lower limit for the variance of the earlier values
 */
export function predictiveEstimate(
  earlier: readonly number[],
  candidate: number,
  prior: VariancePrior = NO_PRIOR,
  floor = 0,
): Estimate {
  const k = earlier.length;
  const own = { df: k - 1, variance: k > 1 ? Math.max(variance(earlier), floor) : 0 };
  const both = moderated(own, prior);
  return checked({
    estimate: candidate - mean(earlier),
    se: Math.sqrt(both.variance * (1 + 1 / k)),
    df: both.df,
  });
}

function checked(estimate: Estimate): Estimate {
  if (estimate.se > 0 && estimate.df > 0) return estimate;
  throw new RangeError("equal values have no standard error: pass a floor");
}
