import type { Comparison, Row } from "../model/comparison.ts";
import { format } from "../model/quantity.ts";
import { FATES } from "../model/verdict.ts";
import { context } from "./context.ts";
import { changeText, transition } from "./figures.ts";
import { headline } from "./headline.ts";
import { ABSENT, code, prose, table } from "./inert.ts";
import { fate, groupName, said, sides, subject, target } from "./naming.ts";
import type { Group } from "./news.ts";
import type { Note } from "./notes.ts";

/** The parts of the comment that are not folded away, as Markdown. Each is empty where it has nothing to say. */

/** The verdict, what to do, and what was compared with what: the part that is never left out. */
export function opening(comparison: Comparison): string {
  const { symbol, title, action } = headline(comparison);
  return `### ${symbol} ${prose(title, 600)}\n\n${prose(action, 600)}\n\n${context(comparison, code)}`;
}

/** The verdict of a row, with what qualifies it. */
export function verdictCell(row: Row, mark: Mark): string {
  const kind = row.kind === "advisory" ? " (advisory)" : row.gates ? "" : " (warns only)";
  return `${FATES[row.verdict].symbol} ${said(row.verdict)}${kind}${mark([row])}`;
}

export function changedTable(comparison: Comparison, rows: readonly Row[], mark: Mark): string {
  return table(
    ["Workload", "Metric", `${sides(comparison)}:`, "Change [95 %]:", "Verdict"],
    rows.map((row) => [
      code(target(row)),
      subject(row, code),
      transition(row),
      changeText(row),
      verdictCell(row, mark),
    ]),
  );
}

/** Budgets and expectations, and how each came out. */
export function limitTable(rows: readonly Row[], mark: Mark): string {
  return table(
    ["Workload", "Metric", "Seen:", "Wanted", "Outcome"],
    rows.map((row) => [
      code(target(row)),
      subject(row, code),
      seen(row),
      wanted(row),
      outcome(row) + mark([row]),
    ]),
  );
}

/** "312 ms [298 ms, 326 ms]": one-sided bounds, 95 % each. */
function seen({ limit, unit }: Row): string {
  if (limit === null) return ABSENT;
  const shown = format(limit.seen, unit);
  const bounds = limit.bounds?.map((bound) => format(bound, unit)) ?? [];
  return bounds.every((bound) => bound === shown) ? shown : `${shown} [${bounds.join(", ")}]`;
}

function wanted({ limit, reason }: Row): string {
  if (limit === null) return prose(reason, 160);
  return `${code(limit.wanted, 80)}${limit.because === null ? "" : `, because ${prose(limit.because, 160)}`}`;
}

/** Only a broken limit is a verdict; one at risk warns. */
function outcome({ limit, verdict }: Row): string {
  if (limit?.outcome === "pass") return "holds";
  if (limit?.outcome === "risk") return "at risk";
  return `${FATES[verdict].symbol} ${verdict === "budget" || verdict === "expectation" ? "broken" : said(verdict)}`;
}

/** "- 🚫 `recommend` cannot be judged: the load generator was saturated. ²" */
export function unjudgedList(groups: readonly Group[], mark: Mark): string {
  return groups
    .map(({ rows }) => {
      const [{ verdict, reason, gates }] = rows;
      const why = prose(reason === "" ? FATES[verdict].meaning : reason);
      const warns = gates ? "" : " (does not gate)";
      return `- ${FATES[verdict].symbol} ${groupName(rows, code)} ${fate(verdict)}${warns}: ${sentence(why)}${mark(rows)}`;
    })
    .join("\n");
}

export function newList(groups: readonly Group[]): string {
  return groups.map(({ rows }) => `- ${groupName(rows, code)}`).join("\n");
}

/** Warnings and what to do about each; the numbers are the marks beside the rows. */
export function noteList(footnotes: readonly Note[], first = 1): string {
  return footnotes
    .map(({ warning: { message, remedy } }, i) =>
      [superscript(first + i), sentence(prose(message)), remedy === null ? "" : sentence(prose(remedy))]
        .join(" ")
        .trim(),
    )
    .join("  \n");
}

/** Marks of the footnotes that stand beside any of the rows: " ¹ ³"; made once, as there may be many of both. */
export type Mark = (rows: readonly Row[]) => string;

export function marksOf(footnotes: readonly Note[]): Mark {
  const numbers = new Map<Row, number[]>();
  for (const [i, { rows }] of footnotes.entries()) {
    for (const row of rows) numbers.set(row, [...(numbers.get(row) ?? []), i + 1]);
  }
  return (rows) =>
    [...new Set(rows.flatMap((row) => numbers.get(row) ?? []))]
      .sort((a, b) => a - b)
      .map((n) => ` ${superscript(n)}`)
      .join("");
}

const superscript = (n: number) => [...String(n)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** A text that ends as a sentence does. */
const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
