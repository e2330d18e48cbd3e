import type { Comparison, Row } from "../model/comparison.ts";
import type { Verdict } from "../model/verdict.ts";
import { whole } from "./figures.ts";

/** What a row or a total is about: "recommend", "search/popularity". */
export const target = (row: { readonly workload: string; readonly variant: string | null }) =>
  row.variant === null ? row.workload : `${row.workload}/${row.variant}`;

/**
 * The metric of a row, or what a row without one is about.
 *
 * @param name how this medium sets a name that came with the data
 */
export function subject(row: Row, name: (text: string) => string = (text) => text): string {
  if (row.metric !== "") return name(row.metric);
  return row.kind === "errors" || row.kind === "checks" ? row.kind : "the workload";
}

/**
 * What a group of rows is about: the workload, and its metrics where it is about some of them.
 *
 * @param name how this medium sets a name that came with the data
 */
export function groupName(rows: readonly [Row, ...Row[]], name: (text: string) => string): string {
  const whose = name(target(rows[0]));
  if (rows.some((row) => row.kind === "workload")) return whose;
  const metrics = [...new Set(rows.map((row) => subject(row, name)))];
  const rest = metrics.length > 3 ? ` and ${whole(metrics.length - 3)} more` : "";
  return `${whose} ${metrics.slice(0, 3).join(", ")}${rest}`;
}

/** Verdicts as they are read, alone in a cell and as the end of a sentence. */
const SAID: Readonly<Partial<Record<Verdict, string>>> = { inconclusive: "cannot tell" };
const FATE: Readonly<Partial<Record<Verdict, string>>> = {
  failed: "broke",
  missing: "is missing",
  invalid: "cannot be judged",
  incomparable: "cannot be compared",
};
export const said = (verdict: Verdict) => SAID[verdict] ?? verdict;
export const fate = (verdict: Verdict) => FATE[verdict] ?? `is ${said(verdict)}`;

/** The name of a table's column that shows reference and head. */
export const sides = ({ reference }: Comparison) =>
  reference.kind === "base" ? "Base → head" : "Baseline → head";

/** The first characters of a commit's name, or the text as it is where it is none. */
export const short = (sha: string) => (/^[0-9a-f]{40,64}$/.test(sha) ? sha.slice(0, 9) : sha);
