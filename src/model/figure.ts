/** Base units: seconds, bytes, a share, per second, or a plain number. No zod here: the trend page imports this file. */
export type Unit = "s" | "B" | "ratio" | "/s" | "1";

/** A number for display: three significant digits, unit prefix and unit. NaN is "n/a". */
export function format(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return "n/a";
  if (unit === "ratio") return `${digits(value * 100)} %`;
  if (value === 0) return unit === "1" ? "0" : unit === "/s" ? "0 /s" : `0 ${unit}`;
  const size = Math.abs(value);
  if (unit === "s") {
    if (size >= 120) return `${digits(value / 60)} min`;
    if (size >= 1) return `${digits(value)} s`;
    return size >= 1e-3 ? `${digits(value * 1e3)} ms` : `${digits(value * 1e6)} µs`;
  }
  if (unit === "B") {
    const step = Math.min(3, Math.floor(Math.log2(size) / 10));
    return step <= 0
      ? `${digits(value)} B`
      : `${digits(value / 1024 ** step)} ${["KiB", "MiB", "GiB"][step - 1]}`;
  }
  return unit === "/s" ? `${digits(value)} /s` : digits(value);
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
