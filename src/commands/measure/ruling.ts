import { SteelyardError, userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import type { World } from "../../base/world.ts";
import { effective, serviceChanges } from "../../config/effective.ts";
import { mergeBase } from "../../git/base.ts";
import { gitTree } from "../../git/tree.ts";
import { divided } from "../../load/dispatch.ts";
import { definitionChanges } from "../../measure/definition.ts";
import { plan } from "../../measure/plan.ts";
import type { Config, StackKind, Workload } from "../../model/config.ts";
import { itemName } from "../../model/item.ts";
import { loadOf } from "../../model/load.ts";
import type { RulesUsed } from "../../model/run.ts";
import { type Schedule, slotsIn, workloadsIn } from "../../model/schedule.ts";
import type { BaseRules, MeasureOptions } from "../options.ts";
import { configAt } from "../rulefiles.ts";
import type { Harness } from "./harness.ts";
import { digestOf } from "./pairings.ts";
import { loadedAs, loadGenerators } from "./side.ts";
import { kindOf, stacksOf } from "./stacks.ts";
import { buildSide } from "./trees.ts";
import { hostCommandsOf } from "./trust.ts";

/**
 * The rules of the merge-base.
 *
 * @throws SteelyardError (user) where there is no merge-base, or it has no config that can be read
 */
export async function baseRules(
  world: World,
  { base, config: path }: Pick<MeasureOptions, "base" | "config">,
): Promise<BaseRules> {
  const { sha } = await mergeBase(world, base || undefined);
  const where = `${sha.slice(0, 12)}:${path}`;
  const config = await configAt(gitTree(world, sha), path, where);
  if (config !== null) return { config, sha };
  throw userError("The merge-base has no config, so it has no rules to measure by.", {
    where,
    remedy: "leave --base-rules out: the checkout's own config counts then",
  });
}

/**
 * The config that is measured by, as it was asked for: base's rules on head's service where there are such, else the
 * checkout's own.
 */
export function measuredBy(
  written: Config,
  { rules, profile, scale }: Pick<MeasureOptions, "rules" | "profile" | "scale">,
): Config {
  const config = rules === undefined ? written : effective(rules.config, written);
  return loadedAs(config, config, { profile, scale });
}

/**
 * The kind of stack that base's rules measure.
 *
 * @param config head's, by base's rules
 * @throws SteelyardError (user) where head has none of that kind any more
 */
export function ruledKind(rules: Config, config: Config, asked: StackKind | undefined): StackKind {
  const kind = kindOf(rules, asked);
  if (config.stack[kind] !== undefined) return kind;
  throw userError(`Base's rules measure the ${kind} stack, and head's config has none.`, {
    where: `stack.${kind}`,
    remedy: "keep it in this change; a change of the rules counts once it is merged",
  });
}

/**
 * The part of a config that runs head's own commands, or gives loads variables of head's. Under base's rules it has neither
 * base's seed nor base's loads: of a workload that base has, only the variants that base lacks are left.
 */
export function headsOwn(config: Config, rules: BaseRules | undefined): Config {
  if (rules === undefined) return config;
  const { seed: _, ...stack } = config.stack;
  const workloads = Object.entries(config.workloads).map(([name, workload]) => {
    const theirs = own(rules.config.workloads, name);
    return [name, theirs === undefined ? workload : newVariants(workload, theirs)];
  });
  return { ...config, stack, workloads: Object.fromEntries(workloads) };
}

/**
 * Whether head's own loads are left out: loads of a deployed stack get the secrets in its headers, and a script of head's
 * could keep them.
 */
const keepsSecrets = (kind: StackKind, { rules, trust }: Pick<MeasureOptions, "rules" | "trust">): boolean =>
  kind === "external" && rules !== undefined && trust !== undefined && trust.secrets.length > 0;

/** Head's config, by base's rules, without the workloads and variants that base lacks where a load gets secrets. */
export function withoutOwnLoads(
  config: Config,
  kind: StackKind,
  options: Pick<MeasureOptions, "rules" | "trust">,
  log: Log,
): Config {
  if (options.rules === undefined || !keepsSecrets(kind, options)) return config;
  const base = options.rules.config.workloads;
  const [kept, added] = [new Map<string, Workload>(), [] as string[]];
  for (const [name, workload] of Object.entries(config.workloads)) {
    const theirs = own(base, name);
    if (theirs === undefined) added.push(name);
    else {
      kept.set(name, { ...workload, variants: theirs.variants });
      const variants = Object.keys(newVariants(workload, theirs).variants);
      added.push(...variants.map((variant) => itemName({ workload: name, variant })));
    }
  }
  for (const name of added) {
    log.warn(
      `${name} is not measured: the change adds it, and its load would get the secrets of \`stack.external\`; add it on the base branch first`,
    );
  }
  const profiles = Object.entries(config.profiles).map(([name, profile]) => {
    const only = profile.only?.filter((one) => kept.has(one));
    return [name, { ...profile, ...(only && { only }) }];
  });
  return { ...config, workloads: Object.fromEntries(kept), profiles: Object.fromEntries(profiles) };
}

/** A workload of base's without its load and variables, and with only the variants that base lacks. */
function newVariants(workload: Workload, base: Workload): Workload {
  const added = Object.entries(workload.variants).filter(([name]) => !Object.hasOwn(base.variants, name));
  const variants = Object.fromEntries(added);
  const { kind } = loadOf(workload);
  return { ...workload, [kind]: undefined, env: {}, sweep: undefined, scaling: undefined, variants };
}

/**
 * The harness under base's rules: workloads that base has are loaded by base's files, those that only head has by head's.
 * Where the change edits a load, head's version of it is measured as well, alone and under a name of its own.
 *
 * @param written head's config as it was written
 * @param cwd base's files
 * @throws SteelyardError (user) for a load of base's that cannot be read
 */
export async function ruledBy(
  { config: rules, sha }: BaseRules,
  harness: Harness,
  written: Config,
  cwd: string,
): Promise<Harness> {
  const { config, options, world, schedule, generator: headLoads } = harness;
  const [base, head] = [rules, written].map((one) => loadedAs(one, one, options)) as [Config, Config];
  const loads = loadGenerators(base, harness.stacks.kind, { ...harness, world: { ...world, cwd } });
  const ofBase = (name: string) => Object.hasOwn(base.workloads, name);
  const generator = divided(ofBase, loads.generator, headLoads);
  if (runsPrograms(base, schedule)) await buildSide(harness, cwd, base, "base");
  const edited = await editedLoads(schedule, { base, head }, { ...harness, generator });
  // Shards divide what is planned: one item more on one machine would move all others.
  const versions = edited.flatMap(({ as, workload }) =>
    as === null || options.shard !== undefined ? [] : [[as, own(head.workloads, workload)!] as const],
  );
  const whole = { ...config, workloads: { ...config.workloads, ...Object.fromEntries(versions) } };
  const changed = await composedChanges(harness, base, cwd);
  const service = [...serviceChanges(rules, written), ...changed]
    .map((one) => one.slice(0, 500))
    .slice(0, 500);
  const used: RulesUsed = { base: sha, edited, service };
  const asked = { ...options, only: [...workloadsIn(all(schedule)), ...versions.map(([name]) => name)] };
  return {
    ...harness,
    generator,
    pairs: loads.pairs,
    config: whole,
    ruling: { base, cwd, used },
    ...(versions.length > 0 && { schedule: plan(whole, asked, schedule.seed) }),
  };
}

/** The change's edits to the files that define its services; empty where one side's cannot be read. */
async function composedChanges(harness: Harness, base: Config, cwd: string): Promise<string[]> {
  const { stacks, world } = harness;
  try {
    const theirs = stacksOf(base, stacks.kind, { ...harness, world: { ...world, cwd } });
    const [before, after] = [
      await theirs.definition?.(world.signal),
      await stacks.definition?.(world.signal),
    ];
    return before && after ? definitionChanges(before, after) : [];
  } catch (error) {
    if (error instanceof SteelyardError && error.fault === "user") return []; // said when it is started
    throw error;
  }
}

/** Whether anything of base's is run as a program: what its tree needs for that is built first. */
const runsPrograms = ({ stack, workloads }: Config, schedule: Schedule): boolean =>
  stack.seed?.run !== undefined ||
  workloadsIn(all(schedule)).some((name) => own(workloads, name)?.command !== undefined);

/** Planned workloads whose load differs between base and head, by the digests of their files and settings. */
async function editedLoads(
  schedule: Schedule,
  { base, head }: { readonly base: Config; readonly head: Config },
  { generator, world, log, config, options, stacks: { kind } }: Harness,
): Promise<RulesUsed["edited"]> {
  const edited: RulesUsed["edited"] = [];
  const taken = new Set(Object.keys(config.workloads));
  for (const name of workloadsIn(all(schedule)).sort()) {
    const [theirs, ours] = [own(base.workloads, name), own(head.workloads, name)];
    if (theirs === undefined || ours === undefined) continue;
    const { digest } = await generator.facts(name, theirs, world.signal);
    const as = versionOf(name, taken);
    const found = await digestOf(as, ours, { generator }, world.signal);
    if (found.digest === digest) continue;
    log.info(`${name}: head edits its load; base's drives both sides`);
    const why = forbidden(ours, kind, options) ?? found.why;
    if (why !== undefined) log.warn(`head's version of ${name} cannot be measured: ${why}`);
    edited.push({ workload: name, as: why === undefined ? as : null });
    taken.add(as);
  }
  return edited;
}

/** Why head's version of a load must not run; null where it may. */
function forbidden(load: Workload, kind: StackKind, options: MeasureOptions): string | null {
  if (keepsSecrets(kind, options)) return "it would get the secrets of `stack.external`";
  const commands = options.trust ? hostCommandsOf(load, options.trust) : [];
  return commands.length > 0 ? "base's rules forbid a change's own commands" : null;
}

/** A free name for head's version of a workload: `browse.head`. */
function versionOf(workload: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const name = `${workload.slice(0, 70)}.head${n === 1 ? "" : n}`;
    if (!taken.has(name)) return name;
  }
}

const all = ({ starts, levels = [] }: Schedule) => [...slotsIn({ starts }), ...levels];
