import { userError } from "../base/errors.ts";
import { choice } from "../base/nearest.ts";
import { own } from "../base/own.ts";
import { seedOf, shuffled, stream } from "../base/random.ts";
import type { Config, Profile, Workload } from "../model/config.ts";
import { type Item, isItem } from "../model/item.ts";
import { isLevelled } from "../model/levels.ts";
import type { Levelled, Schedule, Slot, Start } from "../model/schedule.ts";
import { tag } from "../model/versioned.ts";

/** The choices that the command line may make for a plan. */
export interface Wishes {
  readonly profile?: string | undefined;
  /** Workload names; all of the profile's where undefined. */
  readonly only?: readonly string[] | undefined;
  /** Variants by name, of workloads that have any; all where undefined. */
  readonly variants?: readonly string[] | undefined;
  readonly trials?: number | undefined;
  /** Starts of the stack; those of the profile or the policy where undefined. */
  readonly starts?: number | undefined;
  readonly shard?: Shard | undefined;
  /** Of all that and of its shard, these only; all where undefined. */
  readonly among?: readonly Item[] | undefined;
}
type Shard = { readonly index: number; readonly of: number };

/** One thing to measure: a workload, or one variant of it. */
interface PlannedItem {
  readonly workload: string;
  readonly variant: string | null;
  readonly stackEnv: Readonly<Record<string, string>>;
  readonly settings: Settings;
  /** Whether it is measured at levels, so that its trials are planned one by one during the measurement. */
  readonly levelled: boolean;
}
interface Settings {
  readonly trials: number;
  readonly duration: number;
  readonly warmup: number;
  readonly settle: number;
  readonly cold: boolean;
}

/**
 * The order of everything that will be measured.
 *
 * Trials of all workloads are mixed, so that a slow minute of the machine affects each a little and none completely.
 * Trials are spread evenly over the starts of the stack. The first trial of a workload after a start has the full
 * warm-up, later ones the short one. Variants with an environment of their own for the stack need a start of their own,
 * and so does each cold trial. Workloads at levels come last, each with starts of its own.
 *
 * The same config, wishes and seed give the same plan. That of a shard may be empty, where the change leaves less to measure
 * than there are machines.
 *
 * @throws SteelyardError (user) for a name that the config lacks, or where nothing at all is to be measured
 */
export function plan(config: Config, wishes: Wishes, seed: number): Schedule {
  const profile = profileOf(config, wishes.profile);
  const { among } = wishes;
  const asked = share(itemsOf(config, profile, wishes), wishes.shard).filter(
    (item) => among?.some(isItem(item)) ?? true,
  );
  const items = asked.filter(({ levelled }) => !levelled);
  const starts = wishes.starts ?? profile.starts ?? config.policy.starts;
  const [cold, warm] = [true, false].map((is) => items.filter(({ settings }) => settings.cold === is));
  const next = stream(seed);
  const counter = { index: 0 };
  const planned: Start[] = [];
  for (let start = 0; start < starts; start++) {
    for (const group of shuffled(groups(warm!), next)) {
      const slots = startSlots(group, start, starts, next, counter);
      if (slots.length > 0) {
        planned.push({ start: planned.length, stackEnv: { ...group[0]!.stackEnv }, slots });
      }
    }
  }
  planned.push(...coldStarts(cold!, planned.length, next, counter));
  const shard = wishes.shard ? { ...wishes.shard } : null;
  const levels = asked.filter(({ levelled }) => levelled).map((item) => levelledOf(item, seedOf(next())));
  return { schema: tag("schedule"), seed, shard, starts: planned, ...(levels.length > 0 && { levels }) };
}

function levelledOf({ workload, variant, stackEnv, settings }: PlannedItem, seed: number): Levelled {
  const { warmup, settle, duration } = settings;
  return { workload, variant, stackEnv: { ...stackEnv }, warmup, settle, duration, seed };
}

function profileOf(config: Config, name: string | undefined): Profile {
  if (name === undefined) return {};
  const profile = own(config.profiles, name);
  if (profile) return profile;
  const known = Object.keys(config.profiles);
  throw userError(`There is no profile "${name}".`, {
    where: "profiles in the config",
    remedy: known.length > 0 ? choice(name, known) : "declare it under `profiles`",
  });
}

function itemsOf(config: Config, profile: Profile, wishes: Wishes): PlannedItem[] {
  const names = Object.keys(config.workloads);
  const only = new Set(wishes.only ?? profile.only ?? names);
  const unknown = [...only].filter((name) => !Object.hasOwn(config.workloads, name));
  if (unknown.length > 0) {
    throw userError(`There is no workload ${unknown.map((name) => `"${name}"`).join(", ")}.`, {
      where: "workloads in the config",
      remedy: choice(unknown[0]!, names),
    });
  }
  const asked = names.filter((name) => only.has(name)).sort();
  const { variants } = wishes;
  if (variants) demandVariants(variants, asked, config);
  return asked
    .flatMap((name) => itemsOfWorkload(name, own(config.workloads, name)!, profile, wishes.trials))
    .filter(({ variant }) => variant === null || (variants?.includes(variant) ?? true));
}

