import { counted } from "../base/text.ts";
import { limitText, type Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import type { Verdict } from "../model/verdict.ts";
import { plainText } from "./escape.ts";
import { change, changeText, percent, transition } from "./figures.ts";
import { fate, subject } from "./naming.ts";

/** Parts of the headline's sentences, about the rows of one verdict, worst first; possibly none. */

/** Most characters of a row's reason in the headline. */
export const REASON_LENGTH = 200;

const quoted = (text: string) => `\`${plainText(text, 120).replaceAll("`", "'")}\``;

/** "`recommend` `http_req_duration.p50`"; only the workload for a row about it. */
export function named(row: Row | undefined): string {
  if (row === undefined) return "The run";
  return row.kind === "workload" ? quoted(itemName(row)) : `${quoted(itemName(row))} ${quoted(subject(row))}`;
}

/** "`recommend` `http_req_duration.p50` is 34 % slower (12.1 → 16.2 ms)"; `how` comes before the change: "probably " */
export function changed(row: Row | undefined, how = ""): string {
  if (row === undefined) return "The run changed";
  const found = change(row);
  const values = transition(row);
  if (found === undefined)
    return `${named(row)} is ${how}${row.verdict === "improved" ? "better" : "worse"} (${values})`;
  const timed = row.unit === "s" && !row.metric.startsWith("cpu");
  const [down, up] = timed ? ["faster", "slower"] : ["lower", "higher"];
  return `${named(row)} is ${how}${percent(Math.abs(found.ratio))} ${found.ratio < 0 ? down : up} (${values})`;
}

export const worse = (rows: readonly Row[]) => others(rows, "more metric is worse", "more metrics are worse");

export function others(rows: readonly Row[], one: string, many: string): string {
  return rows.length < 2 ? "" : `, and ${counted(rows.length - 1, one, many)}`;
}

/** "`recommend` cannot be judged: the load generator was saturated" */
export function unjudged(rows: readonly Row[], verdict: Verdict): string {
  const [first] = rows;
  const reason = plainText(first?.reason ?? "", REASON_LENGTH).replace(/\.$/, "");
  const why = reason === "" ? "" : `: ${reason}`;
  // Metrics go missing one by one; other verdicts concern a whole workload.
  if (first === undefined || rows.length === 1 || verdict === "missing") {
    return `${named(first)} ${fate(verdict)}${others(rows, "more is", "more are")}${why}`;
  }
  const further = new Set(rows.map(itemName)).size - 1;
  const more = further === 0 ? "" : `, and ${counted(further, "more workload")}`;
  return `${quoted(itemName(first))} ${fate(verdict)}${more}${why}`;
}

/** "`recommend` `http_req_duration.p99` is 312 ms; the budget is < 250 ms" */
export function limit(row: Row | undefined, wanted: string): string {
  if (row === undefined || row.limit === null)
    return unjudged(row === undefined ? [] : [row], row?.verdict ?? "budget");
  return `${named(row)} is ${limitText(row.limit, row.unit)}; ${wanted} ${plainText(row.limit.wanted, 80)}`;
}

/** Whether a row is about a threshold of the script, which has no figure: trials crossed it or did not. */
export const isThreshold = ({ limit }: Row) => limit?.crossed !== undefined;

/** "In `browse` the script's threshold `http_req_duration: p(95)<200` was crossed in 6 of 6 trials" */
export const threshold = (row: Row) => `In ${quoted(itemName(row))} ${plainText(row.reason, 400)}`;

/** A sentence on the undecided gate whose own 95 % interval is all worse; empty where none is. */
export function perhaps(rows: readonly Row[]): string {
  const [row] = rows.filter(
    ({ kind, gates, evidence }) => kind === "gate" && gates && evidence !== null && evidence.interval[0] > 0,
  );
  if (row === undefined) return "";
  return ` ${named(row)} is perhaps worse: ${changeText(row)}. One unchanged metric in forty looks like this by chance.`;
}

/** Text with a capital letter and a full stop. */
export function sentence(text: string): string {
  const shown = plainText(text, REASON_LENGTH).replace(/\.$/, "");
  return shown === "" ? "" : `${shown[0]!.toUpperCase()}${shown.slice(1)}.`;
}
