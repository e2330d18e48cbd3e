import { closeSync, openSync, readdirSync, readSync } from "node:fs";

/** Clock ticks per second in `/proc`: USER_HZ, 100 on every Linux that Node runs on. */
const TICKS = 100;

/** The used values of a line of `/proc/PID/stat`. */
export interface ProcessStat {
  readonly pid: number;
  /** One letter. Z and X are dead, and only wait to be collected. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** CPU seconds of all its threads, including ended ones, rounded down by up to 0.02. */
  readonly cpu: number;
  /** CPU seconds of its children that ended and were waited for, and of their children; also rounded down. */
  readonly childrenCpu: number;
  /** Page faults of all its threads, and of its children that were waited for. */
  readonly faults: number;
  /** Start time in ticks after boot. With the pid, a name that is never reused. */
  readonly began: number;
}

/** The values in a line of `/proc/PID/stat`; undefined for any other text. See proc_pid_stat(5). */
export function parseStat(text: string): ProcessStat | undefined {
  // The program's name is in parentheses and may itself contain spaces and parentheses: the last one ends it.
  const close = text.lastIndexOf(")");
  const pid = Number.parseInt(text, 10);
  const field = text.slice(close + 2).split(" ");
  if (close === -1 || Number.isNaN(pid) || field.length < 20) return undefined;
  const number = (at: number) => Number(field[at - 3]); // fields are numbered from 1 in the manual; the first one here is the third
  return {
    pid,
    state: field[0]!,
    parent: number(4),
    group: number(5),
    session: number(6),
    cpu: (number(14) + number(15)) / TICKS,
    childrenCpu: (number(16) + number(17)) / TICKS,
    faults: number(10) + number(11) + number(12) + number(13),
    began: number(22),
  };
}

export const alive = (stat: ProcessStat) => stat.state !== "Z" && stat.state !== "X";

/** The stat values of a process; undefined after its end, and without `/proc`. */
export function statOf(pid: number): ProcessStat | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text);
}

/** Whether the process with this pid and start time, in ticks after boot, still runs; its pid may be another's by now. */
export function lives({ pid, began }: Pick<ProcessStat, "pid" | "began">): boolean {
  const stat = statOf(pid);
  return stat !== undefined && stat.began === began && alive(stat);
}

/** Every process of the machine; empty without `/proc`. Takes about 10 µs for each. */
export function allStats(): ProcessStat[] {
  return numbersIn("/proc").flatMap((pid) => statOf(pid) ?? []);
}

/** A process and its descendants. */
export function descendants(root: number): number[] {
  const found = [root];
  const all = allStats();
  for (const pid of found) found.push(...all.filter((stat) => stat.parent === pid).map((stat) => stat.pid));
  return found;
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
 * The first 64 KiB of a small kernel file; undefined if it is missing. Half the cost of `readFileSync`, which
 * queries a size that such files do not have.
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

/** A living thread's share of `/proc/TID/schedstat`. */
export interface Scheduled {
  /** CPU seconds, exact to the nanosecond. A thread that is running may lag by a tick of the scheduler. */
  readonly cpu: number;
  /** How often it was given a core: context switches to it. */
  readonly switches: number;
}

/** A line of schedstat: nanoseconds on a core, nanoseconds of waiting for one, and turns; undefined for other texts. */
export function parseSchedstat(text: string | undefined): Scheduled | undefined {
  const [, nanoseconds, switches] = /^(\d+) \d+ (\d+)/.exec(text ?? "") ?? [];
  return nanoseconds === undefined
    ? undefined
    : { cpu: Number(nanoseconds) / 1e9, switches: Number(switches) };
}

/** Names of threads that compile code while it runs: of HotSpot, OpenJ9 and .NET. */
const COMPILERS = /^(?:C[12] Compiler|JVMCI|JIT Compil|\.NET Tiered)/;

/** Whether a thread is such a one. @param task its folder in `/proc` */
export const isCompiler = (task: string): boolean => COMPILERS.test(readProc(`${task}/comm`) ?? "");

/** Adds up counts of which some end. What one counted between its last reading and its end is missing. */
export class Ending<Key> {
  private before: ReadonlyMap<Key, number> = new Map();
  private total = 0;

  /** The sum up to now. @param now the counts of all that live */
  sum(now: ReadonlyMap<Key, number>): number {
    for (const [key, count] of now) {
      const known = this.before.get(key) ?? 0;
      this.total += count < known ? count : count - known; // a smaller one is of a newcomer with the same number
    }
    this.before = now;
    return this.total;
  }
}
