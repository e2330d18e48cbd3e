import { createHash } from "node:crypto";
import { uniform } from "../random.ts";
import { word } from "./corpus.ts";

/** A row: its key and its content. */
export type Row = readonly [key: number, ...fields: (string | number)[]];

/** A table, and its layout before compaction. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Files that its rows are scattered over. */
  readonly segments: number;
  readonly row: (key: number, next: () => number) => Row;
}

const some = (n: number, next: () => number) =>
  Array.from({ length: n }, () => word(Math.floor(512 * next()))).join(" ");

/** The demo's tables, generated from a fixed seed: always the same rows. */
export const TABLES = {
  documents: {
    columns: ["key", "title", "pages"],
    rows: 6_000,
    segments: 40,
    row: (key, next) => [key, some(6, next), 1 + Math.floor(90 * next())],
  },
  chunks: {
    columns: ["key", "document", "text"],
    rows: 36_000,
    segments: 120,
    row: (key, next) => [key, Math.floor(6_000 * next()), some(12, next)],
  },
  events: {
    columns: ["key", "kind", "at"],
    rows: 60_000,
    segments: 400,
    row: (key, next) => [
      key,
      ["query", "upload", "click"][Math.floor(3 * next())]!,
      Math.floor(1e9 * next()),
    ],
  },
} as const satisfies Readonly<Record<string, Table>>;
export type TableName = keyof typeof TABLES;

/** Rows of a segment after compaction; the last one has what is left. */
export const FULL = 5_000;

/** The small segments that a table is written in as events come: each sorted, all of them mixed. */
export function scattered(name: TableName): string[] {
  const table: Table = TABLES[name];
  const next = uniform(table.rows);
  const parts: Row[][] = Array.from({ length: table.segments }, () => []);
  for (let key = 0; key < table.rows; key++) {
    parts[Math.floor(table.segments * next())]!.push(table.row(key, next));
  }
  return parts.map((rows) => segment(table.columns, rows));
}

/** A segment's text: a header line, and one line per row. */
export function segment(columns: readonly string[], rows: readonly Row[]): string {
  const head = { columns, rows: rows.length, digest: digest(rows) };
  return `${[head, ...rows].map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** @throws Error for a segment that is cut off, or whose rows are not what its first line says */
export function rowsOf(text: string): { columns: readonly string[]; rows: Row[] } {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  const head = JSON.parse(first) as { columns: string[]; rows: number; digest: string };
  const rows = lines.map((line) => JSON.parse(line) as Row);
  if (rows.length !== head.rows || digest(rows) !== head.digest) throw new Error("a segment is damaged");
  return { columns: head.columns, rows };
}

function digest(rows: readonly Row[]): string {
  const hash = createHash("sha256");
  for (const row of rows) hash.update(JSON.stringify(row));
  return hash.digest("hex").slice(0, 16);
}

/**
 * The rows of all segments in key order, in as few segments as possible. Each segment is sorted, so they are merged
 * without sorting again.
 */
export function compacted(segments: readonly string[]): string[] {
  const read = segments.map(rowsOf);
  const columns = read[0]?.columns ?? [];
  const rows = merged(read.map(({ rows }) => rows));
  const parts = Math.ceil(rows.length / FULL);
  return Array.from({ length: parts }, (_, n) => segment(columns, rows.slice(n * FULL, (n + 1) * FULL)));
}

/** Two by two, as often as it takes: each row is looked at log₂(segments) times. */
function merged(lists: readonly Row[][]): Row[] {
  if (lists.length <= 1) return lists[0] ?? [];
  const half = lists.length >> 1;
  const [a, b] = [merged(lists.slice(0, half)), merged(lists.slice(half))];
  const all: Row[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const first = j >= b.length || (i < a.length && a[i]![0] <= b[j]![0]);
    all.push(first ? a[i++]! : b[j++]!);
  }
  return all;
}
