import { counted } from "../base/text.ts";
import type { Warning } from "../model/comparison.ts";
import { digits, format, type Unit } from "../model/quantity.ts";

/** A log ratio as a signed percentage: 0.0392 → "+4 %". */
export function change(logRatio: number): string {
  const percent = Math.round(Math.expm1(logRatio) * 1e4) / 100; // hundredths of a percent are enough
  return `${percent >= 0 ? "+" : "−"}${digits(Math.abs(percent))} %`;
}

/** A log ratio as a size: 0.0392 → "4 %". */
export const size = (logRatio: number) => `${digits(Math.expm1(Math.abs(logRatio)) * 100)} %`;

export const share = (ratio: number) => `${digits(ratio * 100)} %`;

/** A signed difference in base units: "+1.2 ms". */
export const difference = (value: number, unit: Unit) =>
  `${value >= 0 ? "+" : "−"}${format(Math.abs(value), unit)}`;

export const warning = (code: string, message: string, remedy: string | null = null): Warning => ({
  code,
  message: message.slice(0, 2_000),
  remedy,
});

/** A warning of the form "3 of 12 trials …" with its counts, so that a report can merge several workloads. */
export function tally(
  code: string,
  [n, of, one]: readonly [n: number, of: number, one: string],
  rest: string,
  remedy: string | null = null,
): Warning {
  const { message, ...whole } = warning(code, `${n} of ${counted(of, one)} ${rest}`, remedy);
  const unit = of === 1 ? one : `${one}s`;
  return { ...whole, message, tally: { n, of, rest: `${unit} ${rest}`.slice(0, 2_000) } };
}

/** Formats a p-value: three digits, or "p < 0.0001". */
export const probability = (p: number) => (p < 1e-4 ? "p < 0.0001" : `p = ${digits(p)}`);
