import { closeSync, fstatSync, readSync } from "node:fs";
import { filesBelow, openFile } from "../../exec/linkless.ts";

/** Files that are shown, and bytes of the end of each. */
const MOST_FILES = 12;
const MOST_BYTES = 16 * 1024;

/** The ends of the log files below a folder. Links are not followed, because their targets would be printed in public. */
export function logEnds(folder: string): { readonly path: string; readonly end: string }[] {
  return logFiles(folder)
    .slice(0, MOST_FILES)
    .map((path) => ({ path, end: tail(path) }));
}

function logFiles(folder: string): string[] {
  try {
    return filesBelow(folder);
  } catch {
    return []; // a link where the folder should be
  }
}

function tail(path: string): string {
  try {
    const file = openFile(path);
    try {
      const { size } = fstatSync(file);
      const buffer = Buffer.alloc(Math.min(size, MOST_BYTES));
      readSync(file, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString("utf8");
    } finally {
      closeSync(file);
    }
  } catch {
    return ""; // gone meanwhile
  }
}
