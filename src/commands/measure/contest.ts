import { setTimeout as delay } from "node:timers/promises";
import { userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { pairRange } from "../../compare/duel/run.ts";
import { calibratedBlock } from "../../compare/history/noise.ts";
import { type DuelEdges, type Dueled, runDuel } from "../../measure/duel/duel.ts";
import { fixBlock, inTurns } from "../../measure/duel/plan.ts";
import { DuelProgress } from "../../measure/duel/progress.ts";
import type { Judge } from "../../measure/judge.ts";
import type { Config } from "../../model/config.ts";
import { PortConflict } from "../../model/conflict.ts";
import type { DuelRecord } from "../../model/duel.ts";
import { itemName } from "../../model/item.ts";
import { duetCores, ownCores } from "../../stack/cores.ts";
import { readBaselines } from "../../store/records.ts";
import { baselinesFolder, fingerprintHere, type Harness, portsOf } from "./harness.ts";
import { everySecond } from "./head.ts";
import { judgeOf, type Rules, refusalsBy } from "./judge.ts";
import type { BothSides, PairingPlan } from "./pairings.ts";

/**
 * Fewest starts before the first look, whatever is configured for sessions of head alone: two starts would not show the
 * start-up variance.
 */
const FEWEST_STARTS = 3;
/** Starts of both sides of a duel. */
export const pairedStarts = ({ profiles, policy }: Config, profile: string | undefined): number =>
  Math.max(FEWEST_STARTS, own(profiles, profile ?? "")?.starts ?? policy.starts);

/** Two sides that are measured as pairs. */
export interface Contest {
  readonly both: BothSides;
  readonly items: PairingPlan;
  /** Of `rulesOf` for these items. */
  readonly rules: Rules;
  /** Seconds of the budget that were spent before. */
  readonly spent: number;
  /** Who says when enough was measured; the decision procedure by default. */
  readonly judge?: ((rules: Rules) => Judge) | undefined;
}

/** The measurements, and the rules of their judgement. */
export interface PairedResult {
  readonly items: PairingPlan;
  readonly rules: Rules;
  readonly judge: Judge;
  readonly edges: DuelEdges;
  readonly result: Dueled;
}

/**
 * Measures two sides as pairs. Where a program fixes a port that the config does not name, both cannot be up at the same
 * time, and they are measured again in turns.
 *
 * @throws SteelyardError (user) for baselines that cannot be read
 */
export async function duelOf(of: Contest, harness: Harness): Promise<PairedResult> {
  const { world, options, schedule, log } = harness;
  const began = world.now().getTime();
  const { items, rules } = of;
  const judge = (of.judge ?? judgeOf)(rules);
  const edges = edgesOf(of.both, judge, harness);
  const { starts, budget } = rules.duel;
  const order = { starts, seed: schedule.seed, env: options.stackEnv, duelists: items.duelists };
  const left = budget === null ? null : Math.max(0, budget - of.spent);
  const result = await runDuel({ ...order, budget: left }, edges, world.signal);
  const error = result.unable?.error;
  const isBeside = items.duelists.some(({ pairing }) => pairing.mode !== "turns");
  if (!(error instanceof PortConflict) || !isBeside) return { items, rules, judge, edges, result };
  const why = `the service "${error.service}" fixes port ${error.port}, which base and head cannot both have`;
  log.info(`${why}: they take turns, which takes longer to tell as much`);
  const turned = { ...items, duelists: items.duelists.map((one) => inTurns(one, why)) };
  const spent = of.spent + (world.now().getTime() - began) / 1000;
  const again = { ...of, items: turned, rules: await rulesOf(rules.duel.base, turned, harness), spent };
  return duelOf(again, harness);
}

/** The rules that a duel is judged by. @throws SteelyardError (user) for baselines that cannot be read */
export async function rulesOf(
  { sha, subject, ref, release, adopted }: DuelRecord["base"],
  items: PairingPlan,
  harness: Harness,
): Promise<Rules> {
  const { options, config, runnerClass } = harness;
  const shards = options.shard?.of;
  const baselines = await readBaselines(baselinesFolder(harness), runnerClass);
  for (const one of items.duelists.filter(({ isBlockOpen, unstretched }) => isBlockOpen || unstretched)) {
    const { mode, pace } = one.pairing;
    const digest = own(items.facts, one.workload)?.digest ?? "";
    const known = calibratedBlock(baselines.get(one.workload)?.noise ?? [], { mode, pace, digest });
    if (known !== undefined) fixBlock(one, known); // its noise is that of blocks of this length
  }
  return {
    duel: {
      base: { sha, subject, ref, ...(release && { release }), ...(adopted && { adopted }) },
      starts: pairedStarts(config, options.profile),
      pairings: items.duelists.map(({ pairing }) => pairing),
      budget: options.budget ?? null,
      ...(items.gone.length > 0 && { gone: [...items.gone] }),
      ...(shards !== undefined && { shards }),
    },
    workloads: { ...items.facts },
    fingerprint: fingerprintHere(harness),
    config,
    baselines,
  };
}

export const edgesOf = ({ sides }: BothSides, judge: Judge, harness: Harness): DuelEdges => ({
  ...portsOf(harness, { paired: true }),
  sides,
  judge,
  pause: (seconds, signal) => delay(seconds * 1000, undefined, { signal }).catch(() => {}), // aborted: the caller sees it
  cores: harness.here.cores,
  duetCores: duetCores(ownCores()),
  progress: new DuelProgress(harness.log, () => harness.world.now().getTime(), everySecond),
});

/** @throws SteelyardError (user) for a duel that could not have said anything */
export function refuseHopeless(rules: Rules): void {
  const [first, ...others] = refusalsBy(rules);
  if (first === undefined) return;
  const { workload, variant } = first;
  const where = workload === null ? "the config" : itemName({ workload, variant });
  const more = others.length === 0 ? "" : ` (and ${others.length} more like it)`;
  const { most } = pairRange(rules.duel.pairings);
  throw userError(`A duel of up to ${most} pairs could not tell: ${first.message}${more}`, {
    where,
    remedy: first.remedy,
  });
}
