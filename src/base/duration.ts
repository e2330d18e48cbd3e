/** Lengths of time as people write them; in a module without dependencies, because the command line starts with it. */

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
// Written so that no text, however long, can be split into it in more than one way.
export const NUMBER = String.raw`(?:\d+(?:\.\d*)?|\.\d+)`;
const PART = `(${NUMBER})\\s?(${Object.keys(TIMES).join("|")})`;
export const SPAN = `${PART}(?:\\s?${PART})*`;

/** The decimal number that was meant: 50 × 1e-6 is 0.000049999999999999996, and was written 0.00005. */
export const decimal = (product: number) => Number(product.toPrecision(15));

/** "1m30s", "500ms", "1.5s" → seconds; undefined when it is not a duration. */
export function seconds(text: string): number | undefined {
  if (!new RegExp(`^${SPAN}$`).test(text)) return undefined;
  const parts = [...text.matchAll(new RegExp(PART, "g"))];
  return decimal(parts.reduce((sum, [, n, unit]) => sum + Number(n) * TIMES[unit as keyof typeof TIMES], 0));
}
