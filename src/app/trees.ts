import { join } from "node:path";
import { userError } from "../base/errors.ts";
import { type Worktree, worktree } from "../git/worktree.ts";
import type { DuelSide } from "../measure/duel/bench.ts";
import type { Config } from "../model/config.ts";
import type { Bench } from "./alone.ts";
import { ledger } from "./down.ts";
import { configOfTree, sideOf } from "./side.ts";

/** A commit checked out beside the user's checkout. */
export const treeOf = ({ world, out }: Bench, sha: string): Promise<Worktree> =>
  worktree(world, sha, ledger(out));

/**
 * The config in a tree. @throws SteelyardError (user) where it has none that can be used
 */
export async function configIn(bench: Bench, cwd: string, what: string): Promise<Config> {
  const read = await configOfTree(bench, cwd);
  if (typeof read !== "string") return read;
  throw userError(`${what} has no config that can be used: ${read}.`, {
    where: bench.options.config,
    remedy: "commit it",
  });
}

/**
 * A side of a tree, built.
 *
 * @param name of the folder for its logs
 * @throws SteelyardError (environment) where it cannot be built
 */
export async function builtSide(bench: Bench, cwd: string, config: Config, name: string): Promise<DuelSide> {
  const { world, out, stacks } = bench;
  const side = sideOf(config, stacks.kind, {
    ...bench,
    world: { ...world, cwd },
    logs: join(out, "logs", name),
  });
  await side.stacks.prepare?.(world.signal);
  return side;
}
