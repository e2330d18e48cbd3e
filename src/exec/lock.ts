import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption } from "../base/errors.ts";
import { lives, type Owner, ourselves, ownerIn } from "./owner.ts";

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
  if (!("pid" in taken)) return taken;
  throw environmentError(busy, { where: `process ${taken.pid || "unknown"}, which has ${path}`, remedy });
}

/** Seconds between two looks at a lock that another process has. */
const LOOK = 0.5;

/**
 * Waits for a lock file, and takes it.
 *
 * @param waiting told once, with the pid of the process that has it, before the waiting begins
 * @throws Interrupted when `signal` aborts
 */
export async function lockWhenFree(
  path: string,
  waiting: (pid: number) => void,
  signal: AbortSignal,
): Promise<Disposable> {
  for (let told = false; ; told = true) {
    if (signal.aborted) throw interruption(signal);
    const taken = take(path);
    if (!("pid" in taken)) return taken;
    if (!told) waiting(taken.pid);
    await delay(LOOK * 1000, undefined, { signal }).catch(() => {});
  }
}

/** The lock, or who has it; pid 0 where that cannot be told. */
function take(path: string): Disposable | Owner {
  for (let attempt = 0; !created(path); attempt++) {
    const owner = ownerIn(path);
    if (attempt >= 3 || (owner !== undefined && lives(owner))) return owner ?? { pid: 0, began: null };
    rmSync(path, { force: true });
  }
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}

function created(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(ourselves()), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
