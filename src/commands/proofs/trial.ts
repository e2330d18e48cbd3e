import { type SteelyardError, userError } from "../../base/errors.ts";
import type { Judge } from "../../measure/judge.ts";
import { plan } from "../../measure/plan.ts";
import type { DuelRecord } from "../../model/duel.ts";
import type { Run } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import { duelOf, refuseHopeless, rulesOf } from "../measure/contest.ts";
import type { Harness, Outcome } from "../measure/harness.ts";
import { NOTHING } from "../measure/head.ts";
import type { Rules } from "../measure/judge.ts";
import type { Measurement } from "../measure/measurement.ts";
import { type BothSides, type PairingPlan, pairingPlan } from "../measure/pairings.ts";
import { runOf } from "../measure/run.ts";

/** Two sides that are held against each other, whatever they are. */
export interface PairedTrial {
  readonly base: DuelRecord["base"];
  readonly both: BothSides;
  /** Of every order in it. */
  readonly seed: number;
  /** Fewest and most pairs, where not those of the config. */
  readonly pairs?: readonly [number, number];
  /** Who says when enough was measured; the decision procedure by default. */
  readonly judge?: (rules: Rules) => Judge;
}

/** The result, or the side that could not be started, so that nothing was measured. */
export type Contested =
  | { readonly kind: "run"; readonly run: Run & { readonly duel: DuelRecord } }
  | { readonly kind: "unable"; readonly side: Side; readonly error: SteelyardError };

/**
 * Measures two sides as pairs, and returns a run.
 *
 * @throws SteelyardError for a problem of both sides, Interrupted (nothing is kept)
 */
export async function pairedTrial(of: PairedTrial, at: Measurement): Promise<Contested> {
  const { both } = of;
  const config = both.configs.head;
  const schedule = plan(config, at.harness.options, of.seed);
  if (schedule.starts.length === 0) {
    throw userError("Levels of load cannot be paired.", {
      where: schedule.levels?.map(({ workload }) => workload).join(", ") ?? "the plan",
      remedy: "name a workload without a sweep",
    });
  }
  const harness: Harness = { ...at.harness, ...both.sides.head, config, schedule };
  const began = harness.world.now();
  const items = sized(of, await pairingPlan(both, harness));
  const asked = await rulesOf(of.base, items, harness);
  if (of.judge === undefined) refuseHopeless(asked);
  const contest = { both, items, rules: asked, spent: 0, judge: of.judge };
  const { rules, judge, result } = await duelOf(contest, harness);
  if (result.unable !== null) return { kind: "unable", ...result.unable };
  if (result.ended !== null) throw result.ended;
  const { pairs, seen, cut, load } = result;
  const record: DuelRecord = { ...rules.duel, looks: [...judge.looks], seen, cut, pairs };
  const outcome: Outcome = {
    schedule: { ...schedule, starts: [] },
    duel: record,
    measured: { ...NOTHING, workloads: items.facts, load, seed: result.seed, composed: result.composed.head },
  };
  return { kind: "run", run: { ...runOf({ ...at, harness, began }, outcome), duel: record } };
}

/** The workloads to measure, with the requested number of pairs. @throws SteelyardError (user) where none is left */
function sized({ pairs }: PairedTrial, items: PairingPlan): PairingPlan {
  const { duelists } = items;
  if (duelists.length === 0) {
    throw userError("There is nothing to be measured on both sides.", {
      where: "--only, --variants",
      remedy: "name a workload and a variant that both configs have",
    });
  }
  if (pairs === undefined) return items;
  const size: [number, number] = [pairs[0], pairs[1]];
  return { ...items, duelists: duelists.map((of) => ({ ...of, pairing: { ...of.pairing, pairs: size } })) };
}
