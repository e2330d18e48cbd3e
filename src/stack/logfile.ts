import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";

/** Most bytes of a service's log: a chatty one writes gigabytes under load, and a full disk ends the run. */
export const MOST_LOG = 64 * 2 ** 20;

/**
 * Empties a log that has grown beyond the limit, while it is being written (it is opened for appending), and
 * leaves a line that says so. Returns whether it did. What was written between look and cut is lost as well.
 */
export function shortened(file: string, most = MOST_LOG): boolean {
  try {
    const { size } = statSync(file);
    if (size <= most) return false;
    truncateSync(file, 0);
    const log = openSync(file, "a");
    writeSync(log, `[steelyard: ${size} bytes of log dropped here]\n`);
    closeSync(log);
    return true;
  } catch {
    return false; // no log, nothing to shorten
  }
}
