import { relative, resolve } from "node:path";
import { SteelyardError, userError } from "../../base/errors.ts";
import { firstLine } from "../../base/text.ts";
import type { World } from "../../base/world.ts";
import { machinesIn } from "../../load/k6/distributed/machines.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import { profileOrigin, withOrigin } from "../../measure/origin.ts";
import { scaledTo } from "../../measure/scale.ts";
import type { Config, StackKind } from "../../model/config.ts";
import { literals } from "../../stack/literals.ts";
import { filesIn } from "../../store/files.ts";
import type { MeasureOptions } from "../options.ts";
import { configAt } from "../rulefiles.ts";
import { generatorOf } from "./generators.ts";
import type { Harness } from "./harness.ts";
import { pairsOf } from "./interleaving.ts";
import { inCI } from "./reference.ts";
import { coresOf, type StackDeps, stacksOf } from "./stacks.ts";

/** What both sides are made with. */
export type SideDeps = StackDeps;

/**
 * One side: the stack of a config and the generator of a tree.
 *
 * @throws SteelyardError (user) where the config has no stack of that kind
 */
export function sideOf(config: Config, kind: StackKind | undefined, deps: SideDeps): DuelSide {
  const cores = deps.cores === undefined ? coresOf(config, kind, deps.log) : deps.cores;
  const stacks = stacksOf(config, kind, { ...deps, cores });
  return { stacks, ...loadGenerators(config, stacks.kind, { ...deps, cores }) };
}

/** The generators that run the loads of a tree. @param config of the stack that they load */
export function loadGenerators(
  config: Config,
  kind: StackKind,
  { world, out, log, cores }: SideDeps,
): Pick<DuelSide, "generator" | "pairs"> {
  // Other machines cannot reach services that listen on this one.
  const deployed = kind === "external";
  const machines = deployed ? machinesIn(world.env) : [];
  const at = { cpus: cores?.generator, literals: literals(config, kind, world.cwd), deployed, machines };
  return { generator: generatorOf(world, out, log, at), pairs: pairsOf(world, out, log, at) };
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

/**
 * A config whose loads come from where head's profile has them come from, and are as long as was asked for.
 *
 * @throws SteelyardError (user) where they cannot be as short
 */
export function loadedAs(
  config: Config,
  head: Config,
  { profile, scale }: Pick<MeasureOptions, "profile" | "scale">,
): Config {
  const place = profileOrigin(head, profile);
  const placed = place === undefined ? config : withOrigin(config, place);
  return scale === undefined ? placed : scaledTo(placed, scale);
}

/** Whether a person tries it on a laptop, where no rules of base decide. */
const isTried = ({ env }: World, { rules }: MeasureOptions): boolean => rules === undefined && !inCI(env);

/**
 * The config of another tree, or why there is none to be used. Its loads are as head's were asked for, by head's own
 * profile: another place or length would be another workload. A release without a config is measured by head's, and so
 * is every base on a laptop.
 */
export async function configOfTree(
  { world, options, config: head }: Pick<Harness, "world" | "options" | "config">,
  tree: string,
): Promise<Config | string> {
  const path = relative(world.cwd, resolve(world.cwd, options.config));
  try {
    const config = await configAt(filesIn(tree, "config", "restore it"), path);
    if (config !== null) return loadedAs(config, head, options);
    if (options.release || isTried(world, options)) return head;
    return `it has no ${path} (first adoption), so nothing is compared yet`;
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return `its ${path} cannot be used: ${firstLine(error.message)}`;
  }
}
