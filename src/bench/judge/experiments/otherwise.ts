import type { Estimate } from "../../../stats/location.ts";
import { median } from "../../../stats/samples.ts";

/** One-sided p-values: that the truth is not above, and not below, 0. */
export interface Tails {
  readonly above: number;
  readonly below: number;
}

/** Wilcoxon's signed ranks, exact (no ties): of all 2ⁿ signs, how many have so large a sum. */
export function signedRank(ratios: readonly number[]): Tails {
  const rising = ratios.map((_, i) => i).sort((a, b) => Math.abs(ratios[a]!) - Math.abs(ratios[b]!));
  const sum = rising.reduce((all, i, k) => all + (ratios[i]! > 0 ? k + 1 : 0), 0);
  const ways = waysOf(ratios.length);
  const share = (from: number, to: number) => ways.slice(from, to).reduce((all, n) => all + n, 0);
  const total = 2 ** ratios.length;
  return { above: share(sum, ways.length) / total, below: share(0, sum + 1) / total };
}

const known = new Map<number, readonly number[]>();
/** How many subsets of 1 … n have each sum. */
function waysOf(n: number): readonly number[] {
  const before = known.get(n);
  if (before) return before;
  const ways = new Array<number>((n * (n + 1)) / 2 + 1).fill(0);
  ways[0] = 1;
  for (let k = 1; k <= n; k++) for (let s = ways.length - 1; s >= k; s--) ways[s]! += ways[s - k]!;
  known.set(n, ways);
  return ways;
}

/** Bets, in units of 1/log ratio. */
const BETS = [3, 6, 12, 25, 50, 100, 200];

/**
 * Evidence against symmetry around 0 that may be looked at at any time: for one bet λ the product of
 * exp(λr)/cosh(λr) has mean 1 whatever the sizes of r; the mean over bets too. 1/e is a p-value.
 */
export function evidence(ratios: readonly number[]): Tails {
  const e = (sign: number) => {
    const each = BETS.map((bet) =>
      Math.exp(
        ratios.reduce((sum, r) => {
          const x = Math.abs(bet * r);
          return sum + sign * bet * r - (x + Math.log1p(Math.exp(-2 * x)) - Math.LN2);
        }, 0),
      ),
    );
    return each.reduce((sum, v) => sum + v, 0) / BETS.length;
  };
  return { above: Math.min(1, 1 / e(1)), below: Math.min(1, 1 / e(-1)) };
}

/** Degrees of freedom of the noise that is assumed. */
const NU = 4;

/** Where noise of Student's t with 4 degrees of freedom is most likely centred; its standard error from the scores. */
export function tLocation(
  ratios: readonly number[],
  { floor, extra }: { floor: number; extra: number },
): Estimate {
  const n = ratios.length;
  let centre = median(ratios);
  let scale = Math.max(ratios.reduce((sum, r) => sum + (r - centre) ** 2, 0) / n, floor);
  const pull = (r: number) => (NU + 1) / (NU + (r - centre) ** 2 / scale);
  for (let step = 0; step < 30; step++) {
    const weights = ratios.map(pull);
    const total = weights.reduce((sum, w) => sum + w, 0);
    centre = ratios.reduce((sum, r, i) => sum + weights[i]! * r, 0) / total;
    scale = Math.max(ratios.reduce((sum, r, i) => sum + weights[i]! * (r - centre) ** 2, 0) / (n - 1), floor);
  }
  const information = (n * (NU + 1)) / (NU + 3);
  const scores = ratios.reduce((sum, r) => sum + (pull(r) * (r - centre)) ** 2, 0);
  const variance = (Math.max(scores / information ** 2, scale / information) * n) / (n - 1);
  return { estimate: centre, se: Math.sqrt(variance + extra), df: n - 1 };
}
