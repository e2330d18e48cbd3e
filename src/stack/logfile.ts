import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { openFile } from "../exec/linkless.ts";

/** Most bytes of a service's log: a chatty one writes gigabytes under load, and a full disk ends the run. */
export const MOST_LOG = 64 * 2 ** 20;

/**
 * Empties a log that has grown beyond the limit, while it is being written (it is opened for appending), and
 * leaves a line that says so. Returns whether it did. What was written between look and cut is lost as well.
 */
export function shortenLog(file: string, most = MOST_LOG): boolean {
  try {
    const log = openFile(file, constants.O_WRONLY | constants.O_APPEND);
    try {
      const { size } = fstatSync(log);
      if (size <= most) return false;
      ftruncateSync(log, 0);
      writeSync(log, `[steelyard: ${size} bytes of log dropped here]\n`);
      return true;
    } finally {
      closeSync(log);
    }
  } catch {
    return false; // no log, nothing to shorten
  }
}
