import { join } from "node:path";
import { own } from "../../base/own.ts";
import { VERSION } from "../../base/version.ts";
import { compare } from "../../compare/compare.ts";
import { screenable, screens } from "../../compare/history/screen.ts";
import type { Base } from "../../git/base.ts";
import { gitTree } from "../../git/tree.ts";
import { plan, variantsOf } from "../../measure/plan.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import { slotsIn, workloadsIn } from "../../model/schedule.ts";
import { json, writeText } from "../../store/files.ts";
import { baselineClasses, readBaselines } from "../../store/records.ts";
import { FILES } from "../paths.ts";
import { findConfig } from "../rulefiles.ts";
import { baselinesFolder, fingerprintHere, type Harness, type Outcome } from "./harness.ts";
import { measureHead } from "./head.ts";
import { joinedMeasured, joinedParts } from "./joining.ts";
import type { Measurement } from "./measurement.ts";
import { runOf } from "./run.ts";

/** Measurements of head before base, and the workloads that stored sessions settle by them. */
export interface Screened {
  readonly outcome: Outcome;
  /** By workload, why it is not paired with base. */
  readonly settled: Readonly<Record<string, string>>;
  /** Seconds that it took. */
  readonly spent: number;
}

/**
 * Measures head alone, of the workloads that stored sessions may settle, and asks whether they do. Null where they may
 * settle none: nothing is measured then.
 *
 * A change that takes workloads away, or a base whose config cannot be read, is no case for it: base has to be looked at.
 *
 * @throws SteelyardError for a problem of head, Interrupted before anything was measured
 */
export async function screenHead(at: Measurement, base: Base): Promise<Screened | null> {
  const { harness } = at;
  const { world, options, config, schedule, generator, log } = harness;
  const began = world.now().getTime();
  const folder = baselinesFolder(harness);
  const baselines = await readBaselines(folder, harness.runnerClass);
  if (baselines.size === 0 || (await goneOrUnread(base, harness))) return null;
  const workloads: Record<string, WorkloadFacts> = {};
  for (const name of workloadsIn(slotsIn(schedule)).sort()) {
    workloads[name] = await generator.facts(name, own(config.workloads, name)!, world.signal);
  }
  const here = { id: "", runnerClass: harness.runnerClass, workloads, fingerprint: fingerprintHere(harness) };
  const only = screenable(here, config, baselines);
  if (only.length === 0) return null;
  log.info(`${only.join(", ")}: head alone first, stored sessions may settle it`);
  const outcome = await measureHead({
    ...harness,
    schedule: plan(
      config,
      { ...options, only, variants: variantsOf(config, only, options.variants) },
      schedule.seed,
    ),
  });
  const spent = () => (world.now().getTime() - began) / 1000;
  if (outcome.measured.ended !== null) return { outcome, settled: {}, spent: spent() };
  const run = runOf(at, outcome);
  const input = { run, config, baselines, classes: await baselineClasses(folder), at: run.ended };
  const judged = { ...input, steelyard: VERSION, replay: [] };
  const settled: Record<string, string> = {};
  for (const [name, { duel, reason }] of screens(judged, compare(judged).rows)) {
    log.info(`${name}: ${reason}`);
    if (!duel) settled[name] = reason.slice(0, 2_000);
  }
  return { outcome, settled, spent: spent() };
}

/** Whether base's config names workloads that head's does not, or cannot be read. */
async function goneOrUnread({ sha }: Base, { world, options, config }: Harness): Promise<boolean> {
  const { config: base } = await findConfig(gitTree(world, sha), options.config);
  return base === null || Object.keys(base.workloads).some((name) => !Object.hasOwn(config.workloads, name));
}

/** Joins the first measurement of head alone and the later one into one outcome, and writes its schedule. */
export async function joinOutcomes(first: Screened, then: Outcome, { out }: Harness): Promise<Outcome> {
  const [a, b] = [first.outcome, then];
  const { planned, trials, risen } = joinedParts(
    [a, b].map(({ schedule, measured }) => ({
      planned: schedule.starts,
      trials: measured.trials,
      risen: measured.starts,
    })),
  );
  const schedule = { ...b.schedule, starts: planned };
  await writeText(join(out, FILES.schedule), json(schedule, false));
  const facts = joinedMeasured(a.measured, b.measured);
  return {
    ...b,
    schedule,
    screened: first.settled,
    measured: { ...b.measured, ...facts, trials, starts: risen },
  };
}

/** Whether stored sessions settled all that is to be measured. */
export const allSettled = ({ settled }: Screened, { schedule }: Harness): boolean =>
  schedule.starts.every(({ slots }) => slots.every(({ workload }) => Object.hasOwn(settled, workload)));
