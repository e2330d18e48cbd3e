import { z } from "zod";
import { Name } from "./config.ts";
import { Seconds } from "./metric.ts";
import { tag } from "./versioned.ts";

export const Side = z.enum(["head", "base"]);
export type Side = z.infer<typeof Side>;

/** One planned trial. */
export const Slot = z.strictObject({
  /** Position in the run, from 0. */
  index: z.number().int().min(0),
  workload: Name,
  /** Variant, or null where the workload has none. */
  variant: Name.nullable(),
  side: Side,
  /** Number of this trial among those of its workload, variant and side, from 0. */
  trial: z.number().int().min(0),
  /** Seconds of load that are discarded first. */
  warmup: z.number().min(0),
  /** Seconds that are measured, where the workload's shape lets its length be set. */
  duration: Seconds,
  /** Whether the stack was started for this trial alone, and is loaded cold. */
  cold: z.literal(true).optional(),
  /** Seed of the script's own randomness: the same for the same slot of the same seed. */
  seed: z.number().int().min(0),
});
export type Slot = z.infer<typeof Slot>;

/** One start of the stack and the trials it serves. */
export const Start = z.strictObject({
  /** Number of this start, from 0. */
  start: z.number().int().min(0),
  stackEnv: z.record(z.string(), z.string()),
  slots: z.array(Slot).min(1),
});
export type Start = z.infer<typeof Start>;

/** A workload that is measured at levels, or a variant of it: which comes next is planned as the last one is seen. */
export const Levelled = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  stackEnv: z.record(z.string(), z.string()),
  /** Seconds that are discarded at each change of the level, and before each further trial, and that are measured. */
  warmup: z.number().min(0),
  settle: z.number().min(0),
  duration: Seconds,
  /** Of the order of levels and of the script's own randomness. */
  seed: z.number().int().min(0),
});
export type Levelled = z.infer<typeof Levelled>;

/** What will be measured, in which order. */
export const Schedule = z.strictObject({
  schema: z.literal(tag("schedule")),
  seed: z.number().int().min(0),
  shard: z.strictObject({ index: z.number().int().min(1), of: z.number().int().min(1) }).nullable(),
  starts: z.array(Start),
  /** After all starts; absent where no workload is measured at levels. */
  levels: z.array(Levelled).optional(),
});
export type Schedule = z.infer<typeof Schedule>;

/** All trials of a schedule, in order. */
export const slotsIn = ({ starts }: Pick<Schedule, "starts">): Slot[] => starts.flatMap(({ slots }) => slots);

/** What is about a workload and a variant, found by both in one pass over all. */
export function byItem<T extends Pick<Slot, "workload" | "variant">>(
  all: readonly T[],
): (of: Pick<Slot, "workload" | "variant">) => readonly T[] {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const key = itemKey(one);
    const list = found.get(key);
    if (list) list.push(one);
    else found.set(key, [one]);
  }
  return (of) => found.get(itemKey(of)) ?? [];
}

const itemKey = ({ workload, variant }: Pick<Slot, "workload" | "variant">) =>
  JSON.stringify([workload, variant]);

/** The workloads of some trials or levels, each once, in the order of their first. */
export const workloadsIn = (slots: readonly Pick<Slot, "workload">[]): string[] => [
  ...new Set(slots.map(({ workload }) => workload)),
];
