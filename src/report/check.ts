import type { Comparison, Row } from "../model/comparison.ts";
import { FATES } from "../model/verdict.ts";
import { type Around, body } from "./comment.ts";
import { headline } from "./headline.ts";
import { plain } from "./inert.ts";
import { said, subject, target } from "./naming.ts";
import { worstFirst } from "./news.ts";

/** A check's text may have 65,535 characters; annotations, 50 a call. */
export const CHECK_LIMIT = 65_000;
export const MOST_ANNOTATIONS = 50;
const TITLE_LENGTH = 200;

/** A remark on the line of the config where a workload begins. Plain text in one line. */
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
    title: plain(`${symbol} ${title}`, TITLE_LENGTH),
    summary: body(comparison, around, (text) => text.length <= CHECK_LIMIT),
  };
}

/** What got worse or broke, the worst first: failures where the check fails for it, warnings where it does not. */
export function annotations({ rows, failOn }: Comparison): Annotation[] {
  const fails = (row: Row) => row.gates && failOn.includes(row.verdict);
  return worstFirst(rows)
    .filter((row) => fails(row) || (row.verdict === "regressed" && row.kind !== "advisory"))
    .slice(0, MOST_ANNOTATIONS)
    .map((row) => ({
      workload: row.workload,
      level: fails(row) ? "failure" : "warning",
      title: plain(`${target(row)} ${subject(row)}: ${said(row.verdict)}`, TITLE_LENGTH),
      message: plain(row.reason === "" ? FATES[row.verdict].meaning : row.reason, 1_000),
    }));
}
