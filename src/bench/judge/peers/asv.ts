import { median } from "../../../stats/samples.ts";
import { exactP } from "./ranks.ts";

const LEVEL = 0.002;

/**
 * asv 7032df70 (asv/_stats.py `is_different`, and `asv compare`): the medians differ by more than the factor, and the
 * samples are different, by Mann–Whitney's two-sided p < 0.002. Of ties the least significant order counts. asv's rules for
 * samples of more than 20, and for those too small for such a p, are left out: peers have trials of ten.
 */
export function asv(base: readonly number[], head: readonly number[], factor = 1.1): boolean {
  if (median(head) <= factor * median(base)) return false;
  const [n, m] = [head.length, base.length];
  return exactP({ u: conservative(base, head), groups: new Array<number>(n + m).fill(1) }, n, m) < LEVEL;
}

/** U with every tie broken towards the middle. */
function conservative(base: readonly number[], head: readonly number[]): number {
  let [above, ties] = [0, 0];
  for (const x of head) {
    for (const y of base) {
      if (x > y) above++;
      else if (x === y) ties++;
    }
  }
  return Math.min(Math.max(above, Math.floor((head.length * base.length) / 2)), above + ties);
}
