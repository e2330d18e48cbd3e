/** Base units: seconds, bytes, a share, per second, or a plain number. No zod here: the trend page imports this file. */
export type Unit = "s" | "B" | "ratio" | "/s" | "1";

/** A number for display, and its unit with a prefix; the unit is empty where there is none. */
export interface Scaled {
  readonly number: string;
  readonly unit: string;
}

/** Significant digits of a number for display. */
const USUAL_DIGITS = 3;
/** Most of them: numbers that are equal so far differ only by how they were computed. */
const MOST_DIGITS = 12;

/** A number for display: three significant digits, unit prefix and unit. NaN is "n/a". */
export const format = (value: number, unit: Unit, significant = USUAL_DIGITS): string =>
  joined(scaled(value, unit, significant));

/** A format with as many digits, from three on, as tell values from the limits that they differ from. */
export function formatApart(
  values: readonly number[],
  limits: readonly number[],
  unit: Unit,
): (value: number) => string {
  const equal = (a: number, b: number, n: number) => a.toPrecision(n) === b.toPrecision(n);
  const pairs = [...values, ...limits].flatMap((a) =>
    limits.filter((b) => !equal(a, b, MOST_DIGITS)).map((b) => [a, b] as const),
  );
  const alike = (n: number) =>
    pairs.some(([a, b]) => equal(a, b, n) || format(a, unit, n) === format(b, unit, n));
  let significant = USUAL_DIGITS;
  while (significant < MOST_DIGITS && alike(significant)) significant++;
  return (value) => format(value, unit, significant);
}

/** The text of a number that was scaled for display. */
export const joined = ({ number, unit }: Scaled): string => (unit === "" ? number : `${number} ${unit}`);

/** A number for display, apart from its unit. */
export function scaled(value: number, unit: Unit, significant = USUAL_DIGITS): Scaled {
  const of = (number: number, shown: string) => ({ number: digits(number, significant), unit: shown });
  if (!Number.isFinite(value)) return { number: "n/a", unit: "" };
  if (unit === "ratio") return of(value * 100, "%");
  if (unit === "1") return of(value, "");
  const size = Math.abs(value);
  if (unit === "/s" || size === 0) return of(value, unit);
  if (unit === "s") {
    if (size >= 120) return of(value / 60, "min");
    if (size >= 1) return of(value, "s");
    return size >= 1e-3 ? of(value * 1e3, "ms") : of(value * 1e6, "µs");
  }
  const step = Math.min(3, Math.max(0, Math.floor(Math.log2(size) / 10)));
  return of(value / 1024 ** step, ["B", "KiB", "MiB", "GiB"][step]!);
}

/** Built once: creating one costs more than a thousand uses. */
const ALL_DIGITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: MOST_DIGITS });

/** Three significant digits without an exponent up to 10 digits: 0.0123, 1.23, 123, 12,300. */
export function digits(value: number, significant = USUAL_DIGITS): string {
  const rounded = Number(value.toPrecision(significant));
  if (rounded === 0) return "0"; // not "-0"
  const size = Math.abs(rounded);
  if (size >= 1e10 || size < 1e-6) return rounded.toExponential(significant - 1);
  return ALL_DIGITS.format(rounded);
}
