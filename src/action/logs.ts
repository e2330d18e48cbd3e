import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join, relative } from "node:path";
import { visible } from "../base/log.ts";
import type { Runner } from "./runner.ts";

/** Files that are shown, and bytes of the end of each. */
const MOST_FILES = 12;
const MOST_BYTES = 16 * 1024;

/** Shows the end of what services and generators printed, each in a group of its own. */
export async function showLogs(folder: string, runner: Runner): Promise<void> {
  for (const path of logFiles(folder).slice(0, MOST_FILES)) {
    const text = visible(tail(path)).trim();
    if (text === "") continue;
    await runner.group(`The end of ${relative(folder, path)}`, async () => runner.log.write(`${text}\n`));
  }
}

function logFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile()) // no link of the checkout's is followed
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return []; // nothing was started
  }
}

function tail(path: string): string {
  try {
    const file = openSync(path, "r");
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
