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

/** Sessions with a false alarm, of all sessions, and the exact 95 % interval of their true share. */
export const Alarms = z.strictObject({
  sessions: count.min(1),
  regressed: count,
  interval: z.tuple([share, share]),
});
export type Alarms = z.infer<typeof Alarms>;

/** The noise of a gate metric where nothing differs, and the changes that a duel can detect. Log ratios. */
export const CalibratedMetric = z.strictObject({
  metric: z.string().max(400),
  /** Pairs that have the metric. */
  pairs: count,
  /** Standard deviation of one pair within its start; null where pairs or starts are too few to tell. */
  pair: sd.nullable(),
  /** Start-up standard deviation: the estimate, and its upper 80 % limit; null where starts are too few. */
  start: z.strictObject({ sd, most: sd, differ: z.boolean() }).nullable(),
  /** The start-up standard deviation that a duel currently assumes, and whether it was learned. */
  assumed: z.strictObject({ sd, learned: z.boolean() }),
  /** Smallest change that matters. */
  band: z.number().positive(),
  /** Sessions in which the gate reported a regression though nothing differed; null where it could not be tested. */
  alarms: Alarms.nullable(),
  /** Smallest worsening that 8 of 10 duels detect, by number of pairs; empty where the spread is not known. */
  mde: z.array(z.strictObject({ pairs: count.min(1), change: z.number().positive() })).max(20),
});
export type CalibratedMetric = z.infer<typeof CalibratedMetric>;

/** One measure that makes smaller changes detectable, or more metrics judgeable. */
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
  /** Good and lost pairs of all sessions. */
  pairs: count,
  lost: count,
  /** Shares of the pairs in which other programs competed for the CPU, or in which the CPU was almost fully used. */
  contended: share,
  saturated: share,
  /** Why it cannot be judged here, from the first session in which it could not; null where it can. */
  fault: text.nullable(),
  metrics: z.array(CalibratedMetric).max(100),
  advice: z.array(Advice).max(20),
});
export type CalibratedWorkload = z.infer<typeof CalibratedWorkload>;

/** The noise of a machine, a stack and its workloads, measured base against base: the limits of any verdict there. */
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
  /** Share of harmless pull requests that the rule may fail: the error level. */
  level: share,
  /** Sessions in which any gate reported a regression, of those with a tested gate; null where there are none. */
  alarms: Alarms.nullable(),
  workloads: z.array(CalibratedWorkload).min(1).max(2_000),
  /** Baseline files that the noise was added to. */
  written: z.array(text).max(2_000),
});
export type CalibrationReport = z.infer<typeof CalibrationReport>;
