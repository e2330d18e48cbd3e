/**
 * The root of an increasing function, by Newton's method kept inside a shrinking bracket.
 *
 * @param f value and slope at u
 * @param low  f(low) ≤ 0
 * @param high f(high) ≥ 0
 * @param start a first guess between them
 */
export function root(
  f: (u: number) => readonly [value: number, slope: number],
  low: number,
  high: number,
  start: number,
): number {
  let [below, above, u] = [low, high, start];
  for (let i = 0; i < 200; i++) {
    const [value, slope] = f(u);
    if (value === 0) return u;
    if (value < 0) below = u;
    else above = u;
    const newton = u - value / slope;
    // Outside the bracket, or not a number: halve instead.
    const next = newton > below && newton < above ? newton : (below + above) / 2;
    if (Math.abs(next - u) <= 1e-14 * Math.max(1, Math.abs(u))) return next;
    u = next;
  }
  return u;
}
