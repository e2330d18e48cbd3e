import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userError } from "../../base/errors.ts";
import { named } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { sshEnv } from "../../exec/env.ts";
import { namesIn } from "../../exec/linkless.ts";
import { gitOutput } from "../../git/git.ts";
import { addWorktree, namedTop, type Worktree } from "../../git/worktree.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import type { Config } from "../../model/config.ts";
import { KeptBuild } from "../../stack/keptbuild.ts";
import { ledger } from "./down.ts";
import type { Harness } from "./harness.ts";
import { inCI } from "./reference.ts";
import { configOfTree, sideOf } from "./side.ts";

/**
 * A commit checked out in a folder of its own. Its submodules and Git LFS files may come over ssh, with keys of the user's
 * agent: not on a runner, whose agent is its operator's.
 *
 * @throws as `addWorktree`
 */
export function treeOf(
  { world, out, log, options }: Pick<Harness, "world" | "out" | "log" | "options">,
  sha: string,
  name?: string,
): Promise<Worktree> {
  const extra = options.trust === undefined ? sshEnv(world.env) : {};
  return addWorktree({ ...world, extra }, sha, ledger(out), log, name);
}

/**
 * The same, whose build is kept for the next measurement on this machine. Not in CI, where a change's own code could alter
 * what the next one is compared with; nor with submodules, whose files refer to one worktree.
 */
export async function treeWithKeptBuild(harness: Harness, sha: string): Promise<Worktree> {
  const { world, options, builds } = harness;
  if (inCI(world.env) || options.trust !== undefined || options.rules !== undefined)
    return treeOf(harness, sha);
  const name = await nameOf(world, sha);
  const tree = await treeOf(harness, sha, name);
  const isApt = tree.top === namedTop(name) && namesIn(tree.top).every((one) => one.name !== ".gitmodules");
  if (isApt) builds.keep(tree.cwd, new KeptBuild(world.env, name, tree.top));
  return tree;
}

/** A commit's name among those of all repositories of this user. */
async function nameOf(world: World, sha: string): Promise<string> {
  const top = (await gitOutput(world, "rev-parse", "--show-toplevel")) ?? world.cwd;
  return createHash("sha256").update(`${top}\0${tmpdir()}\0${sha}`).digest("hex").slice(0, 16);
}

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
 * @param name of the folder for its logs, and of its messages
 * @throws SteelyardError (environment) where it cannot be built
 */
export async function buildSide(
  harness: Harness,
  cwd: string,
  config: Config,
  name: string,
): Promise<DuelSide> {
  const { world, out, log, stacks } = harness;
  const side = sideOf(config, stacks.kind, {
    ...harness,
    log: named(log, name),
    world: { ...world, cwd },
    logs: join(out, "logs", name),
  });
  await side.stacks.prepare?.(world.signal);
  return side;
}
