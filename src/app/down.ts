import { join, resolve } from "node:path";
import { type Log, logTo } from "../base/log.ts";
import type { World } from "../base/world.ts";
import { sweep } from "../exec/ledger.ts";
import { sweepWorktrees } from "../git/worktree.ts";

/** Where living children of a measurement that writes to `out` are noted down. */
export const ledger = (out: string) => join(out, "running");

/** Ends what an earlier measurement that was killed outright left running; one that is going on is left alone. */
export async function bringDown(world: World, options: { readonly out: string }): Promise<void> {
  const log = logTo(world.err);
  const out = resolve(world.cwd, options.out);
  const ended = await swept(out, log);
  const trees = await treesSwept(world, out, log);
  if (ended + trees === 0) log.info("nothing was left running");
}

/** Removes worktrees that measurements which were killed left behind. Returns how many. */
export async function treesSwept(world: World, out: string, log: Log): Promise<number> {
  const folders = await sweepWorktrees(ledger(out), world);
  for (const folder of folders) log.warn(`removed ${folder}, left behind by a measurement that was killed`);
  return folders.length;
}

/** The same, without a word where there is nothing to end. Returns how many processes were ended. */
export async function swept(out: string, log: Log): Promise<number> {
  const found = await sweep(ledger(out));
  for (const { program, pids } of found) {
    log.warn(`ended ${program} (${pids.join(", ")}), left running by a measurement that was killed`);
  }
  return found.reduce((sum, { pids }) => sum + pids.length, 0);
}