/** The environment of a workload's load, with that of its variant. */
export const trialVariables = (
  { env, variants }: Workload,
  variant: string | null,
): Readonly<Record<string, string>> => ({ ...env, ...(variant === null ? {} : own(variants, variant)?.env) });

/** Those of the requested variants that any of these workloads has; undefined where all variants are requested. */
export const variantsOf = (
  { workloads }: Config,
  names: readonly string[],
  variants: readonly string[] | undefined,
): string[] | undefined =>
  variants?.filter((one) => names.some((name) => Object.hasOwn(own(workloads, name)!.variants, one)));

/** @throws SteelyardError (user) for a variant that none of the workloads has */
function demandVariants(variants: readonly string[], workloads: readonly string[], config: Config): void {
  const known = new Set(workloads.flatMap((name) => Object.keys(own(config.workloads, name)!.variants)));
  const unknown = variants.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw userError(`There is no variant ${unknown.map((name) => `"${name}"`).join(", ")}.`, {
    where: `the workloads ${workloads.join(", ")}`,
    remedy: known.size > 0 ? `one of: ${[...known].join(", ")}` : "these have none: leave --variants out",
  });
}

function itemsOfWorkload(
  workload: string,
  config: Workload,
  profile: Profile,
  trials: number | undefined,
): PlannedItem[] {
  const settings: Settings = {
    trials: trials ?? profile.trials ?? config.measure.trials,
    duration: profile.duration ?? config.measure.duration,
    warmup: profile.warmup ?? config.warmup,
    settle: config.settle,
    cold: profile.cold ?? config.measure.cold,
  };
  const variants = Object.entries(config.variants).sort(([a], [b]) => (a < b ? -1 : 1));
  const levelled = isLevelled(config);
  if (variants.length === 0) return [{ workload, variant: null, stackEnv: {}, settings, levelled }];
  return variants.map(([variant, { stack_env }]) => ({
    workload,
    variant,
    settings,
    levelled,
    stackEnv: stack_env,
  }));
}

/** The items of one shard: every `of`-th, so that shards have about the same size. */
function share(items: PlannedItem[], shard: Shard | undefined): PlannedItem[] {
  if (items.length > 0) return shard ? items.filter((_, i) => i % shard.of === shard.index - 1) : items;
  throw userError("There is nothing to measure in this plan.", {
    where: "the config",
    remedy: "name a workload",
  });
}

/** Items grouped by the environment of the stack: those of a group share a running stack. */
function groups(items: readonly PlannedItem[]): PlannedItem[][] {
  const byEnv = new Map<string, PlannedItem[]>();
  for (const item of items) {
    const key = JSON.stringify(Object.entries(item.stackEnv).sort());
    const group = byEnv.get(key);
    if (group) group.push(item);
    else byEnv.set(key, [item]);
  }
  return [...byEnv.values()];
}

/** One start for each cold trial, in rounds over all items. */
function coldStarts(
  items: readonly PlannedItem[],
  first: number,
  next: () => number,
  counter: { index: number },
): Start[] {
  const starts: Start[] = [];
  const rounds = Math.max(0, ...items.map(({ settings }) => settings.trials));
  for (let trial = 0; trial < rounds; trial++) {
    for (const { workload, variant, stackEnv, settings } of shuffled(items, next)) {
      const seed = seedOf(next());
      if (trial >= settings.trials) continue;
      const { duration } = settings;
      const what = { workload, variant, side: "head", trial, warmup: 0, duration, cold: true } as const;
      const slots = [{ index: counter.index++, ...what, seed }];
      starts.push({ start: first + starts.length, stackEnv: { ...stackEnv }, slots });
    }
  }
  return starts;
}

/** The trials of one start: rounds over all items, each in random order. */
function startSlots(
  items: readonly PlannedItem[],
  start: number,
  starts: number,
  next: () => number,
  counter: { index: number },
): Slot[] {
  const ends = (item: PlannedItem, at: number) => Math.floor((item.settings.trials * at) / starts);
  const slots: Slot[] = [];
  const rounds = Math.max(...items.map((item) => ends(item, start + 1) - ends(item, start)));
  for (let round = 0; round < rounds; round++) {
    for (const item of shuffled(items, next)) {
      const trial = ends(item, start) + round;
      const seed = seedOf(next());
      if (trial >= ends(item, start + 1)) continue;
      slots.push({
        index: counter.index++,
        workload: item.workload,
        variant: item.variant,
        side: "head",
        trial,
        warmup: round === 0 ? item.settings.warmup : Math.min(item.settings.settle, item.settings.warmup),
        duration: item.settings.duration,
        seed,
      });
    }
  }
  return slots;
}
