import { basename, join } from "node:path";
import { environmentError } from "../base/errors.ts";
import { Family, type Leader } from "./family.ts";
import { namesIn, readWhole, removeFile, writePrivate } from "./linkless.ts";
import { markOf } from "./mark.ts";
import { ownerLives } from "./owner.ts";
import { alive, allStats, type ProcessStat, readProc, statOf } from "./proc.ts";

/**
 * What survives us when we are killed outright: a small file for each child that lives, named
 * `<pid>-<ticks after boot>.json`, so that a later command can end what is left.
 */
interface Entry {
  readonly pid: number;
  readonly began: number;
  /** The boot that `began` counts from. */
  readonly boot: string;
  /** The program alone: arguments may hold what must not be kept. */
  readonly program: string;
  /** What it has in its environment, see `mark.ts`. */
  readonly mark: string | null;
  readonly owner: { readonly pid: number; readonly began: number };
}

/** Bytes of an entry: a few numbers and a path. */
const MOST_BYTES = 65_536;

/** What a sweep ended. */
export interface EndedProcesses {
  readonly program: string;
  readonly pids: readonly number[];
}

/**
 * Writes a child into the ledger and returns the file, to be removed when the child is gone. Null where there
 * is no `/proc` to name a process safely.
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
    throw environmentError("Cannot note down the processes that are started.", {
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
 * Ends what earlier runs left behind: every recorded family whose owner no longer lives. A pid that meanwhile
 * belongs to another process, or comes from before a restart of the machine, is never touched; a run that
 * is going on keeps its children.
 *
 * @param grace seconds between SIGTERM and SIGKILL
 */
export async function sweep(directory: string, grace = 3): Promise<EndedProcesses[]> {
  const ended = names(directory).map(async (name): Promise<EndedProcesses[]> => {
    const path = join(directory, name);
    const entry = read(path);
    if (entry?.boot === bootId() && lives(entry.owner)) return [];
    const swept = entry?.boot === bootId() ? await endFamily(entry, entry.mark, entry.program, grace) : [];
    forget(path);
    return swept;
  });
  return (await Promise.all(ended)).flat();
}

/**
 * Ends every process of this machine that bears the mark of a maker that no longer lives, wherever its records were:
 * they may be gone with the checkout. Nobody can mark a process that is not of their own making.
 */
export async function sweepMarked(grace = 3): Promise<EndedProcesses[]> {
  const left = new Map<string, ProcessStat[]>();
  for (const stat of allStats().filter(alive)) {
    const mark = markOf(stat);
    if (mark === null || ownerLives(mark) !== false) continue;
    left.set(mark, [...(left.get(mark) ?? []), stat]);
  }
  const ended = [...left].map(async ([mark, stats]): Promise<EndedProcesses[]> => {
    const first = stats.reduce((oldest, stat) => (stat.began < oldest.began ? stat : oldest));
    return endFamily(first, mark, programOf(first.pid), grace);
  });
  return (await Promise.all(ended)).flat();
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

/** The program alone: arguments may hold what must not be shown. */
const programOf = (pid: number) => basename(readProc(`/proc/${pid}/cmdline`)?.split("\0")[0] || "a program");

function lives(owner: Entry["owner"]): boolean {
  const stat = statOf(owner.pid);
  return stat !== undefined && stat.began === owner.began && alive(stat);
}

function names(directory: string): string[] {
  const files = namesIn(directory).filter(
    ({ kind, name }) => kind === "file" && /^\d+-\d+\.json$/.test(name),
  );
  return files.map(({ name }) => name);
}

/** An entry, or undefined for a file that was cut off or is not ours. */
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
