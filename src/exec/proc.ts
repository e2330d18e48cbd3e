import { closeSync, openSync, readdirSync, readSync } from "node:fs";

/** Clock ticks a second in everything `/proc` prints: USER_HZ, 100 on every Linux that Node runs on. */
const TICKS = 100;

/** One line of `/proc/PID/stat`, as far as it is needed. */
export interface ProcessStat {
  readonly pid: number;
  /** One letter; Z and X are dead and only wait to be collected. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** CPU seconds of all its threads, those that ended included, rounded down by up to 0.02. */
  readonly cpu: number;
  /** CPU seconds of its children that ended and were waited for, and of theirs, rounded down likewise. */
  readonly childrenCpu: number;
  /** Ticks after boot at which it started: with the pid, a name that is never given twice. */
  readonly began: number;
}

/** The values of a `/proc/PID/stat`; undefined for anything else. See proc_pid_stat(5). */
export function parseStat(text: string): ProcessStat | undefined {
  // The program's name is in parentheses and may itself hold spaces and parentheses: the last one ends it.
  const close = text.lastIndexOf(")");
  const pid = Number.parseInt(text, 10);
  const field = text.slice(close + 2).split(" ");
  if (close === -1 || Number.isNaN(pid) || field.length < 20) return undefined;
  const number = (at: number) => Number(field[at - 3]); // numbered from 1 in the manual; the third comes first
  return {
    pid,
    state: field[0]!,
    parent: number(4),
    group: number(5),
    session: number(6),
    cpu: (number(14) + number(15)) / TICKS,
    childrenCpu: (number(16) + number(17)) / TICKS,
    began: number(22),
  };
}

export const alive = (stat: ProcessStat) => stat.state !== "Z" && stat.state !== "X";

/** What is known of one process; undefined when it is gone, and where there is no `/proc`. */
export function statOf(pid: number): ProcessStat | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text);
}

/** Every process of the machine; none where there is no `/proc`. Some 10 µs each. */
export function allStats(): ProcessStat[] {
  return numbersIn("/proc").flatMap((pid) => statOf(pid) ?? []);
}

/** Entries of a directory that are numbers: pids, thread ids, file descriptors. */
export function numbersIn(directory: string): number[] {
  try {
    return readdirSync(directory).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

const buffer = Buffer.allocUnsafe(65_536);

/**
 * The first 64 KiB of a small kernel file; undefined when it is not there. Half the cost of `readFileSync`,
 * which asks for a size that such files do not have.
 */
export function readProc(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    return buffer.toString("latin1", 0, readSync(file, buffer));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
