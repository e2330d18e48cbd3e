import { probability } from "./beta.ts";
import { logGamma } from "./gamma.ts";
import { root } from "./root.ts";

/**
 * P(X ≤ x) of the χ² distribution: the regularised lower incomplete gamma function at (df/2, x/2).
 *
 * Its power series (Abramowitz & Stegun 6.5.29) has positive terms only and takes about x steps. It suits the degrees of
 * freedom of samples, not millions.
 *
 * @throws RangeError unless df > 0 and x ≥ 0
 */
export function chiSquareCdf(x: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`no χ² distribution with ${df} degrees of freedom`);
  if (!(x >= 0)) throw new RangeError(`a χ² variable is at least 0, not ${x}`);
  if (x === 0) return 0;
  const [a, z] = [df / 2, x / 2];
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-17 * sum && k < 100_000; k++) {
    term *= z / (a + k);
    sum += term;
  }
  return Math.min(1, sum * Math.exp(a * Math.log(z) - z - logGamma(a + 1)));
}

/** The x with P(X ≤ x) = p. @throws RangeError unless p is in (0, 1) and df > 0 */
export function chiSquarePpf(p: number, df: number): number {
  probability(p);
  if (p === 0 || p === 1) throw new RangeError("a χ² quantile needs a probability inside (0, 1)");
  const a = df / 2;
  const log = root(
    (u) => {
      const x = Math.exp(u);
      // dP/du = x · density: the kernel of the series, times a.
      return [chiSquareCdf(x, df) - p, Math.exp(a * Math.log(x / 2) - x / 2 - logGamma(a))];
    },
    -700,
    Math.log(100 + 10 * df),
    Math.log(df),
  );
  return Math.exp(log);
}
