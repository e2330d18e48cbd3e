import { join, resolve } from "node:path";
import { explain, SteelyardError, userError } from "../base/errors.ts";
import type { Base } from "../git/base.ts";
import { worktree } from "../git/worktree.ts";
import { duel } from "../measure/duel.ts";
import { modeOf } from "../measure/duelmode.ts";
import type { DuelSide, Sides } from "../measure/duelpair.ts";
import { type Duelist, settings } from "../measure/duelplan.ts";
import { duelProgressTo } from "../measure/duelprogress.ts";
import type { Measured } from "../measure/loop.ts";
import { plan } from "../measure/plan.ts";
import type { Config, Workload } from "../model/config.ts";
import type { DuelRecord } from "../model/duel.ts";
import type { WorkloadFacts } from "../model/run.ts";
import type { Schedule } from "../model/schedule.ts";
import { scraper } from "../scrape/scraper.ts";
import { linuxHost } from "../stack/host.ts";
import { readBaselines } from "../store/records.ts";
import { alone, type Bench, everySecond, fingerprintOf, type Outcome } from "./alone.ts";
import { ledger } from "./down.ts";
import { judgeOf, type Rules, refused, sizeOf } from "./judge.ts";
import { BASELINES } from "./options.ts";
import { baseConfig, deployedBase, sideOf } from "./side.ts";

/** Trials of head alone, where budgets, expectations or thresholds ask what it does under its own load. */
const OWN_TRIALS = 3;

/** Both sides, and what each one's config says. */
interface Both {
  readonly sides: Sides<DuelSide>;
  readonly configs: Sides<Config>;
}

/**
 * Measures base beside head, and head alone as far as its own limits want it. Where base cannot be had, head is
 * measured alone as ever, and the outcome says why.
 *
 * @throws SteelyardError for what is wrong with head, Interrupted before anything was measured
 */
export async function beside(base: Base, bench: Bench): Promise<Outcome> {
  const { world, out, log } = bench;
  const checkout = { cwd: world.cwd, env: world.env, signal: world.signal };
  log.info(`base is ${base.sha.slice(0, 12)} "${base.subject}", the merge-base with ${base.ref}`);
  await using tree = await worktree(checkout, base.sha, ledger(out));
  const both = await bothSides(tree.cwd, bench);
  if (typeof both === "string") return instead(both, base, bench);
  const items = await planned(both, bench);
  if (items.duelists.length === 0) return instead("no workload is in both configs", base, bench);
  const { alone: names } = items;
  const began = world.now().getTime();
  const own: Outcome =
    names.length === 0
      ? { schedule: emptied(bench.schedule), measured: NOTHING }
      : await alone({ ...bench, schedule: limitsPlan(names, bench) });
  const workloads = { ...items.facts, ...own.measured.workloads };
  if (own.measured.ended !== null) return own;
  const spent = (world.now().getTime() - began) / 1000;
  const result = await dueled(base, both.sides, items.duelists, workloads, spent, bench);
  if (typeof result === "string") return instead(result, base, bench);
  const { record, measured } = result;
  return {
    schedule: own.schedule,
    duel: record,
    measured: {
      ...own.measured,
      workloads,
      seed: own.measured.seed ?? measured.seed,
      ended: measured.ended,
      load: own.measured.load + measured.load,
    },
  };
}

/** Head alone, as ever, and why. */
async function instead(why: string, { sha }: Base, bench: Bench): Promise<Outcome> {
  const said = `base ${sha.slice(0, 12)} was not measured: ${why}`;
  bench.log.warn(`${said}\nhead is measured alone`);
  const fallback = said
    .split("\n")[0]!
    .replace(/[.:]+$/, "")
    .slice(0, 2_000);
  return { ...(await alone(bench)), fallback };
}

/** Both sides, built; or why base is none. */
async function bothSides(tree: string, bench: Bench): Promise<Both | string> {
  const { world, options, config, stacks, generator, out } = bench;
  await stacks.prepare?.(world.signal);
  const read = await baseConfig(world, tree, options.config);
  if (typeof read === "string") return read;
  const head: DuelSide = { stacks, generator, pairs: bench.pairs };
  try {
    const external = stacks.kind === "external";
    const side = sideOf(external ? deployedBase(config) : read, stacks.kind, {
      ...bench,
      world: { ...world, cwd: tree },
      logs: join(out, "logs", "base"),
    });
    await side.stacks.prepare?.(world.signal);
    return { sides: { head, base: side }, configs: { head: config, base: read } };
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault === "bug") throw error;
    return `it cannot be built: ${explain(error)}`;
  }
}

interface Items {
  readonly duelists: readonly Duelist[];
  /** Workloads of which head is measured alone as well, or only. */
  readonly alone: readonly string[];
  readonly facts: Readonly<Record<string, WorkloadFacts>>;
}

