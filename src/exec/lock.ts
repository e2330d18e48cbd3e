import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption } from "../base/errors.ts";
import { type Claim, claimIn, holds, ownClaim } from "./claim.ts";
import { createNew, linklessStat, openFile, removeFile } from "./linkless.ts";

/**
 * Locks of the kernel. util-linux `flock` locks a file that this process holds open; the kernel releases the lock
 * at the end of the process. The file's text names the holder for people. It decides only on machines without
 * `flock`, and only if it matches the process that it names.
 */

/** The program that locks; null if only the file's text can be checked. */
export type Locker = "flock" | null;
/** Exit code of `flock` for a lock that another process holds. */
const TAKEN = 75;
/** Attempts to lock: earlier holders may remove the file meanwhile. */
const ATTEMPTS = 20;
/** Milliseconds between two checks of a lock that the kernel does not know. */
const LOOK = 250;
/** Size limit of a lock file in bytes. */
const MOST_BYTES = 4_096;

let known: Locker | undefined;

/** `flock` of util-linux, if this machine has it. Not searched on this process's PATH, which a change may affect. */
export function locker(): Locker {
  const { stdout } = known === undefined ? spawnSync("flock", ["--version"], CALL) : { stdout: "" };
  known ??= /util-linux/.test(stdout) ? "flock" : null;
  return known;
}
const CALL = { env: {}, encoding: "utf8" } as const;

/** The lock; or its holder (null if unknown), and whether the kernel knows the lock. */
type Taken = Disposable | { readonly holder: Claim | null; readonly kernel: boolean };

/**
 * Takes a lock file until the result is disposed of.
 *
 * @param busy message for a lock that another process holds
 * @throws SteelyardError (environment) for a lock that another process holds, and a file that cannot be used;
 *   (user) for a link, and anything but a regular file
 */
export function lock(
  path: string,
  busy: string,
  remedy = "wait for it to end, or choose another folder with --out",
  by: Locker = locker(),
): Disposable {
  const taken = take(path, by);
  if (Symbol.dispose in taken) return taken;
  throw environmentError(busy, { where: whereOf(path, taken.holder), remedy });
}

export interface Waiting {
  /** Called once, with the holder, before the wait begins. */
  readonly waiting: (holder: Claim | null) => void;
  readonly signal: AbortSignal;
  /** Time limit in seconds: another process may hold the lock forever. */
  readonly most: number;
  /** The message at the time limit. */
  readonly busy: string;
  readonly by?: Locker;
}

/**
 * Waits for a lock file, and takes it.
 *
 * @throws Interrupted when `signal` aborts; SteelyardError as `lock`, at the time limit
 */
export async function lockWhenFree(path: string, options: Waiting): Promise<Disposable> {
  const { waiting, signal, most, busy, by = locker() } = options;
  const until = performance.now() + most * 1000;
  for (let reported = false; ; reported = true) {
    if (signal.aborted) throw interruption(signal);
    const taken = take(path, by);
    if (Symbol.dispose in taken) return taken;
    const left = until - performance.now();
    if (left <= 0) {
      const remedy = `end that process if it is not a measurement, or remove ${path}; --no-wait gives up at once`;
      throw environmentError(busy, { where: whereOf(path, taken.holder), remedy });
    }
    if (!reported) waiting(taken.holder);
    const wait =
      by !== null && taken.kernel
        ? waitUntilFree(path, by, left, signal)
        : pause(Math.min(LOOK, left), signal);
    await wait.catch(() => {}); // an interruption is checked above
  }
}

/**
 * Removes a lock that no process holds. Returns whether there was one. @throws SteelyardError (user) for anything
 * but a file
 */
export function unlock(path: string, by: Locker = locker()): boolean {
  if (linklessStat(path) === undefined) return false;
  const taken = take(path, by);
  if (!(Symbol.dispose in taken)) return false;
  taken[Symbol.dispose]();
  return true;
}

const whereOf = (path: string, holder: Claim | null) =>
  `${holder === null ? "an unknown process" : `process ${holder.pid}`}, which holds ${path}`;

