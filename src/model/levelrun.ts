import { z } from "zod";
import { AxisName, MOST_LEVEL_TRIALS, MOST_PROBES } from "./levels.ts";
import { Name } from "./stack.ts";
import { Trial } from "./trial.ts";

const count = z.number().int().min(0);
const level = count.min(1);
const text = z.string().max(2_000);

/** Why a level was measured: to bracket the knee, to halve the bracket, to decide a level, or to confirm one. */
export const ProbeReason = z.enum(["bracket", "halve", "again", "confirm", "planned"]);
export type ProbeReason = z.infer<typeof ProbeReason>;

/** One time that a level was measured. */
export const Probe = z.strictObject({
  level,
  why: ProbeReason,
  /** Start of the stack, of those of this workload, from 0. */
  start: count,
  trials: z.array(Trial).min(1).max(MOST_LEVEL_TRIALS),
});
export type Probe = z.infer<typeof Probe>;

/** A workload, or a variant of it, measured at levels: everything raw, in the order measured. */
export const LevelRecord = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  seed: count,
  probes: z.array(Probe).max(MOST_PROBES * 5),
  /** `done`: as its plan ends; `time`: the time was up; `failing`: nothing could be measured, or not any more. */
  ended: z.enum(["done", "time", "failing", "interrupted"]),
  /** What stood in the way; null where nothing did. */
  because: text.nullable(),
  /** Seconds that it took. */
  seconds: z.number().min(0),
});
export type LevelRecord = z.infer<typeof LevelRecord>;

/** What a level showed. `limited`: the generator could not bring so much load, so nothing follows for the service. */
export const LevelStatus = z.enum(["holds", "breaks", "undecided", "limited"]);
export type LevelStatus = z.infer<typeof LevelStatus>;

const figure = z.number().nullable();
/** One level, all its trials together; figures are medians over trials in base units, null where there are none. */
export const LevelRow = z.strictObject({
  level,
  probes: count,
  trials: count,
  failed: count,
  /** Arrivals a second of an open model, requests a second of a closed one. */
  achieved: figure,
  p50: figure,
  p95: figure,
  p99: figure,
  requests: count,
  errors: count,
  statuses: text,
  status: LevelStatus,
  reason: text,
});
export type LevelRow = z.infer<typeof LevelRow>;

/** Where the knee lies: between a level that was shown to hold and one that was shown not to. */
export const Knee = z.strictObject({
  /** Highest level shown to hold; null where none was. */
  holds: level.nullable(),
  /** Lowest level above it shown to break; null where none was. */
  breaks: level.nullable(),
  /** What ends it there: the service, the generator, or the range that was asked for. */
  limit: z.enum(["service", "generator", "range", "unknown"]),
  /** Fresh starts of the stack in which the one was measured again, and the other. */
  confirmed: z.tuple([count, count]),
});
export type Knee = z.infer<typeof Knee>;

/** What levels showed of a workload, or a variant of it. */
export const LevelsShown = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  axis: AxisName,
  /** In a sentence. */
  said: text,
  /** What is to be known beside it. */
  notes: z.array(text).max(50),
  rows: z.array(LevelRow).max(MOST_PROBES),
  knee: Knee.nullable(),
});
export type LevelsShown = z.infer<typeof LevelsShown>;
