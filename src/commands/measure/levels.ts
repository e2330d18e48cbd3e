import { join } from "node:path";
import { own } from "../../base/own.ts";
import { lastText, searchOf, sweepStep } from "../../compare/levels/levels.ts";
import { type LevelItem, type LevelsMeasured, measureLevels } from "../../measure/levels/levels.ts";
import { rounds } from "../../measure/levels/order.ts";
import type { Probe } from "../../model/levelrun.ts";
import { levelling } from "../../model/levels.ts";
import { type Levelled, workloadsIn } from "../../model/schedule.ts";
import { json, writeText } from "../../store/files.ts";
import { FILES } from "../paths.ts";
import { type Harness, type Outcome, portsOf } from "./harness.ts";
import { joinedMeasured } from "./joining.ts";

/**
 * Measures the schedule's levels, on head alone and after everything else, and adds them to the earlier outcome. After
 * an early end nothing more is measured.
 */
export async function withLevels(outcome: Outcome, harness: Harness): Promise<Outcome> {
  const { schedule, config, options, stacks, generator, log, world } = harness;
  const { levels = [] } = schedule;
  if (levels.length === 0 || outcome.measured.ended !== null) return outcome;
  log.info(`${workloadsIn(levels).join(", ")}: measured at levels, of head alone`);
  const whole = { ...outcome.schedule, levels };
  await writeText(join(harness.out, FILES.schedule), json(whole, false));
  const edges = { ...portsOf(harness), stacks, generator };
  const items = levels.map((of) => itemOf(of, harness));
  const found = await measureLevels(items, config, options.stackEnv, edges, world.signal);
  return { ...joined(outcome, found), levels: found.records, schedule: whole };
}

function joined(outcome: Outcome, found: LevelsMeasured): Outcome {
  const { measured, duel } = outcome;
  const nothing = measured.trials.length + (duel?.pairs.length ?? 0) === 0;
  return {
    ...outcome,
    measured: {
      ...measured,
      ...joinedMeasured(measured, found),
      ended: found.ended,
      unable: nothing ? found.unable : null,
    },
  };
}

function itemOf(of: Levelled, { config, here }: Harness): LevelItem {
  const workload = own(config.workloads, of.workload);
  const along = workload && levelling(workload);
  if (workload === undefined || along === undefined) throw new Error(`${of.workload} has no levels`);
  const rules = { config: workload, policy: config.policy, cores: here.cores };
  const shared = {
    along,
    first: Math.min(...along.levels),
    said: (probes: readonly Probe[]) => lastText(probes, rules),
  };
  const { sweep, scaling } = workload;
  if (scaling !== undefined) {
    const planned = rounds(along.levels, scaling.repeats, of.seed);
    const { trials, within } = scaling;
    return { of, plan: { ...shared, trials, within, next: ({ length }) => planned[length] ?? null } };
  }
  if (sweep === undefined) throw new Error(`${of.workload} has no levels`);
  const search = searchOf(sweep, workload, of.seed);
  const { trials, within } = sweep;
  return { of, plan: { ...shared, trials, within, next: (probes) => sweepStep(search, probes, rules) } };
}
