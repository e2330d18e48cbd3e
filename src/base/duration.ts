/** Durations as people write them. The module has no dependencies, because the command line loads it at startup. */

/** Seconds in each unit of time. */
export const TIMES = {
  us: 1e-6,
  "\u00b5s": 1e-6, // micro sign
  "\u03bcs": 1e-6, // Greek mu, which looks the same
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
} as const;
// Unambiguous, so that no long text makes the matcher backtrack.
export const NUMBER = String.raw`(?:\d+(?:\.\d*)?|\.\d+)`;
const PART = `(${NUMBER})\\s?(${Object.keys(TIMES).join("|")})`;
export const SPAN = `${PART}(?:\\s?${PART})*`;

/** Removes the rounding error of a product: 50 × 1e-6 is 0.000049999999999999996; this returns 0.00005. */
export const decimal = (product: number) => Number(product.toPrecision(15));

/** Seconds in a duration such as "1m30s", "500ms" or "1.5s"; undefined for any other text. */
export function seconds(text: string): number | undefined {
  if (!new RegExp(`^${SPAN}$`).test(text)) return undefined;
  const parts = [...text.matchAll(new RegExp(PART, "g"))];
  return decimal(parts.reduce((sum, [, n, unit]) => sum + Number(n) * TIMES[unit as keyof typeof TIMES], 0));
}
