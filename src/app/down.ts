import { join, resolve } from "node:path";
import { type Log, logTo } from "../base/log.ts";
import type { World } from "../base/world.ts";
import { sweep } from "../exec/ledger.ts";

/** Where living children of a measurement that writes to `out` are noted down. */
export const ledger = (out: string) => join(out, "running");

/** Ends what an earlier measurement that was killed outright left running; one that is going on is left alone. */
export async function bringDown(world: World, options: { readonly out: string }): Promise<void> {
  const log = logTo(world.err);
  const ended = await swept(resolve(world.cwd, options.out), log);
  if (ended === 0) log.info("nothing was left running");
}

/** The same, without a word where there is nothing to end. Returns how many processes were ended. */
export async function swept(out: string, log: Log): Promise<number> {
  const found = await sweep(ledger(out));
  for (const { program, pids } of found) {
    log.warn(`ended ${program} (${pids.join(", ")}), left running by a measurement that was killed`);
  }
  return found.reduce((sum, { pids }) => sum + pids.length, 0);
}
