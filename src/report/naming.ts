import type { Comparison, Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import type { Verdict } from "../model/verdict.ts";
import { whole } from "./figures.ts";

/**
 * The metric of a row, or the subject of a row without a metric.
 *
 * @param name formats a name from the data for this medium
 */
export function subject(row: Row, name: (text: string) => string = (text) => text): string {
  if (row.metric !== "") return name(row.metric);
  return row.kind === "errors" || row.kind === "checks" ? row.kind : "the workload";
}

/**
 * The subject of a group of rows: the workload, and its metrics where the group is about some of them.
 *
 * @param name formats a name from the data for this medium
 */
export function groupName(rows: readonly [Row, ...Row[]], name: (text: string) => string): string {
  const whose = name(itemName(rows[0]));
  if (rows.some((row) => row.kind === "workload")) return whose;
  const metrics = [...new Set(rows.map((row) => subject(row, name)))];
  const rest = metrics.length > 3 ? ` and ${whole(metrics.length - 3)} more` : "";
  return `${whose} ${metrics.slice(0, 3).join(", ")}${rest}`;
}

/** Verdicts for readers, alone in a cell and at the end of a sentence. */
const SAID: Readonly<Partial<Record<Verdict, string>>> = { inconclusive: "cannot tell" };
const FATE: Readonly<Partial<Record<Verdict, string>>> = {
  failed: "broke",
  missing: "is missing",
  invalid: "cannot be judged",
  incomparable: "cannot be compared",
};
export const verdictWord = (verdict: Verdict) => SAID[verdict] ?? verdict;

/** One side of a 95 % interval, over all tests and looks together. */
const PROBABLE = 0.025;

const isOpenGate = ({ kind, gates, verdict }: Row) => kind === "gate" && gates && verdict === "inconclusive";

/** Whether a gate is undecided and probably worse: its 95 % interval, adjusted for all tests and looks, excludes zero. */
export const isProbablyWorse = (row: Row): boolean =>
  isOpenGate(row) &&
  row.evidence !== null &&
  row.evidence.pWorse * row.evidence.family * (row.evidence.duel?.looks ?? 1) < PROBABLE;

/** Whether the interval of an undecided gate, as it is shown, lies beyond its band. */
export const isBeyondBand = (row: Row): boolean =>
  isOpenGate(row) && row.evidence !== null && row.evidence.interval[0] > row.evidence.band;

/** The verdict of a row in words. Checks of head alone are held against the script, and compared with nothing. */
export function rowVerdict(row: Row): string {
  const { kind, verdict, base } = row;
  if (kind === "checks" && verdict === "unchanged" && base === null) return "holds";
  return isProbablyWorse(row) ? `${verdictWord(verdict)}, probably worse` : verdictWord(verdict);
}
export const fate = (verdict: Verdict) => FATE[verdict] ?? `is ${verdictWord(verdict)}`;

/** The title of the column with reference and head, which a proposal calls a session. */
export const sides = ({ reference }: Comparison, head: "head" | "session" = "head") =>
  `${reference.kind === "base" ? "Base" : "Baseline"} → ${head}`;

/** The first characters of a commit's hash; other text unchanged. */
export const short = (sha: string) => (/^[0-9a-f]{40,64}$/.test(sha) ? sha.slice(0, 9) : sha);