/** What is measured beside base and how, and what alone. Reads every script before anything is started. */
async function planned({ sides, configs }: Both, bench: Bench): Promise<Items> {
  const { schedule, options, world, config, log } = bench;
  const facts: Record<string, WorkloadFacts> = {};
  const alone = new Set<string>();
  const duelists: Duelist[] = [];
  const slots = schedule.starts.flatMap((start) => start.slots);
  for (const name of [...new Set(slots.map(({ workload }) => workload))].sort()) {
    const workload = config.workloads[name]!;
    const own = await sides.head.generator.facts(name, workload, world.signal);
    facts[name] = own;
    const theirs = Object.hasOwn(configs.base.workloads, name) ? configs.base.workloads[name] : undefined;
    if (limited(name, workload, sides.head) || theirs === undefined) alone.add(name);
    if (theirs === undefined) {
      log.info(`${name} is not in base's config: head is measured alone`);
      continue;
    }
    const digest = await digestOf(name, theirs, sides.base, world.signal);
    const script = digest === own.digest ? "base" : "head";
    const driven = script === "base" ? theirs : workload;
    const { mode, why } = await modeOf(name, driven, sides[script].pairs, world.signal);
    const size = settings(config, driven, options.profile ?? null);
    const variants = [...new Set(slots.flatMap((slot) => (slot.workload === name ? [slot.variant] : [])))];
    for (const variant of variants.sort()) {
      if (variant !== null && !Object.hasOwn(theirs.variants, variant)) {
        alone.add(name);
        continue;
      }
      const block = mode === "trial" ? size.duration : workload.measure.block;
      const { pairs } = workload.measure;
      duelists.push({
        ...{ workload: name, variant, config: driven, ...size },
        stackEnv: variant === null ? {} : (workload.variants[variant]?.stack_env ?? {}),
        pairing: { workload: name, variant, mode, why, block, pairs: [pairs[0], pairs[1]], script },
      });
    }
  }
  const gone = Object.keys(configs.base.workloads).filter((name) => !Object.hasOwn(config.workloads, name));
  if (gone.length > 0) log.warn(`base has workloads that head's config has not: ${gone.join(", ")}`);
  return { duelists, alone: [...alone], facts };
}

/** Whether head is held to something under its own load. */
const limited = (name: string, { budgets, expect }: Workload, { generator }: DuelSide) =>
  Object.keys(budgets).length + Object.keys(expect).length > 0 || (generator.limits?.(name) ?? false);

/** The digest of base's script; null where base has none that can be read: head's drives both then. */
async function digestOf(
  name: string,
  workload: Workload,
  { generator }: DuelSide,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await generator.facts(name, workload, signal)).digest;
  } catch (error) {
    if (error instanceof SteelyardError && error.fault === "user") return null;
    throw error;
  }
}

/** The plan of head alone: a few trials in one start. */
function limitsPlan(names: readonly string[], { config, options, schedule }: Bench): Schedule {
  const trials = options.trials ?? OWN_TRIALS;
  return plan(config, { profile: options.profile, only: names, trials, starts: 1 }, schedule.seed);
}

const emptied = (schedule: Schedule): Schedule => ({ ...schedule, starts: [] });
const NOTHING: Measured = { trials: [], workloads: {}, seed: null, ended: null, load: 0 };

/** The duel itself; or why base never came up. */
async function dueled(
  base: Base,
  sides: Sides<DuelSide>,
  duelists: readonly Duelist[],
  workloads: Readonly<Record<string, WorkloadFacts>>,
  spent: number,
  bench: Bench,
): Promise<{ record: DuelRecord; measured: Pick<Measured, "seed" | "ended" | "load"> } | string> {
  const { world, options, config, log, runnerClass, schedule } = bench;
  const fingerprint = fingerprintOf(bench);
  const baselines = await readBaselines(resolve(world.cwd, options.baselines ?? BASELINES), runnerClass);
  const profile = options.profile === undefined ? undefined : config.profiles[options.profile];
  const starts = profile?.starts ?? config.policy.starts;
  const budget = options.budget ?? null;
  const { sha, subject, ref } = base;
  const told = { base: { sha, subject, ref }, starts, pairings: duelists.map((one) => one.pairing), budget };
  const rules: Rules = { duel: told, workloads: { ...workloads }, fingerprint, config, baselines };
  refuseHopeless(rules);
  const judge = judgeOf(rules);
  const result = await duel(
    {
      ...{ duelists, starts, seed: schedule.seed, env: options.stackEnv },
      budget: budget === null ? null : Math.max(0, budget - spent),
    },
    {
      ...{ sides, host: linuxHost(), cores: fingerprint.cores, log, now: world.now, judge },
      scraper: scraper(config.stack.metrics, log),
      progress: duelProgressTo(log, () => world.now().getTime(), everySecond),
    },
    world.signal,
  );
  if (result.unable !== null) return `it does not start: ${explain(result.unable)}`;
  const { pairs, seen, cut, ...measured } = result;
  if (pairs.length === 0 && measured.ended !== null) throw measured.ended;
  return { record: { ...told, looks: [...judge.looks], seen, cut, pairs }, measured };
}

/** @throws SteelyardError (user) for a duel that could not have said anything */
function refuseHopeless(rules: Rules): void {
  const [first, ...others] = refused(rules);
  if (first === undefined) return;
  const { workload, variant } = first;
  const where =
    workload === null ? "the config" : [workload, ...(variant === null ? [] : [variant])].join("/");
  const more = others.length === 0 ? "" : ` (and ${others.length} more like it)`;
  const { most } = sizeOf(rules.duel.pairings);
  throw userError(`A duel of up to ${most} pairs could not tell: ${first.message}${more}`, {
    where,
    remedy: first.remedy,
  });
}
