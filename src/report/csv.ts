import type { Comparison, Row } from "../model/comparison.ts";
import { plainText } from "./escape.ts";
import { change } from "./figures.ts";

type Cell = string | number | boolean | null;

/** The columns in order, with the value for a row. Numbers are in base units; an absent value is empty. */
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

/** RFC 4180: a header, then one line per row, each ended by CRLF. */
export function csv({ rows }: Comparison): string {
  const lines = rows.map((row) => Object.values(COLUMNS).map((cell) => field(cell(row))));
  return [Object.keys(COLUMNS), ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/**
 * Formats a value as a field. Text that a spreadsheet would read as a formula gets a leading apostrophe, which marks it as
 * text. Numbers, also negative ones, stay numbers with 12 digits.
 */
function field(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : "";
  if (typeof value === "boolean") return String(value);
  const text = plainText(value, 2_000).replace(/^[=+\-@＝＋－＠]/, "'$&");
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
