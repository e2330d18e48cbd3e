import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption } from "../base/errors.ts";
import { alive, statOf } from "./proc.ts";

/**
 * Takes a lock file for as long as the result is not disposed of. A lock whose owner no longer lives is taken over:
 * its pid and start time tell it from a stranger who got the pid later. Off Linux the pid alone is looked at.
 *
 * @param busy what to say while another process has it
 * @throws SteelyardError (environment) while another process has it
 */
export function lock(
  path: string,
  busy: string,
  remedy = "wait for it to end, or give another folder with --out",
): Disposable {
  const taken = take(path);
  if (Symbol.dispose in taken) return taken;
  throw environmentError(busy, { where: `process ${taken.pid ?? "unknown"}, which has ${path}`, remedy });
}

/** The lock, or who has it; null where that cannot be told. */
function take(path: string): Disposable | { readonly pid: number | null } {
  const mine = { pid: process.pid, began: statOf(process.pid)?.began ?? null };
  for (let attempt = 0; !created(path, JSON.stringify(mine)); attempt++) {
    const owner = read(path);
    if (attempt >= 3 || (owner !== undefined && lives(owner))) return { pid: owner?.pid ?? null };
    removed(path);
  }
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}

/** Removes a lock that nobody has any more. In a folder with the sticky bit, another user's cannot be. */
function removed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (cause) {
    throw environmentError("A lock that nobody has any more cannot be removed.", {
      ...{ where: path, remedy: "remove it by hand", cause },
    });
  }
}

/** Milliseconds between two looks at a lock that another process has. */
const LOOK = 250;

/**
 * Waits for a lock file, and takes it.
 *
 * @param waiting told once, with the pid of the process that has it, before the waiting begins
 * @throws Interrupted when `signal` aborts; SteelyardError (environment) for a lock that nobody can take
 */
export async function lockWhenFree(
  path: string,
  waiting: (pid: number | null) => void,
  signal: AbortSignal,
): Promise<Disposable> {
  for (let told = false; ; told = true) {
    if (signal.aborted) throw interruption(signal);
    const taken = take(path);
    if (Symbol.dispose in taken) return taken;
    if (!told) waiting(taken.pid);
    await delay(LOOK, undefined, { signal }).catch(() => {});
  }
}

/** Removes a lock whose owner no longer lives; whether there was one. */
export function unlock(path: string): boolean {
  const owner = read(path);
  if (!existsSync(path) || (owner !== undefined && lives(owner))) return false;
  rmSync(path, { force: true });
  return true;
}

interface Owner {
  readonly pid: number;
  readonly began: number | null;
}

function created(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The owner, or undefined for a file that was cut off. */
function read(path: string): Owner | undefined {
  try {
    const { pid, began } = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(pid) ? { pid, began } : undefined;
  } catch {
    return undefined;
  }
}

function lives({ pid, began }: Owner): boolean {
  const stat = statOf(pid);
  if (stat !== undefined) return stat.began === began && alive(stat);
  if (began !== null) return false; // there is a /proc, and it has no such process
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
