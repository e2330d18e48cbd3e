import { z } from "zod";
import { Name } from "./config.ts";
import { Fingerprint } from "./fingerprint.ts";
import { PairMode } from "./noise.ts";
import { tag } from "./versioned.ts";

/** Most sessions of one calibration. */
export const MOST_CALIBRATED = 50;

const text = z.string().max(2_000);
const count = z.number().int().min(0);
const share = z.number().min(0).max(1);
const sd = z.number().min(0);

/** How often something happened in the sessions made, and the exact 95 % interval of how often it does. */
export const Alarms = z.strictObject({
  sessions: count.min(1),
  regressed: count,
  interval: z.tuple([share, share]),
});
export type Alarms = z.infer<typeof Alarms>;

/** What a gate metric scatters by where nothing differs, and what a duel would therefore see. Log ratios. */
export const CalibratedMetric = z.strictObject({
  metric: z.string().max(400),
  /** Pairs that it was seen in. */
  pairs: count,
  /** Standard deviation of one pair within its start; null where pairs or starts are too few to tell. */
  pair: sd.nullable(),
  /** Between starts of one process: as estimated, and its upper 80 % limit; null where starts are too few. */
  start: z.strictObject({ sd, most: sd, differ: z.boolean() }).nullable(),
  /** What a duel takes the sd between starts to be today, and whether it was learned. */
  assumed: z.strictObject({ sd, learned: z.boolean() }),
  /** Smallest change that matters. */
  band: z.number().positive(),
  /** Sessions in which the gate found it worse, though nothing differed; null where it could not be tested. */
  alarms: Alarms.nullable(),
  /** Smallest worsening that 8 of 10 duels of so many pairs find; none where the spread is not known. */
  mde: z.array(z.strictObject({ pairs: count.min(1), change: z.number().positive() })).max(20),
});
export type CalibratedMetric = z.infer<typeof CalibratedMetric>;

/** One thing that would let smaller changes be seen, or more be judged. */
export const Advice = z.strictObject({
  code: z.enum(["finer-mode", "more-starts", "longer-blocks", "quieter-machine", "less-load", "learn"]),
  message: text,
});
export type Advice = z.infer<typeof Advice>;

export const CalibratedWorkload = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  mode: PairMode,
  /** Why no finer mode; null in the finest. */
  why: text.nullable(),
  block: z.number().positive(),
  /** Good pairs of all sessions, and those that were lost. */
  pairs: count,
  lost: count,
  /** Shares of the pairs: something else wanted the CPU; the machine had next to none left. */
  contended: share,
  saturated: share,
  /** Why it cannot be judged here, of the first session in which it could not; null where it can. */
  fault: text.nullable(),
  metrics: z.array(CalibratedMetric).max(100),
  advice: z.array(Advice).max(20),
});
export type CalibratedWorkload = z.infer<typeof CalibratedWorkload>;

/** What base against base showed of a machine, a stack and its workloads: the limits of any verdict given there. */
export const CalibrationReport = z.strictObject({
  schema: z.literal(tag("calibration")),
  steelyard: text,
  runnerClass: Name,
  fingerprint: Fingerprint,
  commit: z.strictObject({ sha: text, subject: text, dirty: z.boolean() }).nullable(),
  began: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** Pairs of each workload in each session, and the sessions' runs. */
  pairs: count.min(1),
  runs: z.array(text).min(1).max(MOST_CALIBRATED),
  /** Share of harmless pull requests that the rule may fail. */
  level: share,
  /** Sessions in which any gate was found worse, of those in which one could be tested; null where none could. */
  alarms: Alarms.nullable(),
  workloads: z.array(CalibratedWorkload).min(1).max(2_000),
  /** Baseline files that the noise was added to. */
  written: z.array(text).max(2_000),
});
export type CalibrationReport = z.infer<typeof CalibrationReport>;
