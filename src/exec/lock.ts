import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption } from "../base/errors.ts";
import { type Claim, claimIn, holds, ownClaim } from "./claim.ts";
import { createNew, openFile, removeFile, standing } from "./linkless.ts";

/**
 * Locks of the kernel: util-linux `flock` locks a file that this process has open, and the kernel lets go of it when
 * the process ends, however it ends. What stands in the file names the holder for people. It decides only where there
 * is no `flock`, and then no more of it counts than is true of the process that it names.
 */

/** The program that locks; null where only the file's text can be looked at. */
export type Locker = "flock" | null;
/** Exit code by which `flock` says that another process has the lock. */
const TAKEN = 75;
/** Times that a file may be removed under our hands by those who had the lock. */
const ATTEMPTS = 20;
/** Milliseconds between two looks at a lock, where no kernel wakes us. */
const LOOK = 250;
/** Bytes read of a lock file. */
const MOST_BYTES = 4_096;

let known: Locker | undefined;

/** `flock` where this machine has that of util-linux. It is not looked for on the PATH, which a change may reach. */
export function locker(): Locker {
  const { stdout } = known === undefined ? spawnSync("flock", ["--version"], CALL) : { stdout: "" };
  known ??= /util-linux/.test(stdout) ? "flock" : null;
  return known;
}
const CALL = { env: {}, encoding: "utf8" } as const;

/** The lock, or who has it, null where that is not known; and whether the kernel knows of it. */
type Taken = Disposable | { readonly holder: Claim | null; readonly kernel: boolean };

/**
 * Takes a lock file for as long as the result is not disposed of.
 *
 * @param busy what to say while another process has it
 * @throws SteelyardError (environment) while another process has it, or the file cannot be used; (user) for a link, and
 *   for anything but an ordinary file
 */
export function lock(
  path: string,
  busy: string,
  remedy = "wait for it to end, or give another folder with --out",
  by: Locker = locker(),
): Disposable {
  const taken = take(path, by);
  if (Symbol.dispose in taken) return taken;
  throw environmentError(busy, { where: whereOf(path, taken.holder), remedy });
}

export interface Waiting {
  /** Called once, with who has the lock, before the waiting begins. */
  readonly waiting: (holder: Claim | null) => void;
  readonly signal: AbortSignal;
  /** Seconds after which waiting is given up: somebody may hold a lock for ever. */
  readonly most: number;
  /** What to say then. */
  readonly busy: string;
  readonly by?: Locker;
}

/**
 * Waits for a lock file, and takes it.
 *
 * @throws Interrupted when `signal` aborts; SteelyardError as `lock`, when it was waited for long enough
 */
export async function lockWhenFree(path: string, options: Waiting): Promise<Disposable> {
  const { waiting, signal, most, busy, by = locker() } = options;
  const until = performance.now() + most * 1000;
  for (let told = false; ; told = true) {
    if (signal.aborted) throw interruption(signal);
    const taken = take(path, by);
    if (Symbol.dispose in taken) return taken;
    const left = until - performance.now();
    if (left <= 0) {
      const remedy = `end that process if it is no measurement, or remove ${path}; --no-wait gives up at once`;
      throw environmentError(busy, { where: whereOf(path, taken.holder), remedy });
    }
    if (!told) waiting(taken.holder);
    const wait =
      by !== null && taken.kernel ? freed(path, by, left, signal) : pause(Math.min(LOOK, left), signal);
    await wait.catch(() => {}); // interrupted, which is looked at above
  }
}

/** Removes a lock that no process has; whether there was one. @throws SteelyardError (user) for what is no file */
export function unlock(path: string, by: Locker = locker()): boolean {
  if (standing(path) === undefined) return false;
  const taken = take(path, by);
  if (!(Symbol.dispose in taken)) return false;
  taken[Symbol.dispose]();
  return true;
}

const whereOf = (path: string, holder: Claim | null) =>
  `${holder === null ? "a process that is not known" : `process ${holder.pid}`}, which has ${path}`;

function take(path: string, by: Locker): Taken {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const taken = by === null ? byClaim(path) : byKernel(path, by);
    if (taken !== undefined) return taken;
  }
  return { holder: null, kernel: false };
}

const pause = (milliseconds: number, signal: AbortSignal) => delay(milliseconds, undefined, { signal });

/** Undefined where the file was removed meanwhile, by whoever had the lock. */
function byKernel(path: string, by: string): Taken | undefined {
  const file = opened(path);
  if (file === undefined) return undefined;
  let kept = false;
  try {
    const { status, stderr } = spawnSync(by, ["-x", "-n", "-E", String(TAKEN), "3"], {
      ...{ env: {}, encoding: "utf8", stdio: ["ignore", "ignore", "pipe", file] },
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
    const now = standing(path);
    const own = fstatSync(file);
    if (now?.ino !== own.ino || now.dev !== own.dev) return undefined;
    // An older version is measuring, which locks by its claim alone.
    if (holder !== null && holder.command === undefined) return { holder, kernel: false };
    rewritten(file, ownClaim());
    kept = true;
    return { [Symbol.dispose]: () => released(path, file) };
  } finally {
    if (!kept) closeSync(file);
  }
}

/** Removed while it is still ours: nobody who opened it takes it for the lock after that. */
function released(path: string, file: number): void {
  try {
    rewritten(file, "");
    removeFile(path);
  } catch {
    // another user's file in a folder for all: it stays, and says nothing
  } finally {
    closeSync(file);
  }
}

/** In another user's file we may not write: then it does not name us. */
function rewritten(file: number, text: string): void {
  try {
    ftruncateSync(file, 0);
    writeSync(file, text, 0);
  } catch {
    // opened for reading alone
  }
}

/** The lock file, made where there is none; undefined where it came or went meanwhile. */
function opened(path: string): number | undefined {
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
    const remedy = `remove ${path}: whoever made it lets nobody else look at it`;
    throw environmentError("A lock cannot be opened.", { where: path, remedy, cause });
  }
}

function byClaim(path: string): Taken | undefined {
  const file = createNew(path, ownClaim(), 0o644);
  if (file !== undefined) {
    closeSync(file);
    return { [Symbol.dispose]: () => removeFile(path) };
  }
  const other = opened(path);
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
    throw environmentError("A lock that nobody has any more cannot be removed.", {
      where: path,
      remedy,
      cause,
    });
  }
  return undefined;
}

function textOf(file: number): string {
  const bytes = Buffer.alloc(MOST_BYTES);
  return bytes.toString("utf8", 0, readSync(file, bytes, 0, MOST_BYTES, 0));
}

/** Resolves when the lock may be free, or the time is over: the kernel wakes us, and nothing is looked at meanwhile. */
async function freed(path: string, by: string, milliseconds: number, signal: AbortSignal): Promise<void> {
  const file = opened(path);
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
