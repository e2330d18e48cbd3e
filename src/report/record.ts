import type { Comparison } from "../model/comparison.ts";
import { isItem, itemName } from "../model/item.ts";
import type { RecordShown } from "../model/record.ts";
import { environment, replay } from "./environment.ts";
import { codeSpan, markdownTable, markdownText } from "./escape.ts";
import { slowLines } from "./slow.ts";

/** A file with a workload's figures, and its path for readers. */
export interface Artifact {
  readonly workload: string;
  readonly variant: string | null;
  readonly path: string;
}

export interface RecordOptions {
  readonly artifacts: readonly Artifact[];
  /** The existing document; rows of earlier runs stay. */
  readonly before?: string | undefined;
  /** Stack, seed and origin of the load: lines of the environment. */
  readonly setting: readonly string[];
  /** For a deployed stack: image, size, instances, warm-up … */
  readonly labels: Readonly<Record<string, string>>;
}

/** The first line of a document of records, which readers do not see, and its heading. */
const OPENING = "<!-- steelyard:records -->\n";
const HEADING = "# Benchmark records\n";

/** Whether a text is a document of records. Those of earlier releases begin with the heading. */
export const isRecordDocument = (text: string): boolean =>
  [OPENING, HEADING].some((first) => text.startsWith(first));

/**
 * The records of a run as one Markdown document, a chapter each. A chapter has tables with rows of earlier runs above those
 * of this one, its results, its environment, and the command that measures again. Chapters without a record in this run stay
 * unchanged.
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
  return [OPENING + HEADING, ...chapters.map((text) => `${text}\n`)].join("\n");
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
    return [[`### ${markdownText(title)}`, shown, ...decided].join("\n\n")];
  });
  const files = artifacts
    .filter(({ workload, variant }) => record.targets.some(isItem({ workload, variant })))
    .map((file) => `- ${codeSpan(itemName(file))}: ${codeSpan(file.path)}`);
  return [
    `<!-- steelyard:record ${record.name} -->`,
    `## ${markdownText(record.title)}`,
    ...(record.about === null ? [] : [markdownText(record.about, 4_000)]),
    ...tables,
    ...(record.signals.length === 0 ? [] : ["### Reliability signals", signals(record)]),
    ...slowRequests(record, comparison),
    ...(files.length === 0 ? [] : ["### Artifacts", files.join("\n")]),
    "### Environment",
    [
      environment(comparison),
      ...setting.map((line) => `- ${markdownText(line)}`),
      ...Object.entries(labels).map(([name, value]) => `- Label ${codeSpan(name)}: ${codeSpan(value)}`),
    ].join("\n"),
    ...(comparison.replay.length === 0 ? [] : ["### Measure it again", replay(comparison.replay)]),
    "<!-- /steelyard:record -->",
  ].join("\n\n");
}

/** A decision as a quote: title, decision, reason, and the figures it rests on. */
function decision({ title, date, decision, rationale, ...on }: RecordShown["decisions"][number]): string {
  const lacking = on.unmeasured.map((name) => codeSpan(name)).join(", ");
  const rests = on.variants.map((name) => codeSpan(name)).join(", ");
  return [
    `**Decision of ${markdownText(date)}: ${markdownText(title)}**`,
    markdownText(decision, LONGEST),
    `Because: ${markdownText(rationale, LONGEST)}`,
    ...(rests === ""
      ? []
      : [`Rests on: ${rests}${lacking === "" ? "" : `; not measured this time: ${lacking}`}`]),
  ]
    .map((line) => `> ${line}`)
    .join("\n>\n");
}
const LONGEST = 2_000;

/** Slow requests of the record's workloads, with the explanation of each cluster. */
function slowRequests({ targets }: RecordShown, { slow = [] }: Comparison): string[] {
  const mine = slow.filter(({ workload, variant }) => targets.some(isItem({ workload, variant })));
  const lines = slowLines(mine, { name: codeSpan, prose: markdownText }).map((line) => `- ${line}`);
  return lines.length === 0 ? [] : ["### Slow requests", lines.join("\n")];
}

/** The records that the config adds to the pull request's comment; empty for none. */
export function recordSection({ records = [] }: Comparison): string {
  return records
    .filter(({ comment }) => comment)
    .flatMap((record) => [
      `**${markdownText(record.title)}**`,
      ...record.tables
        .map(({ columns, rows }) => tableOf(columns, rows.slice(0, MOST_ROWS)))
        .filter((text) => text !== ""),
      ...(record.signals.length === 0 ? [] : [signals(record)]),
    ])
    .join("\n\n");
}
const MOST_ROWS = 20;

const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  markdownTable(
    columns.map((column) => markdownText(column)),
    rows.map((row) => row.map((cell) => (cell === "" ? "" : markdownText(cell)))),
  );

const MARK = { true: "✅", false: "❌", null: "❓" } as const;

function signals({ signals }: RecordShown): string {
  return signals
    .map(({ say, holds, because }) => `- ${MARK[`${holds}`]} ${markdownText(say)}: ${markdownText(because)}`)
    .join("\n");
}

/**
 * A table between two markers, below the rows that stood there before. Rows under the same headings continue one table;
 * rows under other headings stay in their own. A row that exists already is not added again.
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
