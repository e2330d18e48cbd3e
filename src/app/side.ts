import { join, relative, resolve } from "node:path";
import { SteelyardError, userError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { readConfig } from "../config/read.ts";
import type { DuelSide } from "../measure/duel/bench.ts";
import type { Config, StackKind } from "../model/config.ts";
import { readIfThere } from "../store/files.ts";
import { generatorOf } from "./generator.ts";
import { pairsOf } from "./pairs.ts";
import { coresOf, type StackDeps, stacksOf } from "./stacks.ts";

/** What both sides are made with. */
export type SideDeps = StackDeps;

/**
 * One side: the stack of a config and the generator of a tree.
 *
 * @throws SteelyardError (user) where the config has no stack of that kind
 */
export function sideOf(config: Config, kind: StackKind | undefined, deps: SideDeps): DuelSide {
  const { world, out, log } = deps;
  const cores = coresOf(config, kind, log);
  const generator = generatorOf(world, out, log, cores?.generator);
  const stacks = stacksOf(config, kind, { ...deps, cores });
  return { stacks, generator, pairs: pairsOf(world, out, log, cores?.generator) };
}

/** Head's side as it is, but aimed at where base is deployed. @throws SteelyardError (user) where that is not said */
export function deployedBase(config: Config): Config {
  const { external } = config.stack;
  if (external?.base === undefined) {
    throw userError("The config does not say where base is deployed.", {
      where: "stack.external",
      remedy: "name it: base: { endpoints: { api: { url: https://base.example.com } } }",
    });
  }
  return { ...config, stack: { ...config.stack, external: { ...external, ...external.base } } };
}

/** The config of base's own tree, or why there is none to be used. */
export async function baseConfig(world: World, tree: string, path: string): Promise<Config | string> {
  const place = relative(world.cwd, resolve(world.cwd, path));
  try {
    const text = await readIfThere(join(tree, place), "config", "restore it");
    if (text === undefined) return `it has no ${place} (first adoption), so nothing is compared yet`;
    return readConfig(text, place);
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return `its ${place} cannot be used: ${error.message.split("\n")[0]}`;
  }
}
