import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { redactor } from "../../base/redact.ts";
import { StepTimes } from "../../base/steptimes.ts";
import type { World } from "../../base/world.ts";
import type { Base } from "../../git/base.ts";
import { commitAt } from "../../git/commit.ts";
import { modeOf } from "../../measure/duel/mode.ts";
import { plan } from "../../measure/plan.ts";
import { slotsIn, workloadsIn } from "../../model/schedule.ts";
import { Builds } from "../../stack/build.ts";
import { BASELINES, type MeasureOptions } from "../options.ts";
import { prepareOutput } from "../paths.ts";
import { hindrances } from "./fixedports.ts";
import { configOf } from "./measurement.ts";
import { limitsOf } from "./pairings.ts";
import { referenceOf } from "./reference.ts";
import { sideOf } from "./side.ts";
import { secretsIn } from "./stacks.ts";

/** How one workload would be interleaved with base. */
interface Interleaved {
  readonly workload: string;
  /** Null where head is measured alone. */
  readonly mode: string | null;
  /** Why no finer, or why alone; null for the finest mode. */
  readonly why: string | null;
  readonly notes: readonly string[];
}
interface Explanation {
  readonly base: Base | null;
  readonly workloads: readonly Interleaved[];
}

/**
 * Prints the reference of head, and for each workload how finely it would be interleaved with base and why no finer.
 * Scripts are read; nothing is started or loaded.
 *
 * @throws SteelyardError as a measurement would, for a config, a script or a mode that cannot be used
 */
export async function explainMeasurement(world: World, options: MeasureOptions): Promise<Explanation> {
  const config = await configOf(world, options);
  const redact = redactor(secretsIn(config, world.env));
  const log = logTo(world.err, redact);
  const out = await prepareOutput(world, options.out);
  const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
  const reference = await referenceOf(world, options, config, commit, log);
  const { stacks, generator, pairs } = sideOf(config, options.stack, {
    world,
    out,
    log,
    redact,
    atEnd() {},
    stepTimes: new StepTimes(),
    builds: new Builds(),
  });
  const schedule = plan(config, options, 0);
  const slots = slotsIn(schedule);
  const found: Interleaved[] = workloadsIn(schedule.levels ?? []).map((workload) =>
    alone(workload, "at levels"),
  );
  for (const name of workloadsIn(slots).sort()) {
    const workload = own(config.workloads, name)!;
    await generator.facts(name, workload, world.signal);
    const mine = slots.filter((slot) => slot.workload === name);
    if (mine.some((slot) => slot.cold)) {
      found.push(alone(name, "cold"));
      continue;
    }
    const {
      mode,
      why,
      notes = [],
    } = await modeOf(name, workload, pairs, hindrances(stacks.kind, config), world.signal);
    const limits = limitsOf(workload, mine, { generator });
    found.push({
      workload: name,
      mode,
      why: why && redact(why),
      notes: [...notes, ...(limits?.short ? [limits.short.note] : [])].map(redact),
    });
  }
  const base = reference.kind === "base" ? reference.base : null;
  world.out.write(redact(explained(base, found)));
  return { base, workloads: found };
}

const alone = (workload: string, why: string): Interleaved => ({ workload, mode: null, why, notes: [] });

function explained(base: Base | null, workloads: readonly Interleaved[]): string {
  const first =
    base === null
      ? "base: none; head would be measured alone (--base pairs it with base)"
      : `base: ${base.sha.slice(0, 12)} "${base.subject}", the merge-base with ${base.ref}`;
  const lines = workloads.flatMap(({ workload, mode, why, notes }) => [
    mode === null
      ? `${workload}: ${why}, of head alone`
      : `${workload}: ${mode}${why === null ? "" : `; no finer mode: ${why}`}`,
    ...notes.map((note) => `  ${note}`),
  ]);
  return `${[first, ...lines].join("\n")}\n`;
}
