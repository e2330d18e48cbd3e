import { format } from "../../model/figure.ts";

/** "48 µs" */
export const seconds = (value: number): string => format(value, "s");

/** "+48 µs", "−2 µs", "±0" */
export function moreText(value: number): string {
  if (Math.abs(value) < 5e-10) return "±0";
  return `${value < 0 ? "−" : "+"}${seconds(Math.abs(value))}`;
}

/** Executions or rows a request: "0", "0.5", "12". */
export const counts = (value: number): string =>
  value === 0 ? "0" : value < 0.05 ? "< 0.1" : value < 100 ? value.toFixed(1) : String(Math.round(value));
