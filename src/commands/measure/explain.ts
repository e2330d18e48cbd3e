import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { redactor } from "../../base/redact.ts";
import { Spending } from "../../base/spending.ts";
import type { World } from "../../base/world.ts";
import { commitAt } from "../../git/commit.ts";
import { modeOf } from "../../measure/duel/mode.ts";
import { plan } from "../../measure/plan.ts";
import { slotsIn, workloadsIn } from "../../model/schedule.ts";
import { BASELINES, type MeasureOptions } from "../options.ts";
import { prepareOutput } from "../paths.ts";
import { configOf } from "./measurement.ts";
import { limitsOf } from "./pairings.ts";
import { referenceOf } from "./reference.ts";
import { sideOf } from "./side.ts";
import { noDuetOn, secretsIn } from "./stacks.ts";

/**
 * Explains the reference of head, and for each workload how finely it would be interleaved with base and why no finer.
 * Scripts are read; nothing is started or loaded.
 *
 * @throws SteelyardError as a measurement would, for a config, a script or a mode that cannot be used
 */
export async function explainMeasurement(world: World, options: MeasureOptions): Promise<string> {
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
    spending: new Spending(),
  });
  const schedule = plan(config, options, 0);
  const slots = slotsIn(schedule);
  const lines = workloadsIn(schedule.levels ?? []).map((name) => `${name}: at levels, of head alone`);
  for (const name of workloadsIn(slots).sort()) {
    const workload = own(config.workloads, name)!;
    await generator.facts(name, workload, world.signal);
    const mine = slots.filter((slot) => slot.workload === name);
    if (mine.some((slot) => slot.cold)) {
      lines.push(`${name}: cold, of head alone`);
      continue;
    }
    const {
      mode,
      why,
      notes = [],
    } = await modeOf(name, workload, pairs, noDuetOn(stacks.kind), world.signal);
    const limits = limitsOf(workload, mine, { generator });
    lines.push(
      `${name}: ${mode}${why === null ? "" : `; no finer mode: ${why}`}`,
      ...[...notes, ...(limits?.short ? [limits.short.note] : [])].map((note) => `  ${note}`),
    );
  }
  const first =
    reference.kind === "base"
      ? `base: ${reference.base.sha.slice(0, 12)} "${reference.base.subject}", the merge-base with ${reference.base.ref}`
      : "base: none; head would be measured alone (--base measures base beside it)";
  return redact(`${[first, ...lines].join("\n")}\n`);
}
