import { visible } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import type { Ended } from "../exec/child.ts";
import { readProc } from "../exec/proc.ts";

/** Lines of a log that an error shows. */
export const LAST_LINES = 20;
/** Characters of such a line: some programs list every version of a package in one. The log has all of it. */
const LONGEST = 400;

/**
 * How a process ended, for people: "exit code 1", "killed by SIGKILL (…)".
 *
 * @param outOfMemory whether the kernel's out-of-memory killer ran meanwhile; null if unknown
 */
export function exitReason({ code, signal }: Ended, outOfMemory: boolean | null): string {
  if (signal === null) return `exit code ${code}`;
  if (signal !== "SIGKILL" || outOfMemory === false) return `killed by ${signal}`;
  return outOfMemory
    ? "killed by SIGKILL: the machine ran out of memory, see dmesg"
    : "killed by SIGKILL: perhaps the machine ran out of memory, see dmesg";
}

/** The last lines of a log as a block below an error, safe to print. */
export function logTail(lines: readonly string[], redact: Redact): string {
  const cut = (line: string) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);
  const shown = lines.slice(-LAST_LINES).map((line) => `\n  | ${cut(visible(redact(line)))}`);
  return shown.length === 0 ? "\n  it printed nothing" : `\n  its last lines:${shown.join("")}`;
}

/** Number of kills by the out-of-memory killer since boot, from the text of `/proc/vmstat`; null if unknown. */
export function oomKills(vmstat: string | undefined = readProc("/proc/vmstat")): number | null {
  const [, count] = /^oom_kill (\d+)$/m.exec(vmstat ?? "") ?? [];
  return count === undefined ? null : Number(count);
}
