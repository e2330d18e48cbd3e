import { type Comparison, limitFormat, type Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { FATES } from "../model/verdict.ts";
import { explained } from "./causes.ts";
import { context } from "./context.ts";
import { ABSENT, codeSpan, markdownTable, markdownText } from "./escape.ts";
import { changeText, transition } from "./figures.ts";
import { ACTION_LENGTH, headline } from "./headline.ts";
import { fate, groupName, rowVerdict, sides, subject, verdictWord } from "./naming.ts";
import type { Group } from "./news.ts";
import type { Note } from "./notes.ts";

/** The unfolded parts of the comment, as Markdown; each is empty where it has no content. */

/** The verdict, the action, and the reference: the part that is never left out. */
export function opening(comparison: Comparison): string {
  const { symbol, title, action } = headline(comparison);
  return `### ${symbol} ${markdownText(title, 600)}\n\n${markdownText(action, ACTION_LENGTH)}\n\n${context(comparison, codeSpan)}`;
}

/** The verdict of a row, with qualifications. */
export function verdictCell(row: Row, mark: Mark): string {
  const kind = row.kind === "advisory" ? " (advisory)" : row.gates ? "" : " (warns only)";
  return `${FATES[row.verdict].symbol} ${rowVerdict(row)}${kind}${mark([row])}`;
}

export function changedTable(
  comparison: Comparison,
  rows: readonly Row[],
  mark: Mark,
  head?: "session",
): string {
  return markdownTable(
    ["Workload", "Metric", `${sides(comparison, head)}:`, "Change [95 %]:", "Verdict"],
    rows.map((row) => [
      codeSpan(itemName(row)),
      subject(row, codeSpan),
      transition(row),
      changeText(row),
      verdictCell(row, mark),
    ]),
  );
}

/** What explains the changes: each workload, and under it the causes. */
export const causeList = (comparison: Comparison): string =>
  explained(comparison, { name: codeSpan, reason: (why) => markdownText(why, 300) })
    .map(({ summary, causes }) => [`Why ${summary}`, causes.map((cause) => `- ${cause}`).join("\n")])
    .map((parts) => parts.filter((part) => part !== "").join("\n\n"))
    .join("\n\n");

/** Budgets and expectations with their outcomes. */
export function limitTable(rows: readonly Row[], mark: Mark): string {
  return markdownTable(
    ["Workload", "Metric", "Measured:", "Required", "Outcome"],
    rows.map((row) => [
      codeSpan(itemName(row)),
      subject(row, codeSpan),
      seen(row),
      wanted(row),
      outcome(row) + mark([row]),
    ]),
  );
}

/** "312 ms [298 ms, 326 ms]": one-sided 95 % bounds. */
function seen({ limit, unit }: Row): string {
  if (limit === null) return ABSENT;
  const print = limitFormat(limit, unit);
  const shown = print(limit.seen);
  const bounds = limit.bounds?.map(print) ?? [];
  return bounds.every((bound) => bound === shown) ? shown : `${shown} [${bounds.join(", ")}]`;
}

function wanted({ limit, reason }: Row): string {
  if (limit === null) return markdownText(reason, 160);
  return `${codeSpan(limit.wanted, 80)}${limit.because === null ? "" : `, because ${markdownText(limit.because, 160)}`}`;
}

/** The outcome of a limit. Only a broken one is a verdict; one at risk warns. */
function outcome({ limit, verdict }: Row): string {
  if (limit?.outcome === "pass") return "holds";
  if (limit?.outcome === "risk") return "at risk";
  return `${FATES[verdict].symbol} ${verdict === "budget" || verdict === "expectation" ? "broken" : verdictWord(verdict)}`;
}

/** "- 🚫 `recommend` cannot be judged: the load generator was saturated. ²" */
export function unjudgedList(groups: readonly Group[], mark: Mark): string {
  return groups
    .map(({ rows }) => {
      const [{ verdict, reason, gates }] = rows;
      const why = markdownText(reason === "" ? FATES[verdict].meaning : reason);
      const warns = gates ? "" : " (does not gate)";
      return `- ${FATES[verdict].symbol} ${groupName(rows, codeSpan)} ${fate(verdict)}${warns}: ${sentence(why)}${mark(rows)}`;
    })
    .join("\n");
}

export function newList(groups: readonly Group[]): string {
  return groups.map(({ rows }) => `- ${groupName(rows, codeSpan)}`).join("\n");
}

/** "- `browse`: none of the 3 changed files can affect it" */
export const unaffectedList = (groups: readonly Group[], more: number): string =>
  [
    ...groups.map(({ rows }) => `- ${groupName(rows, codeSpan)}: ${markdownText(rows[0].reason)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join("\n");

/** Warnings with their remedies; the numbers are the marks of the rows. */
export function noteList(footnotes: readonly Note[], first = 1): string {
  return footnotes
    .map(({ warning: { message, remedy } }, i) =>
      [
        superscript(first + i),
        sentence(markdownText(message)),
        remedy === null ? "" : sentence(markdownText(remedy)),
      ]
        .join(" ")
        .trim(),
    )
    .join("  \n");
}

/** The footnote marks of rows: " ¹ ³". Built once, because rows and notes may be many. */
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

/** Ends a text like a sentence. */
const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
