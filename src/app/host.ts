import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import type { World } from "../base/world.ts";
import { lock, lockWhenFree } from "../exec/lock.ts";

/**
 * This machine, for as long as the result is not disposed of: two measurements at once would measure each other.
 *
 * @param wait whether to wait for another one's end, or to give up at once
 * @throws SteelyardError (environment) where another one has it and nobody waits; Interrupted
 */
export async function hostLock(world: World, wait: boolean, log: Log): Promise<Disposable> {
  const path = join(tmpdir(), "steelyard-host.lock");
  if (!wait) {
    const remedy = "wait for it to end, or leave out --no-wait to have that done";
    return lock(path, "Another measurement is using this machine.", remedy);
  }
  const waiting = (pid: number | null) =>
    log.info(`another measurement (process ${pid ?? "unknown"}) is using this machine; waiting for its end`);
  return lockWhenFree(path, waiting, world.signal);
}
