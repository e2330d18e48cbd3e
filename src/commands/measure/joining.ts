import type { Measured } from "../../measure/loop.ts";
import type { Trial } from "../../model/run.ts";
import type { Start } from "../../model/schedule.ts";

/** A part of a measurement, with its own numbers of starts and slots, both from 0. */
interface Part {
  readonly planned: readonly Start[];
  readonly trials: readonly Trial[];
  /** Start-up times. */
  readonly risen: Measured["starts"];
}

/** The parts as one: starts, slots and trials of each are numbered on from those before it. */
export function joinedParts(parts: readonly Part[]) {
  const [planned, trials, risen]: [Start[], Trial[], Measured["starts"][number][]] = [[], [], []];
  let slots = 0;
  for (const part of parts) {
    const [start, slot] = [planned.length, slots];
    const atStart = <T extends { start: number }>(one: T): T => ({ ...one, start: one.start + start });
    const atSlot = <T extends { index: number }>(one: T): T => ({ ...one, index: one.index + slot });
    planned.push(...part.planned.map((one) => ({ ...atStart(one), slots: one.slots.map(atSlot) })));
    trials.push(...part.trials.map((one) => atSlot(atStart(one))));
    risen.push(...part.risen.map(atStart));
    slots += part.planned.reduce((sum, one) => sum + one.slots.length, 0);
  }
  return { planned, trials, risen };
}

type Facts = Pick<Measured, "workloads" | "seed" | "composed" | "load">;

/** The facts about one run that two measurements found, one after the other. */
export const joinedMeasured = (first: Facts, then: Facts): Facts => ({
  workloads: { ...first.workloads, ...then.workloads },
  seed: first.seed ?? then.seed,
  composed: first.composed ?? then.composed,
  load: first.load + then.load,
});
