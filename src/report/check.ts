import type { Comparison, Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { FATES } from "../model/verdict.ts";
import { type Around, body } from "./comment.ts";
import { plainText } from "./escape.ts";
import { headline } from "./headline.ts";
import { subject, verdictWord } from "./naming.ts";
import { worstFirst } from "./news.ts";

/** Limits of GitHub: 65,535 bytes of UTF-8 per check text, and 50 annotations per call. */
export const CHECK_LIMIT = 65_000;
export const MOST_ANNOTATIONS = 50;
const TITLE_LENGTH = 200;

/** Whether GitHub takes a text of a check. */
export const fitsCheck = (text: string): boolean => Buffer.byteLength(text) <= CHECK_LIMIT;

/** An annotation on the config line where a workload begins. One line of plain text. */
export interface Annotation {
  readonly workload: string;
  readonly level: "failure" | "warning";
  readonly title: string;
  readonly message: string;
}

/** The text of a check run: a plain title, and Markdown. */
export function checkText(comparison: Comparison, around: Around = {}) {
  const { symbol, title } = headline(comparison);
  return {
    title: plainText(`${symbol} ${title}`, TITLE_LENGTH),
    summary: body(comparison, around, fitsCheck),
  };
}

/** The rows that got worse or broke, worst first: failures where the check fails for them, warnings otherwise. */
export function annotations({ rows, failOn }: Comparison): Annotation[] {
  const fails = (row: Row) => row.gates && failOn.includes(row.verdict);
  return worstFirst(rows)
    .filter((row) => fails(row) || (row.verdict === "regressed" && row.kind !== "advisory"))
    .slice(0, MOST_ANNOTATIONS)
    .map((row) => ({
      workload: row.workload,
      level: fails(row) ? "failure" : "warning",
      title: plainText(`${itemName(row)} ${subject(row)}: ${verdictWord(row.verdict)}`, TITLE_LENGTH),
      message: plainText(row.reason === "" ? FATES[row.verdict].meaning : row.reason, 1_000),
    }));
}
