import { mean } from "../../../stats/samples.ts";

/** Factors of the standard error, for under 30 pairs and from 30 on. */
const FACTOR = 2;
const FACTOR_30 = 1.96;
/** Pairs that each retry adds. */
const RETRIES = [2, 3, 5] as const;

/**
 * perfgate `paired` 42a8ad7 (README and documentation of its crate): the mean difference of interleaved pairs is more
 * than 2 standard errors above 0, "95 %" for every n < 30; the sd divides by n. With retries, 2, 3 and 5 pairs more
 * are measured until that is so.
 *
 * @param differences head − base of each pair, in order; those beyond `pairs` are for the retries
 * @returns whether it is flagged, and the pairs it took
 */
export function perfgate(
  differences: readonly number[],
  pairs: number,
  retries: boolean,
): { flagged: boolean; used: number } {
  let used = pairs;
  for (const more of [...(retries ? RETRIES : []), 0]) {
    const shown = significant(differences.slice(0, used));
    if (shown !== 0 || more === 0) return { flagged: shown > 0, used };
    used += more;
  }
  return { flagged: false, used };
}

/** 1 if significantly above 0, −1 if below, 0 if neither. */
function significant(values: readonly number[]): number {
  const centre = mean(values);
  const n = values.length;
  const sd = Math.sqrt(values.reduce((sum, v) => sum + (v - centre) ** 2, 0) / n);
  const factor = n < 30 ? FACTOR : FACTOR_30;
  return Math.abs(centre) > (factor * sd) / Math.sqrt(n) ? Math.sign(centre) : 0;
}
