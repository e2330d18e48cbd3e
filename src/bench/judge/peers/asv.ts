import { normalCdf } from "../../../stats/normal.ts";
import { median } from "../../../stats/samples.ts";
import { choose, exactP, type Ranks } from "./ranks.ts";

const LEVEL = 0.002;
/** Samples above this size are tested by the normal approximation. */
const EXACT = 20;

/**
 * asv 7032df70 (asv/_stats.py `is_different`, and `asv compare`): the medians differ by more than the factor, and the
 * samples are different. Different: Mann–Whitney's two-sided p < 0.002 where so small a p is attainable at all
 * (1/C(n + m, n)); otherwise the 99 % intervals of the medians do not overlap. Of ties the least significant order
 * counts.
 */
export function asv(base: readonly number[], head: readonly number[], factor = 1.1): boolean {
  return median(head) > factor * median(base) && different(base, head);
}

function different(base: readonly number[], head: readonly number[]): boolean {
  const [n, m] = [head.length, base.length];
  if (1 / choose(n + m, Math.min(n, m)) < LEVEL) {
    const untied: Ranks = { u: conservative(base, head), groups: new Array<number>(n + m).fill(1) };
    return (Math.max(n, m) > EXACT ? roughP(untied.u, n, m) : exactP(untied, n, m)) < LEVEL;
  }
  const [mine, other] = [orderInterval(head), orderInterval(base)];
  return mine[0] > other[1] || mine[1] < other[0];
}

/** Two-sided p of the normal approximation, without corrections. */
const roughP = (u: number, n: number, m: number) =>
  2 * normalCdf((Math.min(u, n * m - u) - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12));

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

/**
 * Order statistics that hold the median with at least 99 % (binomial); everything where there are too few values,
 * under 8. (asv then asks a posterior of Laplace noise; in trials of ten this branch is never reached.)
 */
export function orderInterval(values: readonly number[]): [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  let at = -1;
  let tail = 0;
  for (let k = 0; k < n / 2; k++) {
    tail += choose(n, k) / 2 ** n;
    if (2 * tail > 0.01) break;
    at = k;
  }
  return at < 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [sorted[at]!, sorted[n - 1 - at]!];
}
