import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { openFile } from "../exec/linkless.ts";

/**
 * The limit of a service's log, in bytes. A verbose service writes gigabytes under load, and a full disk ends the
 * run.
 */
export const MOST_LOG = 64 * 2 ** 20;

/**
 * Empties a log that is larger than the limit and writes a line that says so. The service may still write to it, in
 * append mode. Lines that it writes between the check and the cut are lost as well. Returns whether the log was
 * emptied.
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
    return false; // no log
  }
}
