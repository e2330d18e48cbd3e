import { basename, join } from "node:path";
import { environmentError } from "../base/errors.ts";
import { Family, type Leader } from "./family.ts";
import { namesIn, readWhole, removeFile, writePrivate } from "./linkless.ts";
import { isAbandoned, markOf } from "./mark.ts";
import { alive, allStats, lives, type ProcessStat, readProc, statOf } from "./proc.ts";

/**
 * The record of a running child, which survives a SIGKILL of this process: a small file `<pid>-<ticks after
 * boot>.json`, by which a later command can end the child.
 */
interface Entry {
  readonly pid: number;
  readonly began: number;
  /** The boot that `began` counts from. */
  readonly boot: string;
  /** Only the program, because arguments may hold secrets. */
  readonly program: string;
  /** The mark in its environment, see `mark.ts`. */
  readonly mark: string | null;
  readonly owner: { readonly pid: number; readonly began: number };
}

/** Size limit of an entry in bytes. It holds a few numbers and a path. */
const MOST_BYTES = 65_536;

/** Processes of one program that a sweep ended. */
export interface EndedProcesses {
  readonly program: string;
  readonly pids: readonly number[];
}

/**
 * Writes a child into the ledger. Returns the file, which must be removed when the child has ended. Null without
 * `/proc`, where a process cannot be named safely.
 *
 * @throws SteelyardError (environment) when the directory cannot be written
 */
export function record(directory: string, child: Leader, program: string, mark: string): string | null {
  const boot = bootId();
  const own = statOf(process.pid);
  if (child.began === null || boot === null || own === undefined) return null;
  const entry: Entry = {
    pid: child.pid,
    began: child.began,
    boot,
    program,
    mark,
    owner: { pid: own.pid, began: own.began },
  };
  const path = join(directory, `${child.pid}-${child.began}.json`);
  try {
    writePrivate(path, JSON.stringify(entry));
  } catch (cause) {
    throw environmentError("Cannot record the started processes.", {
      where: path,
      remedy: "make this directory writable",
      cause,
    });
  }
  return path;
}

export function forget(path: string): void {
  removeFile(path);
}

/**
 * Ends the processes that earlier runs left behind: every recorded family whose owner has ended. It never touches a
 * pid that meanwhile belongs to another process or was recorded before a restart of the machine. The children of a
 * run in progress stay.
 *
 * @param grace seconds between SIGTERM and SIGKILL
 */
export async function sweep(directory: string, grace = 3): Promise<EndedProcesses[]> {
  const ended = names(directory).map(async (name): Promise<EndedProcesses[]> => {
    const path = join(directory, name);
    const entry = read(path);
    if (entry?.boot === bootId() && lives(entry.owner)) return [];
    const ours = entry?.boot === bootId() && couldBeOurs(entry);
    const swept = ours ? await endFamily(entry, entry.mark, entry.program, grace) : [];
    forget(path);
    return swept;
  });
  return (await Promise.all(ended)).flat();
}

/**
 * Ends every process of this machine whose mark names an owner that has ended and that shared the temporary folder. It
 * needs no records, which may be gone with the checkout. A user can mark only their own processes.
 */
export async function sweepMarked(grace = 3): Promise<EndedProcesses[]> {
  const left = new Map<string, ProcessStat[]>();
  for (const stat of allStats().filter(alive)) {
    const mark = markOf(stat);
    if (mark === null || !isAbandoned(mark)) continue;
    left.set(mark, [...(left.get(mark) ?? []), stat]);
  }
  const ended = [...left].map(async ([mark, stats]): Promise<EndedProcesses[]> => {
    const first = stats.reduce((oldest, stat) => (stat.began < oldest.began ? stat : oldest));
    return endFamily(first, mark, programOf(first.pid), grace);
  });
  return (await Promise.all(ended)).flat();
}

/**
 * Whether a record can be about a child of ours: the process bears the recorded mark, or leads a session, as all of them
 * do. Measured code may have written the record, about any process of this user.
 */
function couldBeOurs({ pid, began, mark }: Entry): boolean {
  const stat = statOf(pid);
  if (stat === undefined || stat.began !== began) return true; // gone: what is left of its session is looked for
  return (mark !== null && markOf(stat) === mark) || (stat.session === pid && stat.group === pid);
}

async function endFamily(
  leader: Leader,
  mark: string | null,
  program: string,
  grace: number,
): Promise<EndedProcesses[]> {
  const family = new Family(leader, mark);
  const pids = family.members();
  await family.end(grace);
  return pids.length > 0 ? [{ program, pids }] : [];
}

/** Only the program, because arguments may hold secrets. */
const programOf = (pid: number) => basename(readProc(`/proc/${pid}/cmdline`)?.split("\0")[0] || "a program");

function names(directory: string): string[] {
  const files = namesIn(directory).filter(
    ({ kind, name }) => kind === "file" && /^\d+-\d+\.json$/.test(name),
  );
  return files.map(({ name }) => name);
}

/** An entry; undefined for a file that was cut off or has other content. */
function read(path: string): Entry | undefined {
  try {
    const { pid, began, boot, program, mark, owner } = JSON.parse(readWhole(path, MOST_BYTES));
    const pids = [pid, began, owner.pid, owner.began];
    const sound = pids.every((n) => Number.isInteger(n) && n > 0) && pid > 1;
    return sound && typeof boot === "string"
      ? { pid, began, boot, program: String(program), mark: typeof mark === "string" ? mark : null, owner }
      : undefined;
  } catch {
    return undefined;
  }
}

function bootId(): string | null {
  return readProc("/proc/sys/kernel/random/boot_id")?.trim() ?? null;
}
