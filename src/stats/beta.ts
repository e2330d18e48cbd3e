import { logGamma } from "./gamma.ts";
import { root } from "./root.ts";

/**
 * Both tails of a distribution at one point. Each is computed separately and is accurate however small, because
 * subtraction loses tiny values: 1 − tiny is 1.
 */
export interface Tails {
  /** P(X ≤ x) */
  readonly lower: number;
  /** P(X > x) */
  readonly upper: number;
}

/**
 * The regularised incomplete beta function I_x(a, b) and its complement.
 *
 * Continued fraction by Lentz's method on the side where it converges fast, some √max(a, b) steps (Numerical
 * Recipes, 3rd edition, 6.4).
 *
 * @param a shape, > 0
 * @param b shape, > 0
 * @param x in [0, 1]
 * @param y 1 − x; pass it where it is known more exactly than the subtraction gives it
 * @throws RangeError outside these domains
 */
export function betaTails(a: number, b: number, x: number, y: number = 1 - x): Tails {
  if (!(a > 0 && b > 0)) throw new RangeError(`a beta distribution has shapes above 0, not ${a} and ${b}`);
  if (!(x >= 0 && y >= 0)) throw new RangeError(`a beta variable lies in [0, 1], not at ${x}`);
  if (x === 0) return { lower: 0, upper: 1 };
  if (y === 0) return { lower: 1, upper: 0 };
  return split(a, b, x, y, kernel(a, b, logBeta(a, b), x, y));
}

/** Both tails from their common factor, for x and y above 0. */
function split(a: number, b: number, x: number, y: number, front: number): Tails {
  if (x < (a + 1) / (a + b + 2)) {
    const lower = Math.min(1, (front * fraction(a, b, x)) / a);
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, (front * fraction(b, a, y)) / b);
  return { lower: 1 - upper, upper };
}

/** x^a y^b / B(a, b): the factor of both tails, and the density of the log odds. */
const kernel = (a: number, b: number, lnB: number, x: number, y: number) =>
  Math.exp(a * Math.log(x) + b * Math.log(y) - lnB);

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);

function fraction(a: number, b: number, x: number): number {
  const tiny = 1e-300; // replaces a zero denominator, as Lentz's method requires
  const away = (v: number) => (Math.abs(v) < tiny ? tiny : v);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m < 20_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    product *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const step = d * c;
    product *= step;
    if (Math.abs(step - 1) < 1e-15) break; // the limit of a double
  }
  return product;
}

/**
 * The odds x/(1 − x) of the point of a beta distribution with these tails; 0 and Infinity at the borders.
 *
 * Returns odds because F and Student's t are multiples of them, and because they keep all digits near both ends.
 *
 * @param tails the probabilities, lower + upper = 1; only the smaller one is read
 */
export function betaOdds(a: number, b: number, { lower, upper }: Tails): number {
  if (lower <= 0) return 0;
  if (upper <= 0) return Number.POSITIVE_INFINITY;
  const left = lower <= upper;
  const goal = Math.log(left ? lower : upper);
  const sign = left ? 1 : -1;
  const lnB = logBeta(a, b);
  const at = (u: number): readonly [number, number] => {
    const x = 1 / (1 + Math.exp(-u));
    const y = 1 / (1 + Math.exp(u));
    const front = x > 0 && y > 0 ? kernel(a, b, lnB, x, y) : 0;
    const tails = split(a, b, x, y, front);
    const tail = left ? tails.lower : tails.upper;
    if (tail === 0) return [left ? -1e9 : 1e9, Number.NaN]; // beyond the range of a double: halve the bracket
    return [sign * (Math.log(tail) - goal), front / tail];
  };
  return Math.exp(root(at, -700, 700, Math.log(a / b)));
}

/** The x of a beta distribution with P(X ≤ x) = p. @throws RangeError unless p is in [0, 1] */
export function betaPpf(p: number, a: number, b: number): number {
  probability(p);
  const odds = betaOdds(a, b, { lower: p, upper: 1 - p });
  return odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds);
}

/**
 * Clopper and Pearson's exact interval for a share with k hits of n (Biometrika 1934).
 *
 * @param level probability left out on *each* side: 0.025 for a 95 % interval, 0.05 for one-sided 95 % bounds
 * @returns its bounds; [0, …] for k = 0 and […, 1] for k = n
 * @throws RangeError for n = 0: the share of nothing is unknown
 */
export function clopperPearson(k: number, n: number, level: number): [number, number] {
  if (!(n > 0 && k >= 0 && k <= n)) throw new RangeError(`no share of ${k} in ${n}`);
  probability(level);
  return [k === 0 ? 0 : betaPpf(level, k, n - k + 1), k === n ? 1 : betaPpf(1 - level, k + 1, n - k)];
}

/** @throws RangeError unless p is in [0, 1] */
export function probability(p: number): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies in [0, 1], not at ${p}`);
}
