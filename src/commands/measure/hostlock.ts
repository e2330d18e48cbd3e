import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { lock, lockWhenFree } from "../../exec/lock.ts";

/**
 * Seconds to wait for another measurement on this machine. Any user of the machine may hold the lock without end. A job
 * should then end with a message, and not by its own time limit.
 */
const TIMEOUT = 2 * 3600;

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
  return lockWhenFree(path, {
    signal: world.signal,
    most: timeout,
    busy: `Another measurement has been using this machine for ${Math.round(timeout / 60)} minutes.`,
    waiting: (holder) =>
      log.info(
        `another measurement (process ${holder?.pid ?? "unknown"}) is using this machine; waiting for its end`,
      ),
  });
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
