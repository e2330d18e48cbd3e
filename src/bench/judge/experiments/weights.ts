import type { Estimate } from "../../../stats/location.ts";
import { median, quantile } from "../../../stats/samples.ts";

/**
 * Weights of pairs by how slow they were, both sides together: 1/(s² + κx²), x twice what the pair's level exceeds
 * the quietest quarter's. s² is fitted to the quieter half, κ to the other. The sign of a ratio has no say.
 */
export function levelWeights(ratios: readonly number[], levels: readonly number[]): number[] {
  const [low, middle, centre] = [quantile(levels, 0.25), median(levels), median(ratios)];
  const excess = levels.map((level) => (2 * Math.max(0, level - low)) ** 2);
  const noisy = levels.map((level) => level > middle);
  const squares = (among: boolean) => ratios.flatMap((r, i) => (noisy[i] === among ? (r - centre) ** 2 : []));
  const sum = (values: readonly number[]) => values.reduce((all, v) => all + v, 0);
  const quiet = Math.max(sum(squares(false)) / squares(false).length, 1e-6);
  const rest = squares(true);
  const most = sum(excess.filter((_, i) => noisy[i]));
  const kappa = most > 0 ? Math.min(1, Math.max(0, (sum(rest) - rest.length * quiet) / most)) : 0;
  return excess.map((x) => 1 / (quiet + kappa * x));
}

/** Weighted mean; its variance from the residuals themselves, each inflated by its leverage (HC3); df by Kish. */
export function weightedEstimate(
  ratios: readonly number[],
  weights: readonly number[],
  { floor, extra }: { floor: number; extra: number },
): Estimate {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const shares = weights.map((w) => w / total);
  const estimate = ratios.reduce((sum, r, i) => sum + shares[i]! * r, 0);
  const effective = 1 / shares.reduce((sum, w) => sum + w * w, 0);
  const own = ratios.reduce((sum, r, i) => sum + (shares[i]! * ((r - estimate) / (1 - shares[i]!))) ** 2, 0);
  return {
    estimate,
    se: Math.sqrt(Math.max(own, floor / effective) + extra),
    df: Math.max(effective - 1, 1),
  };
}
