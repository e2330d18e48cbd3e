/**
 * The gamma function's logarithm and its first two derivatives, for x > 0.
 *
 * All three work the same way: the recurrence carries x up to SHIFT, where the asymptotic (Stirling, Bernoulli) series is
 * exact to double precision. Abramowitz & Stegun 6.1.40, 6.3.18, 6.4.12.
 */
const SHIFT = 15;

/** ln Γ(x), to about 1e-15 of the larger of its value and 1. @throws RangeError unless x > 0 */
export function logGamma(x: number): number {
  positive(x);
  let product = 1; // Γ(x) = Γ(x + n) / (x (x+1) … (x+n−1)); at most 14!, far from overflow
  let y = x;
  for (; y < SHIFT; y++) product *= y;
  const z = 1 / (y * y);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z / 1188)))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}

/** ψ(x), the derivative of ln Γ. @throws RangeError unless x > 0 */
export function digamma(x: number): number {
  positive(x);
  let sum = 0;
  let y = x;
  for (; y < SHIFT; y++) sum -= 1 / y;
  const z = 1 / (y * y);
  const series = z * (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z / 132))));
  return sum + Math.log(y) - 0.5 / y - series;
}

/** ψ′(x), the derivative of the digamma function. @throws RangeError unless x > 0 */
export function trigamma(x: number): number {
  positive(x);
  let sum = 0;
  let y = x;
  for (; y < SHIFT; y++) sum += 1 / (y * y);
  const z = 1 / (y * y);
  const series = z * (1 / 6 - z * (1 / 30 - z * (1 / 42 - z * (1 / 30 - (z * 5) / 66))));
  return sum + (1 + 0.5 / y + series) / y;
}

/**
 * The x > 0 with ψ′(x) = y.
 *
 * Newton on 1/ψ′, which is nearly linear and convex, so it converges from one side (Smyth 2004, appendix).
 *
 * @throws RangeError unless y > 0
 */
export function trigammaInverse(y: number): number {
  positive(y);
  if (y > 1e7) return 1 / Math.sqrt(y);
  if (y < 1e-6) return 1 / y;
  let x = 0.5 + 1 / y;
  for (let i = 0; i < 100; i++) {
    const tri = trigamma(x);
    const step = (tri * (1 - tri / y)) / tetragamma(x);
    x += step;
    if (Math.abs(step) < 1e-15 * x) break;
  }
  return x;
}

/** ψ″(x) < 0, the derivative of the trigamma function, for x > 0. */
function tetragamma(x: number): number {
  let sum = 0;
  let y = x;
  for (; y < SHIFT; y++) sum -= 2 / y ** 3;
  const z = 1 / (y * y);
  return sum - z * (1 + 1 / y + z * (0.5 - z * (1 / 6 - z * (1 / 6 - z * 0.3))));
}

function positive(x: number): void {
  if (!(x > 0)) throw new RangeError(`defined for numbers above 0, not for ${x}`);
}
