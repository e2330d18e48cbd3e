import { counted } from "../base/text.ts";
import { type Comparison, type Row, visible, type WorkloadSummary } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { ABSENT, codeSpan, markdownTable } from "./escape.ts";
import { chance, changeText, logPercent, percent, transition, whole } from "./figures.ts";
import { sides, subject } from "./naming.ts";
import { type Mark, verdictCell } from "./sections.ts";
import { TERMS } from "./terms.ts";

/** Every row with its evidence, so that readers can check the verdict. */
export function evidenceTable(comparison: Comparison, rows: readonly Row[], mark: Mark): string {
  const lines = rows.map((row) => [
    codeSpan(itemName(row)),
    subject(row, codeSpan),
    transition(row),
    changeText(row),
    ...figures(row),
    verdictCell(row, mark),
  ]);
  const columns = ["n:", "p:", "δ:", "Detectable:", "Verdict"];
  const body = markdownTable(
    ["Workload", "Metric", `${sides(comparison)}:`, "Change [95 %]:", ...columns],
    lines,
  );
  return body === "" ? "" : `${body}\n\n${legend(rows)}`;
}

function figures(row: Row): string[] {
  const { evidence, verdict } = row;
  const seen = visible(row);
  if (evidence === null) return [ABSENT, ABSENT, ABSENT, ABSENT];
  const least = seen === null ? ABSENT : `≥ ${logPercent(seen)}`;
  return [whole(evidence.n), chance(evidence, verdict), logPercent(evidence.band), least];
}

/** Explains the columns, with the error level of each family in the table. */
function legend(rows: readonly Row[]): string {
  const families = new Set(
    rows.flatMap(({ evidence }) =>
      evidence === null ? [] : [`${percent(evidence.level)} over ${counted(evidence.family, "test")}`],
    ),
  );
  const level = families.size === 0 ? "" : `, judged at a level of ${[...families].slice(0, 4).join(" or ")}`;
  return [
    `n: ${TERMS.n}.`,
    `p: ${TERMS.p}${level}.`,
    `δ: ${TERMS.δ}.`,
    `Detectable: ${TERMS.Detectable}.`,
  ].join(" ");
}

/** The totals of each workload. */
export function totalsTable({ workloads, rows }: Pick<Comparison, "workloads" | "rows">): string {
  return markdownTable(
    ["Workload", "Trials:", "Failed:", "Requests:", "Errors:", "Time-outs:", "Status codes", "Host"],
    workloads.map((each) => [
      codeSpan(itemName(each)),
      whole(each.trials),
      whole(each.failed),
      whole(each.requests),
      each.requests === 0 ? ABSENT : `${whole(each.errors)} (${percent(each.errors / each.requests)})`,
      each.requests === 0 ? ABSENT : whole(each.timeouts),
      statuses(each.statuses),
      hostOf(each, rows),
    ]),
  );
}

/** The state of the machine during a workload's trials. */
function hostOf(each: WorkloadSummary, rows: readonly Row[]): string {
  if (each.saturated) return "saturated";
  const mine = rows.filter((row) => itemName(row) === itemName(each));
  const disturbed = mine.some(({ warnings }) => warnings.some(({ code }) => code === "contended"));
  return disturbed ? "disturbed by other programs" : "not saturated";
}

function statuses(counts: WorkloadSummary["statuses"]): string {
  const entries = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return ABSENT;
  const shown = entries.slice(0, 8).map(([status, count]) => `${codeSpan(status, 20)} × ${whole(count)}`);
  return shown.join(", ") + (entries.length > 8 ? ` and ${entries.length - 8} more` : "");
}
