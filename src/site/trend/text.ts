import { FATES, VERDICTS } from "../../model/fates.ts";
import { digits, format, type Unit } from "../../model/figure.ts";
import type { Verdict } from "../../model/verdict.ts";

/** A figure with its unit and a minus sign instead of a hyphen. */
export const figure = (value: number, unit: Unit): string => format(value, unit).replace(/^-/, "−");

/** "1.21 ms (1.18 ms to 1.25 ms)" */
export function figureWith(value: number, low: number | null, high: number | null, unit: Unit): string {
  if (low === null || high === null) return figure(value, unit);
  return `${figure(value, unit)} (${figure(low, unit)} to ${figure(high, unit)})`;
}

/** "+12 %", "−3.1 %", "0.0 %", "×12"; "n/a" where there is no ratio. */
export function change(before: number, after: number): string {
  const ratio = after / before - 1;
  if (!Number.isFinite(ratio) || before * after < 0) return "n/a";
  if (ratio >= 9) return `×${digits(1 + ratio)}`;
  const size = Math.abs(ratio * 100);
  const text = size < 9.95 ? size.toFixed(1) : String(Math.round(size));
  return Number(text) === 0 ? `${text} %` : `${ratio < 0 ? "−" : "+"}${text} %`;
}

const DATE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** "3 Nov 2026". @param at Unix seconds, as in all functions here */
export const date = (at: number): string => DATE.format(at * 1000);
/** "3 Nov 2026, 14:05 UTC" */
export const moment = (at: number): string => `${DATE.format(at * 1000)}, ${CLOCK.format(at * 1000)} UTC`;

/** "5 minutes ago", "3 days ago"; "just now" also for the future, because clocks differ. */
export function age(at: number, now: number): string {
  const seconds = now - at;
  const [size, name] =
    seconds >= 2 * 86_400
      ? [86_400, "day"]
      : seconds >= 2 * 3600
        ? [3600, "hour"]
        : seconds >= 120
          ? [60, "minute"]
          : [0, ""];
  return size === 0 ? "just now" : `${Math.floor(seconds / size)} ${name}s ago`;
}

/** The verdict of a point; null where nothing was compared. */
export const verdictAt = (place: number | undefined): Verdict | null => VERDICTS[place ?? -1] ?? null;

/** Whether a verdict only warns: a limit that is broken fails, whatever metric it is of. */
const onlyWarns = (verdict: Verdict, gates: boolean) => !gates && verdict === "regressed";

/** The colour class of a verdict. What only warns is never "bad". */
export type Mood = "good" | "bad" | "fair" | "none";
export function mood(verdict: Verdict | null, gates = true): Mood {
  if (verdict === null || verdict === "new" || verdict === "incomparable") return "none";
  if (onlyWarns(verdict, gates)) return "fair";
  if (FATES[verdict].fails) return "bad";
  return verdict === "inconclusive" ? "fair" : "good";
}

/** Signs next to the words, in characters that every font has: colour alone never carries a meaning. */
const SIGNS: Readonly<Record<Mood, string>> = { good: "✓", bad: "✗", fair: "?", none: "·" };

/** "✓ unchanged", "? cannot tell", "? regressed, only warns" */
export function verdictText(verdict: Verdict | null, gates = true): string {
  if (verdict === null) return "not compared";
  const warns = onlyWarns(verdict, gates) ? ", only warns" : "";
  return `${SIGNS[mood(verdict, gates)]} ${verdict === "inconclusive" ? "cannot tell" : verdict}${warns}`;
}

/** The short form of a commit's hash. */
export const short = (sha: string): string => sha.slice(0, 9);

/** The number of the pull request that a commit's subject names, as GitHub and Gitea write it; null where none is named. */
export function pullOf(subject: string): string | null {
  const squashed = [...subject.matchAll(/\(#(\d{1,9})\)/g)].at(-1); // that of a revert has two
  return (squashed ?? /^Merge pull request #(\d{1,9}) /.exec(subject))?.[1] ?? null;
}
