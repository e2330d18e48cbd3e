import { own } from "../base/own.ts";
import { VERSION } from "../base/version.ts";
import { settingOf } from "../commands/check/records.ts";
import { compare } from "../compare/compare.ts";
import { recordsOf } from "../compare/records/record.ts";
import type { Comparison } from "../model/comparison.ts";
import type { Config } from "../model/config.ts";
import type { Run } from "../model/run.ts";
import { recordDocument, recordSection } from "../report/record.ts";

/** An item that a team recorded by hand, and the part of the record that contains it. */
export interface Line {
  readonly what: string;
  /** Null where every workload of the table must have it. */
  readonly workload: string | null;
  /** A table of the record, or one of its other parts: About, Environment, Decisions, Reliability signals, Artifacts, Comment. */
  readonly where: string;
  /** A column's cell as in the config; for other parts their text. */
  readonly cell: string;
}

/** The lines of a record in a document, between `<!-- lines: NAME -->` and its end. */
export function linesOf(document: string, record: string): Line[] {
  const from = document.indexOf(`<!-- lines: ${record} -->`);
  const to = document.indexOf(`<!-- /lines: ${record} -->`, from);
  if (from === -1 || to === -1) return [];
  const bare = (text: string) => text.replace(/^`|`$/g, "");
  return document
    .slice(from, to)
    .split("\n")
    .slice(3)
    .filter((row) => row.startsWith("|"))
    .map((row) => {
      const [, what = "", workload = "", where = "", cell = ""] = row.split("|").map((part) => part.trim());
      return { what, where, cell: bare(cell), workload: workload === "any" ? null : bare(workload) };
    });
}

/**
 * The missing part of a line's answer, in words; null where the record is complete.
 *
 * @param run a run with all workloads of the reference system
 */
export function lackingLine(line: Line, record: string, config: Config, run: Run): string | null {
  const { workload, where, cell } = line;
  const spec = own(config.records, record);
  if (spec === undefined) return `there is no record ${record}`;
  const comparison = judged(run, config);
  const table = own(spec.tables, where);
  if (table === undefined) return unwritten(line, record, run, comparison);
  if (!Object.values(table.columns).includes(cell)) return `the table "${where}" has no cell ${cell}`;
  if (workload !== null && !table.workloads.includes(workload)) return `"${where}" has no row of ${workload}`;
  const alone = { workloads: workload === null ? table.workloads : [workload], columns: { it: cell } };
  const probe = { ...spec, decisions: [], tables: { it: { ...table, ...alone, history: false } } };
  const [shown] = recordsOf(run, { ...config, records: { probe } }, comparison.rows);
  const cells = shown?.tables[0]?.rows.flat() ?? [];
  if (cells.length === 0) return "nothing of it was measured";
  // An empty bucket has no kinds. A cell that is empty in every row is missing.
  const absent =
    cells.find((text) => text.includes("n/a")) ?? (cells.every((text) => text === "") ? "" : undefined);
  return absent === undefined ? null : `${cell} is "${absent}"`;
}

/** The same for lines outside of tables: they must be in their part of the document, or of the comment. */
function unwritten({ where, cell }: Line, record: string, run: Run, comparison: Comparison): string | null {
  const shown = comparison.records?.filter(({ name }) => name === record) ?? [];
  const text =
    where === "Comment"
      ? recordSection({ ...comparison, records: shown })
      : part(where, shown, run, comparison);
  if (text === undefined) return `the record has no part "${where}"`;
  return text.includes(cell) && !text.includes("❓") ? null : `"${cell}" is not in ${where}`;
}

function part(where: string, records: Comparison["records"] = [], run: Run, comparison: Comparison) {
  const artifacts = records.flatMap(({ targets }) =>
    targets.map((one) => ({
      ...one,
      path: `${one.variant === null ? one.workload : `${one.workload}-${one.variant}`}.json`,
    })),
  );
  const document = recordDocument(
    { ...comparison, records },
    { artifacts, setting: settingOf(run), labels: run.stack.labels },
  );
  const decided = document.split("\n").filter((line) => line.startsWith("> "));
  if (where === "Decisions") return decided.join("\n");
  if (where === "About") return document.split("\n### ")[0];
  return document.split("\n### ").find((chapter) => chapter.startsWith(`${where}\n`));
}

const judged = (run: Run, config: Config) =>
  compare({ run, config, baselines: new Map(), classes: [], at: run.ended, steelyard: VERSION, replay: [] });
