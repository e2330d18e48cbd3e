import { STALE_DAYS } from "../model/chart.ts";
import type { Entry } from "../model/trend.ts";
import { FATES, type Verdict, worst } from "../model/verdict.ts";
import { latestJudged } from "./history.ts";

/** The contents of a badge. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  /** `#rrggbb` */
  readonly color: string;
}

const COLORS = {
  good: "#2da44e",
  fair: "#6f8f1d",
  news: "#0969da",
  bad: "#cf222e",
  grey: "#6e7781",
} as const;
const DAY = 86_400_000;

/** Verdicts in a badge; the others keep their names. */
const SAID: Readonly<Partial<Record<Verdict, string>>> = {
  inconclusive: "no regression found",
  new: "measured",
  accepted: "accepted",
  invalid: "cannot be judged",
  budget: "over budget",
  missing: "figures missing",
};

/**
 * The verdict of the latest commit and its date; grey from fourteen days on.
 *
 * A date instead of "3 days ago": a picture is made once and seen for weeks.
 */
export function badge(history: readonly Entry[], now: Date): Badge {
  const latest = latestJudged(history);
  const last = latest.at(-1);
  if (last === undefined) return { label: "performance", message: "not measured yet", color: COLORS.grey };
  const verdict = worst(latest.flatMap((each) => each.verdict ?? []));
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / DAY);
  const date = last.at.slice(0, 10);
  const word = SAID[verdict] ?? verdict;
  if (days >= STALE_DAYS) {
    return { label: "performance", message: `${word} · ${date}, ${days} days old`, color: COLORS.grey };
  }
  return { label: "performance", message: `${word} · ${date}`, color: colorOf(verdict) };
}

function colorOf(verdict: Verdict): string {
  const { fails, conclusion } = FATES[verdict];
  if (fails) return COLORS.bad;
  if (verdict === "inconclusive") return COLORS.fair;
  if (verdict === "new") return COLORS.news;
  return conclusion === "success" ? COLORS.good : COLORS.grey;
}

/** The JSON that a shields.io endpoint badge reads. */
export const endpoint = ({ label, message, color }: Badge) => ({ schemaVersion: 1, label, message, color });

/** The badge as a self-contained picture. Its texts are our own, and escaped nevertheless. */
export function badgeSvg({ label, message, color }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const whole = left + right;
  const title = xml(`${label}: ${message}`);
  const text = (at: number, width: number, words: string) =>
    `<text x="${at + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${xml(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${title}"><title>${title}</title><clipPath id="r"><rect width="${whole}" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444c56"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(0, left, label)}${text(left, right, message)}</g></svg>\n`;
}

/** Approximate width of a text in Verdana 11, pixels; `textLength` makes it fit. */
function widthOf(text: string): number {
  const narrow = text.match(/[iljt.,·:|' ]/g)?.length ?? 0;
  return Math.round(12 + (text.length - narrow) * 7.1 + narrow * 4.2);
}

const xml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
