import { join, resolve } from "node:path";
import { explain, SteelyardError, userError } from "../base/errors.ts";
import type { Base } from "../git/base.ts";
import { worktree } from "../git/worktree.ts";
import { duel } from "../measure/duel.ts";
import type { DuelSide, Sides } from "../measure/duelpair.ts";
import type { Duelist } from "../measure/duelplan.ts";
import { duelProgressTo } from "../measure/duelprogress.ts";
import type { Measured } from "../measure/loop.ts";
import { plan } from "../measure/plan.ts";
import type { DuelRecord } from "../model/duel.ts";
import type { WorkloadFacts } from "../model/run.ts";
import type { Schedule } from "../model/schedule.ts";
import { scraper } from "../scrape/scraper.ts";
import { linuxHost } from "../stack/host.ts";
import { readBaselines } from "../store/records.ts";
import { alone, type Bench, everySecond, fingerprintOf, type Outcome } from "./alone.ts";
import { ledger } from "./down.ts";
import { type Both, planned } from "./items.ts";
import { judgeOf, type Rules, refused, sizeOf } from "./judge.ts";
import { BASELINES } from "./options.ts";
import { baseConfig, deployedBase, sideOf } from "./side.ts";

/** Trials of head alone, where budgets, expectations or thresholds ask what it does under its own load. */
const OWN_TRIALS = 3;

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
      composed: own.measured.composed ?? measured.composed,
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

/** The plan of head alone: a few trials in one start. */
function limitsPlan(names: readonly string[], { config, options, schedule }: Bench): Schedule {
  const trials = options.trials ?? OWN_TRIALS;
  return plan(config, { profile: options.profile, only: names, trials, starts: 1 }, schedule.seed);
}

const emptied = (schedule: Schedule): Schedule => ({ ...schedule, starts: [] });
const NOTHING: Measured = {
  ...{ trials: [], workloads: {}, seed: null, composed: undefined, ended: null, load: 0 },
};

/** The duel itself; or why base never came up. */
async function dueled(
  base: Base,
  sides: Sides<DuelSide>,
  duelists: readonly Duelist[],
  workloads: Readonly<Record<string, WorkloadFacts>>,
  spent: number,
  bench: Bench,
): Promise<
  { record: DuelRecord; measured: Pick<Measured, "seed" | "composed" | "ended" | "load"> } | string
> {
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
