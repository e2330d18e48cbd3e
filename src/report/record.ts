import type { Comparison } from "../model/comparison.ts";
import type { RecordShown } from "../model/record.ts";
import { environment, replay } from "./environment.ts";
import { code, plain, prose, table } from "./inert.ts";

/** A file that a workload's figures are kept in, as its readers find it. */
export interface Artifact {
  readonly workload: string;
  readonly variant: string | null;
  readonly path: string;
}

export interface RecordOptions {
  readonly artifacts: readonly Artifact[];
  /** The document as it was: rows of earlier runs stay. */
  readonly before?: string | undefined;
  /** Stack, seed and how the load came to it: lines beside the environment. */
  readonly setting: readonly string[];
}

/**
 * The records of a run as one Markdown document: tables with the rows of earlier runs above those of this one, what
 * the figures of this run show, where it was measured, and how to measure it again.
 */
export function recordDocument(comparison: Comparison, options: RecordOptions): string {
  const shown = (comparison.records ?? []).map((record) => chapter(record, options));
  const parts = [
    "# Benchmark records",
    ...shown,
    "## Environment of the last run",
    [environment(comparison), ...options.setting.map((line) => `- ${line}`)].join("\n"),
    "## Measure it again",
    replay(comparison.replay),
  ];
  return `${parts.join("\n\n")}\n`;
}

function chapter(record: RecordShown, { artifacts, before = "" }: RecordOptions): string {
  const tables = record.tables.map(({ title, columns, rows, history }, at) => {
    const now = tableOf(columns, rows);
    return `### ${prose(title)}\n\n${history ? living(`${record.name} ${at + 1}`, now, before) : now}`;
  });
  const mine = artifacts.filter(({ workload, variant }) =>
    record.targets.some((target) => target.workload === workload && target.variant === variant),
  );
  const files = mine.map(
    ({ workload, variant, path }) =>
      `- ${code(variant === null ? workload : `${workload}/${variant}`)}: ${code(path)}`,
  );
  return [
    `## ${prose(record.title)}`,
    ...(record.about === null ? [] : [prose(record.about, 4_000)]),
    ...tables,
    ...(record.signals.length === 0 ? [] : ["### Reliability signals", signals(record)]),
    ...(files.length === 0 ? [] : ["### Artifacts", files.join("\n")]),
  ].join("\n\n");
}

/** The records that the config wants in the pull request's comment; nothing where there are none. */
export function recordSection({ records = [] }: Comparison): string {
  return records
    .filter(({ comment }) => comment)
    .flatMap((record) => [
      `**${prose(record.title)}**`,
      ...record.tables.map(({ columns, rows }) => tableOf(columns, rows.slice(0, MOST_ROWS))),
      ...(record.signals.length === 0 ? [] : [signals(record)]),
    ])
    .join("\n\n");
}
const MOST_ROWS = 20;

const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  table(
    columns.map((column) => prose(column)),
    rows.map((row) => row.map((cell) => (cell === "" ? "" : prose(cell)))),
  );

const MARK = { true: "✅", false: "❌", null: "❓" } as const;

function signals({ signals }: RecordShown): string {
  return signals
    .map(({ say, holds, because }) => `- ${MARK[`${holds}`]} ${prose(say)}: ${prose(because)}`)
    .join("\n");
}

/**
 * A table between two marks, below what stood between them before: rows with the same headings go on in one table,
 * those with others stay in a table of their own. A row that is there already is not added again.
 */
function living(key: string, now: string, before: string): string {
  const [opening, closing] = [`<!-- steelyard:rows ${plain(key, 200)} -->`, "<!-- /steelyard:rows -->"];
  const from = before.indexOf(opening);
  const to = before.indexOf(closing, from);
  const old = from === -1 || to === -1 ? "" : before.slice(from + opening.length, to).trim();
  const [head = "", rule = "", ...rows] = now.split("\n");
  const at = old.lastIndexOf(`${head}\n${rule}`);
  const kept = at === -1 ? [] : old.slice(at).split("\n").slice(2);
  const fresh = rows.filter((row) => !kept.includes(row));
  const earlier = (at === -1 ? old : old.slice(0, at)).trim();
  const grown = [head, rule, ...kept, ...fresh].join("\n");
  return [opening, ...(earlier === "" ? [] : [earlier]), grown, closing].join("\n\n");
}
