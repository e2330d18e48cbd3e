import { closeSync, fstatSync, readSync } from "node:fs";
import { lines } from "./lines.ts";
import { openFile } from "./linkless.ts";

/** Bytes that are read from the end of a file. */
const REACH = 65_536;

/** The last lines of a file that may still be written; empty if it cannot be read. */
export function lastLines(path: string, count: number): string[] {
  let file: number | undefined;
  try {
    file = openFile(path);
    const { size } = fstatSync(file);
    const from = Math.max(0, size - REACH);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(file, bytes, 0, bytes.length, from);
    const found: string[] = [];
    const cut = lines((line) => found.push(line));
    cut.write(bytes.subarray(0, read));
    cut.end();
    if (from > 0 && found.length > 1) found.shift(); // begins in the middle of a line
    return found.slice(-count);
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
