/** Base units: seconds, bytes, a share, per second, or a plain number. No zod here: the trend page imports this file. */
export type Unit = "s" | "B" | "ratio" | "/s" | "1";

/** A number for display, and its unit with a prefix; the unit is empty where there is none. */
export interface Scaled {
  readonly number: string;
  readonly unit: string;
}

/** A number for display: three significant digits, unit prefix and unit. NaN is "n/a". */
export const format = (value: number, unit: Unit): string => joined(scaled(value, unit));

/** The text of a number that was scaled for display. */
export const joined = ({ number, unit }: Scaled): string => (unit === "" ? number : `${number} ${unit}`);

/** A number for display, apart from its unit. */
export function scaled(value: number, unit: Unit): Scaled {
  const of = (number: number, shown: string) => ({ number: digits(number), unit: shown });
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
const THREE_DIGITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const ALL_DIGITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 10 });

/** Three significant digits without an exponent up to 10 digits: 0.0123, 1.23, 123, 12,300. */
export function digits(value: number): string {
  const rounded = Number(value.toPrecision(3));
  if (rounded === 0) return "0"; // not "-0"
  const size = Math.abs(rounded);
  if (size >= 1e10 || size < 1e-6) return rounded.toExponential(2);
  return (size >= 1000 ? ALL_DIGITS : THREE_DIGITS).format(rounded);
}
