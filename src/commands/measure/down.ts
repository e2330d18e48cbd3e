import { join } from "node:path";
import { type Log, logTo } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { sweepFences } from "../../exec/fence.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { sweep, sweepMarked } from "../../exec/ledger.ts";
import { unlock } from "../../exec/lock.ts";
import { sweepClones } from "../../git/clone.ts";
import { sweepWorktrees } from "../../git/worktree.ts";
import { clearFiles, clearProjects, engineHere } from "../../stack/compose/orphans.ts";
import { clearKeptBuilds } from "../../stack/keptbuild.ts";

/** Where living children of a measurement that writes to `out` are noted down. */
export const ledger = (out: string) => join(out, "running");

/**
 * Cleans up after killed measurements. Ends processes that are in their control groups, carry their marks or are listed
 * in `out`. Removes files of measurements that wrote to `out`, and everything on the engine with our label whose maker
 * is dead. A running measurement is left alone. A failed removal does not stop the others.
 *
 * @returns how many were ended or removed
 * @throws SteelyardError (environment) for something that cannot be ended or removed, (user) for a link in its place
 */
export async function bringDown(world: World, options: { readonly out: string }): Promise<number> {
  const log = logTo(world.err);
  const out = groundedPath(world.cwd, options.out);
  const failures: unknown[] = [];
  const tried = async (act: () => number | Promise<number>): Promise<number> => {
    try {
      return await act();
    } catch (error) {
      failures.push(error);
      return 0;
    }
  };
  const removed = [
    await tried(() => sweepRun(out, log)),
    await tried(() => clearEngine(world, log)),
    await tried(() => {
      clearFiles(ledger(out));
      return sweepTrees(world, out, log, (error) => failures.push(error));
    }),
    await tried(() => sweepClones(log)),
    await tried(() => clearBuilds(world, log)),
    await tried(() => (unlock(join(out, "lock")) ? 1 : 0)),
  ].reduce((sum, count) => sum + count, 0);
  if (failures.length > 0) throw failures[0];
  if (removed === 0) log.info("nothing was left running");
  return removed;
}

/** Removes what is kept of builds of base. Returns how many there were. */
function clearBuilds(world: World, log: Log): number {
  const removed = clearKeptBuilds(world.env);
  if (removed > 0) log.info(`removed ${removed} kept ${removed === 1 ? "build" : "builds"} of base`);
  return removed;
}

/** Removes worktrees that earlier measurements left behind, and calls `failed` for others. Returns how many it removed. */
export async function sweepTrees(
  world: World,
  out: string,
  log: Log,
  failed: (error: unknown) => void,
): Promise<number> {
  const folders = await sweepWorktrees(ledger(out), world, failed);
  for (const folder of folders) log.warn(`removed ${folder}, left behind by an earlier measurement`);
  return folders.length;
}

/** The same for processes, without a word where there is nothing to end. Returns how many were ended. */
export async function sweepRun(out: string, log: Log): Promise<number> {
  const all = [...(await sweepMarked()), ...(await sweep(ledger(out)))];
  // Last: its processes are killed at once, and those of the others may have something to tidy up.
  const held = await sweepFences();
  if (held.length > 0) all.push({ program: "processes", pids: held });
  for (const { program, pids } of all) {
    log.warn(`ended ${program} (${pids.join(", ")}), left running by a measurement that was killed`);
  }
  return all.reduce((sum, { pids }) => sum + pids.length, 0);
}

/** Clients are ended before this: they would go on making containers while these are removed. */
async function clearEngine(world: World, log: Log): Promise<number> {
  const docker = { cwd: world.cwd, env: world.env, variables: {}, log };
  const engine = await engineHere(docker, world.signal);
  if (engine === null) return 0;
  const { removed, unknown } = await clearProjects(engine);
  for (const project of removed) {
    log.warn(`removed ${project}, left behind by a measurement that was killed`);
  }
  for (const project of unknown) {
    log.warn(
      `${project} was made on another machine or in another container, and may be in use; if not: docker compose -p ${project} down -v`,
    );
  }
  return removed.length;
}
