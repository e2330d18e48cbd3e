import { join } from "node:path";
import { userError } from "../../base/errors.ts";
import { addWorktree, type Worktree } from "../../git/worktree.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import type { Config } from "../../model/config.ts";
import { ledger } from "./down.ts";
import type { Harness } from "./harness.ts";
import { configOfTree, sideOf } from "./side.ts";

/** A commit checked out in a folder of its own. */
export const treeOf = ({ world, out }: Harness, sha: string): Promise<Worktree> =>
  addWorktree(world, sha, ledger(out));

/**
 * The config in a tree. @throws SteelyardError (user) where it has none that can be used
 */
export async function configIn(harness: Harness, cwd: string, what: string): Promise<Config> {
  const read = await configOfTree(harness, cwd);
  if (typeof read !== "string") return read;
  throw userError(`${what} has no config that can be used: ${read}.`, {
    where: harness.options.config,
    remedy: "commit it",
  });
}

/**
 * A side of a tree, built.
 *
 * @param name of the folder for its logs
 * @throws SteelyardError (environment) where it cannot be built
 */
export async function buildSide(
  harness: Harness,
  cwd: string,
  config: Config,
  name: string,
): Promise<DuelSide> {
  const { world, out, stacks } = harness;
  const side = sideOf(config, stacks.kind, {
    ...harness,
    world: { ...world, cwd },
    logs: join(out, "logs", name),
  });
  await side.stacks.prepare?.(world.signal);
  return side;
}
