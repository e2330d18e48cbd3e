import { digamma, trigamma, trigammaInverse } from "./gamma.ts";
import type { VariancePrior } from "./location.ts";
import { mean, variance } from "./samples.ts";

/**
 * Fits a prior to several sample variances: how similar they are, and around which value.
 *
 * limma's fitFDist (Smyth 2004, section 6.2): the variances are s₀² times an F(df, d₀) variable, so the mean and the spread
 * of their logarithms give s₀² and d₀. Where they differ no more than by chance, d₀ is the cap.
 *
 * @param variances at least two, each > 0
 * @param df  degrees of freedom of all, or of each
 * @param cap most degrees of freedom of the prior
 */
export function fitVariancePrior(
  variances: readonly number[],
  df: number | readonly number[],
  cap: number,
): VariancePrior {
  if (!variances.every((s2) => s2 > 0)) throw new RangeError("a variance prior needs variances above 0");
  const halves = variances.map((_, i) => (typeof df === "number" ? df : (df[i] ?? 0)) / 2);
  const logs = variances.map((s2, i) => Math.log(s2) - digamma(halves[i]!) + Math.log(halves[i]!));
  const excess = variance(logs) - mean(halves.map(trigamma));
  const centre = mean(logs);
  if (excess <= 0) return capped(centre, cap);
  const d0 = 2 * trigammaInverse(excess);
  return d0 >= cap ? capped(centre, cap) : capped(centre, d0);
}

const capped = (centre: number, d0: number): VariancePrior => ({
  df: d0,
  variance: Math.exp(centre + digamma(d0 / 2) - Math.log(d0 / 2)),
});