function take(path: string, by: Locker): Taken {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const taken = by === null ? byClaim(path) : byKernel(path, by);
    if (taken !== undefined) return taken;
  }
  return { holder: null, kernel: false };
}

const pause = (milliseconds: number, signal: AbortSignal) => delay(milliseconds, undefined, { signal });

/** Undefined if an earlier holder removed the file meanwhile. */
function byKernel(path: string, by: string): Taken | undefined {
  const file = openLock(path);
  if (file === undefined) return undefined;
  let kept = false;
  try {
    const { status, stderr } = spawnSync(by, ["-x", "-n", "-E", String(TAKEN), "3"], {
      env: {},
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe", file],
    });
    const claim = claimIn(textOf(file));
    const holder = holds(claim, fstatSync(file)) ? claim : null;
    if (status === TAKEN) return { holder, kernel: true };
    if (status !== 0) {
      throw environmentError("A lock cannot be taken.", {
        where: path,
        cause: stderr.trim() || `exit ${status}`,
      });
    }
    const now = linklessStat(path);
    const own = fstatSync(file);
    if (now?.ino !== own.ino || now.dev !== own.dev) return undefined;
    // An older version is measuring, which locks only by its claim.
    if (holder !== null && holder.command === undefined) return { holder, kernel: false };
    rewrite(file, ownClaim());
    kept = true;
    return { [Symbol.dispose]: () => release(path, file) };
  } finally {
    if (!kept) closeSync(file);
  }
}

/** Releases a lock. Removes the file first, so that no process that already opened it takes it for the lock. */
function release(path: string, file: number): void {
  try {
    rewrite(file, "");
    removeFile(path);
  } catch {
    // another user's file in a shared folder: it stays, empty
  } finally {
    closeSync(file);
  }
}

/** Writes a claim. In another user's file that fails, and the file does not name this process. */
function rewrite(file: number, text: string): void {
  try {
    ftruncateSync(file, 0);
    writeSync(file, text, 0);
  } catch {
    // opened only for reading
  }
}

/** Opens the lock file, and makes it if it is missing; undefined if it appeared or went meanwhile. */
function openLock(path: string): number | undefined {
  try {
    return openFile(path, constants.O_RDWR);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return createNew(path, "", 0o644);
    if (code !== "EACCES" && code !== "EROFS") throw error;
  }
  try {
    return openFile(path);
  } catch (cause) {
    const remedy = `remove ${path}: its owner does not let other users read it`;
    throw environmentError("A lock cannot be opened.", { where: path, remedy, cause });
  }
}

function byClaim(path: string): Taken | undefined {
  const file = createNew(path, ownClaim(), 0o644);
  if (file !== undefined) {
    closeSync(file);
    return { [Symbol.dispose]: () => removeFile(path) };
  }
  const other = openLock(path);
  if (other === undefined) return undefined;
  try {
    const claim = claimIn(textOf(other));
    if (holds(claim, fstatSync(other))) return { holder: claim, kernel: false };
  } finally {
    closeSync(other);
  }
  try {
    removeFile(path);
  } catch (cause) {
    const remedy = "remove it by hand";
    throw environmentError("A lock that no process holds cannot be removed.", { where: path, remedy, cause });
  }
  return undefined;
}

function textOf(file: number): string {
  const bytes = Buffer.alloc(MOST_BYTES);
  return bytes.toString("utf8", 0, readSync(file, bytes, 0, MOST_BYTES, 0));
}

/**
 * Waits until the lock may be free, or for the time limit. The kernel wakes the waiting process; there is no
 * polling.
 */
async function waitUntilFree(
  path: string,
  by: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const file = openLock(path);
  if (file === undefined) return;
  try {
    await new Promise<void>((resolve, reject) => {
      const argv = ["-x", "-w", (milliseconds / 1000).toFixed(3), "-E", String(TAKEN), "3"];
      const child = spawn(by, argv, { env: {}, stdio: ["ignore", "ignore", "ignore", file], signal });
      child.once("error", reject);
      child.once("close", () => resolve());
    });
  } finally {
    closeSync(file);
  }
}
