import type { Comparison } from "../model/comparison.ts";
import type { RecordShown } from "../model/record.ts";
import { environment, replay } from "./environment.ts";
import { code, prose, table } from "./inert.ts";
import { target } from "./naming.ts";
import { slowLines } from "./slow.ts";

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
  /** Of a deployed stack: image, size, instances, warm-up … */
  readonly labels: Readonly<Record<string, string>>;
}

/** What a document of records begins with. */
export const HEADING = "# Benchmark records\n";

/**
 * The records of a run as one Markdown document, a chapter for each: tables with the rows of earlier runs above those of
 * this one, what the figures of this run show, where it was measured, and how to measure it again. Chapters of records
 * that this run has nothing of stay as they were.
 */
export function recordDocument(comparison: Comparison, options: RecordOptions): string {
  const { before = "" } = options;
  const records = comparison.records ?? [];
  const old = chaptersIn(before);
  const names = new Set([...old.keys(), ...records.map(({ name }) => name)]);
  const chapters = [...names].map((name) => {
    const record = records.find((one) => one.name === name);
    return record ? chapter(record, comparison, options) : old.get(name);
  });
  return [HEADING, ...chapters.map((text) => `${text}\n`)].join("\n");
}

const [BEGIN, END] = ["<!-- steelyard:record ", "<!-- /steelyard:record -->"];

/** The chapters of a document by the name of their record; of one name the first. */
function chaptersIn(document: string): Map<string, string> {
  const found = new Map<string, string>();
  const rest = /([\w.-]+) -->/y;
  for (let at = document.indexOf(BEGIN); at !== -1; at = document.indexOf(BEGIN, at)) {
    rest.lastIndex = at + BEGIN.length;
    const [, name] = rest.exec(document) ?? [];
    const end = name === undefined ? at : document.indexOf(END, at);
    if (end === -1) break;
    const next = name === undefined ? at + BEGIN.length : end + END.length;
    if (name !== undefined && !found.has(name)) found.set(name, document.slice(at, next));
    at = next;
  }
  return found;
}

function chapter(record: RecordShown, comparison: Comparison, options: RecordOptions): string {
  const { artifacts, before = "", setting, labels } = options;
  const tables = record.tables.flatMap(({ title, columns, rows, history }) => {
    const now = tableOf(columns, rows);
    const shown = history ? living(`${record.name} ${title}`, now, before) : now;
    if (shown === "") return [];
    const decided = record.decisions.filter(({ table }) => table === title).map(decision);
    return [[`### ${prose(title)}`, shown, ...decided].join("\n\n")];
  });
  const files = artifacts
    .filter(({ workload, variant }) =>
      record.targets.some((target) => target.workload === workload && target.variant === variant),
    )
    .map((file) => `- ${code(target(file))}: ${code(file.path)}`);
  return [
    `<!-- steelyard:record ${record.name} -->`,
    `## ${prose(record.title)}`,
    ...(record.about === null ? [] : [prose(record.about, 4_000)]),
    ...tables,
    ...(record.signals.length === 0 ? [] : ["### Reliability signals", signals(record)]),
    ...slowRequests(record, comparison),
    ...(files.length === 0 ? [] : ["### Artifacts", files.join("\n")]),
    "### Environment",
    [
      environment(comparison),
      ...setting.map((line) => `- ${prose(line)}`),
      ...Object.entries(labels).map(([name, value]) => `- Label ${code(name)}: ${code(value)}`),
    ].join("\n"),
    ...(comparison.replay.length === 0 ? [] : ["### Measure it again", replay(comparison.replay)]),
    "<!-- /steelyard:record -->",
  ].join("\n\n");
}

/** What was decided, as a quote: the heading, what, why, and on which figures. */
function decision({ title, date, decision, rationale, ...on }: RecordShown["decisions"][number]): string {
  const lacking = on.unmeasured.map((name) => code(name)).join(", ");
  const rests = on.variants.map((name) => code(name)).join(", ");
  return [
    `**Decision of ${prose(date)}: ${prose(title)}**`,
    prose(decision, LONGEST),
    `Because: ${prose(rationale, LONGEST)}`,
    ...(rests === ""
      ? []
      : [`Rests on: ${rests}${lacking === "" ? "" : `; not measured this time: ${lacking}`}`]),
  ]
    .map((line) => `> ${line}`)
    .join("\n>\n");
}
const LONGEST = 2_000;

/** Slow requests of what is in the record, and what is known of each cluster of them. */
function slowRequests({ targets }: RecordShown, { slow = [] }: Comparison): string[] {
  const mine = slow.filter(({ workload, variant }) =>
    targets.some((target) => target.workload === workload && target.variant === variant),
  );
  const lines = slowLines(mine, { name: code, prose }).map((line) => `- ${line}`);
  return lines.length === 0 ? [] : ["### Slow requests", lines.join("\n")];
}

/** The records that the config wants in the pull request's comment; nothing where there are none. */
export function recordSection({ records = [] }: Comparison): string {
  return records
    .filter(({ comment }) => comment)
    .flatMap((record) => [
      `**${prose(record.title)}**`,
      ...record.tables
        .map(({ columns, rows }) => tableOf(columns, rows.slice(0, MOST_ROWS)))
        .filter((text) => text !== ""),
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
  const [opening, closing] = [
    `<!-- steelyard:rows ${key.replace(/[^\w ,.-]/g, "_")} -->`,
    "<!-- /steelyard:rows -->",
  ];
  const from = before.indexOf(opening);
  const to = before.indexOf(closing, from);
  const old = from === -1 || to === -1 ? "" : before.slice(from + opening.length, to).trim();
  const marked = (...parts: string[]) =>
    [opening, ...parts.filter((part) => part !== ""), closing].join("\n\n");
  if (now === "") return old === "" ? "" : marked(old);
  const [head = "", rule = "", ...rows] = now.split("\n");
  const at = old.lastIndexOf(`${head}\n${rule}`);
  const kept = at === -1 ? [] : old.slice(at).split("\n").slice(2);
  const fresh = rows.filter((row) => !kept.includes(row));
  const earlier = (at === -1 ? old : old.slice(0, at)).trim();
  return marked(earlier, [head, rule, ...kept, ...fresh].join("\n"));
}
