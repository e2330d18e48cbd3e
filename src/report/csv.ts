import type { Comparison, Row } from "../model/comparison.ts";
import { change } from "./figures.ts";
import { plain } from "./inert.ts";

type Cell = string | number | boolean | null;

/** The columns, in order, each with the value of a row. Numbers are in base units; what is absent is empty. */
const COLUMNS: Readonly<Record<string, (row: Row) => Cell>> = {
  workload: (row) => row.workload,
  variant: (row) => row.variant,
  kind: (row) => row.kind,
  metric: (row) => row.metric,
  gates: (row) => row.gates,
  verdict: (row) => row.verdict,
  unit: (row) => row.unit,
  better: (row) => row.better,
  base_center: (row) => row.base?.center ?? null,
  head_center: (row) => row.head?.center ?? null,
  base_values: (row) => row.base?.values.length ?? null,
  head_values: (row) => row.head?.values.length ?? null,
  change: (row) => change(row)?.ratio ?? null,
  change_low: (row) => change(row)?.low ?? null,
  change_high: (row) => change(row)?.high ?? null,
  mode: (row) => row.evidence?.mode ?? null,
  n: (row) => row.evidence?.n ?? null,
  p_worse: (row) => row.evidence?.pWorse ?? null,
  p_better: (row) => row.evidence?.pBetter ?? null,
  level: (row) => row.evidence?.level ?? null,
  family: (row) => row.evidence?.family ?? null,
  log_band: (row) => row.evidence?.band ?? null,
  log_mde: (row) => row.evidence?.mde ?? null,
  limit: (row) => row.limit?.wanted ?? null,
  limit_outcome: (row) => row.limit?.outcome ?? null,
  reason: (row) => row.reason,
  warnings: (row) => row.warnings.map((warning) => warning.message).join("; "),
};

/** RFC 4180: a header, then a line for each row, ended by CRLF. */
export function csv({ rows }: Comparison): string {
  const lines = rows.map((row) => Object.values(COLUMNS).map((cell) => field(cell(row))));
  return [Object.keys(COLUMNS), ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/**
 * A value as a field. Text that a spreadsheet would take for a formula gets an apostrophe before it, which is
 * how a spreadsheet is told that it is text; numbers (12 digits of them) are numbers, negative ones too.
 */
function field(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : "";
  if (typeof value === "boolean") return String(value);
  const text = plain(value, 2_000).replace(/^[=+\-@＝＋－＠]/, "'$&");
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
