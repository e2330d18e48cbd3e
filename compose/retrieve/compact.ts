import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compacted, rowsOf, scattered, TABLES, type TableName } from "./segments.ts";

// The batch job of the retrieval service. It merges the many small segments of the table in TABLE into few large ones, on
// its own data, and prints the figures as steelyard's load/1. Only merging is timed.

const table = Object.keys(TABLES).find((name): name is TableName => name === process.env.TABLE);
if (table === undefined) {
  process.stderr.write(`compact: TABLE is one of ${Object.keys(TABLES).join(", ")}\n`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "steelyard-compact-"));
try {
  const before = written("small", scattered(table));
  const began = performance.now();
  const after = written("large", compacted(before.map((file) => readFileSync(file, "utf8"))));
  const seconds = (performance.now() - began) / 1e3;
  const [from, to] = [measured(before), measured(after)];
  const count = (value: number) => ({ kind: "gauge", unit: "1", value });
  const bytes = (value: number) => ({ kind: "gauge", unit: "B", value });
  process.stdout.write(
    `${JSON.stringify({
      schema: "load/1",
      seconds,
      metrics: {
        segments_in: count(before.length),
        segments_out: count(after.length),
        rows_in: count(from.rows),
        rows_out: count(to.rows),
        bytes_in: bytes(from.bytes),
        bytes_out: bytes(to.bytes),
        compaction_time: { kind: "gauge", unit: "s", value: seconds, better: "lower" },
      },
    })}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function written(kind: string, segments: readonly string[]): string[] {
  segments.forEach((text, n) => {
    writeFileSync(join(folder, `${kind}-${String(n).padStart(4, "0")}.jsonl`), text);
  });
  return readdirSync(folder)
    .filter((name) => name.startsWith(kind))
    .map((name) => join(folder, name));
}

/** The actual contents, read again from the disk. */
function measured(files: readonly string[]): { rows: number; bytes: number } {
  const texts = files.map((file) => readFileSync(file, "utf8"));
  const sum = (of: (text: string) => number) => texts.reduce((all, text) => all + of(text), 0);
  return { rows: sum((text) => rowsOf(text).rows.length), bytes: sum((text) => Buffer.byteLength(text)) };
}
