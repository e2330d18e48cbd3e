import { join } from "node:path";
import { type Edges, type Measured, measure } from "../../measure/loop.ts";
import { TrialProgress } from "../../measure/progress.ts";
import type { Slot } from "../../model/schedule.ts";
import { json, writeText } from "../../store/files.ts";
import { FILES } from "../paths.ts";
import { type Harness, type Outcome, portsOf } from "./harness.ts";

/**
 * Measures head alone by its schedule, which is written next to the results.
 *
 * @param needless whether a trial may be left out, which the schedule of the outcome has no more then
 */
export async function measureHead(harness: Harness, needless?: Edges["needless"]): Promise<Outcome> {
  const { schedule, config, options, world, out, log, stacks, generator } = harness;
  await writeText(join(out, FILES.schedule), json(schedule, false));
  const progress = new TrialProgress(log, () => world.now().getTime(), everySecond);
  const edges = { ...portsOf(harness), stacks, generator, progress, ...(needless && { needless }) };
  const measured = await measure(schedule, config, options.stackEnv, edges, world.signal);
  const { trials } = measured;
  const leftOut = (slot: Slot) =>
    needless?.(slot, trials) === true && !trials.some(({ index }) => index === slot.index);
  const starts = schedule.starts.map((start) => ({
    ...start,
    slots: start.slots.filter((slot) => !leftOut(slot)),
  }));
  return { schedule: { ...schedule, starts }, measured };
}

/** Nothing, measured: where all that is planned is measured otherwise. */
export const NOTHING: Measured = {
  trials: [],
  workloads: {},
  starts: [],
  seed: null,
  composed: undefined,
  ended: null,
  unable: null,
  load: 0,
};

export function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000);
  timer.unref();
  return () => clearInterval(timer);
}
