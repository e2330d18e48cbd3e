import { z } from "zod";
import { Name } from "./config.ts";
import { Seconds } from "./metric.ts";
import { tag } from "./versioned.ts";

export const Side = z.enum(["head", "base"]);
export type Side = z.infer<typeof Side>;
/** Both sides, in the order in which reports name them. */
export const SIDES = ["base", "head"] as const satisfies readonly Side[];

/** One planned trial. */
export const Slot = z.strictObject({
  /** Position in the run, from 0. */
  index: z.number().int().min(0),
  workload: Name,
  /** Variant, or null where the workload has none. */
  variant: Name.nullable(),
  side: Side,
  /** Number of this trial within its workload, variant and side, from 0. */
  trial: z.number().int().min(0),
  /** Seconds of warm-up, whose figures are discarded. */
  warmup: z.number().min(0),
  /** Measured seconds, where the workload's load shape has a length to set. */
  duration: Seconds,
  /** Whether the stack is started for this trial alone, and loaded cold. */
  cold: z.literal(true).optional(),
  /** Seed of the script's random numbers: the same for the same slot and run seed. */
  seed: z.number().int().min(0),
});
export type Slot = z.infer<typeof Slot>;

/** One start of the stack and its trials. */
export const Start = z.strictObject({
  /** Number of this start, from 0. */
  start: z.number().int().min(0),
  stackEnv: z.record(z.string(), z.string()),
  slots: z.array(Slot).min(1),
});
export type Start = z.infer<typeof Start>;

/** A workload, or a variant of it, that is measured at levels. Each level is planned after the previous one is measured. */
export const Levelled = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  stackEnv: z.record(z.string(), z.string()),
  /** Seconds: warm-up at each change of the level, warm-up of each further trial, and measured time of a trial. */
  warmup: z.number().min(0),
  settle: z.number().min(0),
  duration: Seconds,
  /** Seed of the order of levels and of the script's random numbers. */
  seed: z.number().int().min(0),
});
export type Levelled = z.infer<typeof Levelled>;

/** Everything that will be measured, in order. */
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

/** The workloads of some trials or levels, each once, in order of first appearance. */
export const workloadsIn = (slots: readonly Pick<Slot, "workload">[]): string[] => [
  ...new Set(slots.map(({ workload }) => workload)),
];
