import { number } from "../base/text.ts";
import type { Evidence, Row } from "../model/comparison.ts";
import { digits, format, joined, type Scaled, scaled } from "../model/figure.ts";
import { ABSENT } from "./escape.ts";

/** The relative change from base to head in the metric's own direction: −0.12 is 12 % less, whichever way is better. */
export interface Change {
  readonly ratio: number;
  /** Bounds of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

/**
 * The estimated change of a metric, from the log ratios of its evidence (positive is worse).
 *
 * Undefined where nothing was tested, and where a value is zero or below: there is no ratio then, and the evidence is in
 * differences.
 */
export function change(row: Row): Change | undefined {
  const { evidence, head, base } = row;
  if (evidence === null || head === null || base === null) return undefined;
  if (Math.min(...head.values, head.center, ...base.values, base.center) <= 0) return undefined;
  const [a, b] = evidence.interval;
  const own = row.better === "lower" ? [evidence.estimate, a, b] : [-evidence.estimate, -b, -a];
  const [ratio, low, high] = own.map(Math.expm1) as [number, number, number];
  return { ratio, low, high };
}

/** "+34 % [+31, +38]"; a difference of medians without a ratio; "n/a" without either. */
export function changeText(row: Row): string {
  const found = change(row);
  if (found !== undefined) return `${estimateText(found)}${judged(row, found.ratio)}`;
  if (row.head === null || row.base === null) return ABSENT;
  const difference = row.head.center - row.base.center;
  if (!Number.isFinite(difference)) return ABSENT;
  return `${difference > 0 ? "+" : ""}${minus(points(difference, row.unit))}`;
}

/** "+34 % [+31, +38]" */
export function estimateText({ ratio, low, high }: Change): string {
  const form = formOf(ratio); // the same for all three: "×12.3 [+897, ×15.3]" is unreadable
  return `${signed(ratio)} [${bare(low, form)}, ${bare(high, form)}]`;
}

/** Where more is better, the sign alone misleads; a word states the direction. */
function judged(row: Row, ratio: number): string {
  if (row.better === "lower" || !/^(?:regressed|improved|accepted)$/.test(row.verdict)) return "";
  return ratio < 0 ? ", worse" : ", better";
}

/** A difference; between percentages in points. */
function points(difference: number, unit: Row["unit"]): string {
  return unit === "ratio" ? `${digits(difference * 100)} points` : format(difference, unit);
}

/** "12.1 → 16.2 ms": medians; the unit once where both share it. */
export function transition(row: Row): string {
  const [base, head] = [row.base, row.head].map((side) =>
    side === null ? null : scaled(side.center, row.unit),
  );
  const text = (one: Scaled | null | undefined) => (one ? minus(joined(one)) : ABSENT);
  return `${base && base.unit === head?.unit ? minus(base.number) : text(base)} → ${text(head)}`;
}

/** A change with its sign: "+34 %", "−3.2 %", "0.0 %"; a factor from tenfold on. */
export function signed(ratio: number): string {
  if (!Number.isFinite(ratio)) return ABSENT;
  const form = formOf(ratio);
  return form === "factor" ? bare(ratio, form) : `${bare(ratio, form)} %`;
}

type Form = "factor" | "percent";
const formOf = (ratio: number): Form => (ratio >= 9 ? "factor" : "percent");

/** The change without its unit, with one decimal below 10 %. */
function bare(ratio: number, form: Form): string {
  if (!Number.isFinite(ratio)) return ABSENT;
  if (form === "factor") return `×${digits(1 + ratio)}`;
  const size = Math.abs(ratio * 100);
  const text = size < 9.95 ? size.toFixed(1) : whole(size);
  return Number(text) === 0 ? text : `${ratio < 0 ? "−" : "+"}${text}`;
}

/** A share or a threshold without a sign: "6.2 %", "3 %", "0.5 %", "34 %". */
export function percent(ratio: number): string {
  const value = ratio * 100;
  if (!Number.isFinite(value)) return ABSENT;
  return `${digits(Math.abs(value) < 9.95 ? Number(value.toPrecision(2)) : Math.round(value))} %`;
}

/** A threshold given as a log ratio, in percent: 0.0296 is "3 %". */
export const logPercent = (log: number) => percent(Math.expm1(log));

/** A probability: two digits, never "0". */
export function probability(p: number): string {
  if (!Number.isFinite(p)) return ABSENT;
  return p < 0.0001 ? "≤ 0.0001" : digits(Number(p.toPrecision(2)));
}

/** The p-value behind a verdict: of looking this much worse, or better where it improved. */
export const chance = (evidence: Evidence, verdict: Row["verdict"]) =>
  probability(verdict === "improved" ? evidence.pBetter : evidence.pWorse);

/** A whole number with separators. */
export const whole = (n: number) => (Number.isFinite(n) ? number(Math.round(n)) : ABSENT);

/** Replaces a hyphen by a minus sign. */
const minus = (text: string) => text.replace(/^-/, "−");
