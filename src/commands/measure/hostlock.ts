import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { lock, lockWhenFree } from "../../exec/lock.ts";
import { clock } from "../../measure/progress.ts";

/**
 * Seconds to wait for another measurement on this machine. Any user of the machine may hold the lock without end. A job
 * should then end with a message, and not by its own time limit.
 */
const TIMEOUT = 2 * 3600;
/** Seconds between two lines of a log file that say how long it has waited. */
const REPORT = 60;

/**
 * This machine, for as long as the result is not disposed of: two measurements at once would measure each other. The
 * lock is one for all users that share a temporary folder.
 *
 * @param wait whether to wait for another one's end, or to give up at once
 * @throws SteelyardError (environment) where another one has it and nobody waits, or it was waited for in vain; (user)
 *   where something that is no file has the lock's name; Interrupted
 */
export async function hostLock(
  world: Pick<World, "signal">,
  wait: boolean,
  log: Log,
  timeout = TIMEOUT,
): Promise<Disposable> {
  const path = join(temporary(), "steelyard-host.lock");
  const busy = "Another measurement is using this machine.";
  if (!wait) return lock(path, busy, "wait for it to end, or leave out --no-wait to have that done");
  let report = { stop() {} };
  try {
    return await lockWhenFree(path, {
      signal: world.signal,
      most: timeout,
      busy: `Another measurement has been using this machine for ${Math.round(timeout / 60)} minutes.`,
      waiting: (holder) => {
        report = reportWait(log, holder?.pid ?? null, timeout);
      },
    });
  } finally {
    report.stop();
  }
}

/** Says how long the wait for another measurement has been: each second on a terminal, each minute in a log file. */
export function reportWait(log: Log, pid: number | null, timeout: number): { stop(): void } {
  const first = `another measurement (process ${pid ?? "unknown"}) is using this machine`;
  log.info(`${first}; waiting for its end, ${clock(timeout)} at most (--no-wait gives up at once)`);
  const other = "another measurement is using this machine"; // by then it may be one that waited as well
  let seconds = 0;
  const timer = setInterval(() => {
    seconds++;
    if (log.isLive) log.progress(`${other} · waited ${clock(seconds)}`);
    else if (seconds % REPORT === 0) log.info(`${other}; waited ${clock(seconds)}`);
  }, 1000);
  return {
    stop() {
      clearInterval(timer);
      log.progress("");
      log.info(`waited ${clock(seconds)} for another measurement`);
    },
  };
}

/** The temporary folder by its own name: on some machines it is a link. */
function temporary(): string {
  try {
    return realpathSync(tmpdir());
  } catch (cause) {
    const remedy = "make it, or set TMPDIR to one that is there";
    throw environmentError("The temporary folder is not there.", { where: tmpdir(), remedy, cause });
  }
}
