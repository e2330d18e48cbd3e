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

/** One level to be measured, as a search or a list asks for it. */
export interface Step {
  readonly level: number;
  readonly why: ProbeReason;
  /** Whether the stack is started anew before it. */
  readonly fresh: boolean;
}

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
  /** Answers a second that did not fail. */
  served: figure,
  /** CPU seconds a request: of all services, and of each. */
  cpu: figure,
  services: z.record(Name, z.number().min(0)),
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

const estimate = z.strictObject({
  value: z.number(),
  /** 95 %; null where it lies at its border of 0. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
const place = z.strictObject({ level, rate: z.number().positive() });

/** What follows from throughput at several levels. Rates are answers a second that did not fail. */
export const Curve = z.strictObject({
  /** The level that served most, of those measured; null where none served anything. */
  peak: place.nullable(),
  /** Lowest level that served next to as much; null where the highest level still served more than the one before. */
  saturation: level.nullable(),
  /** The most that was served at a level that keeps the budgets; null where none does. */
  sustained: place.nullable(),
  /** Gunther's Universal Scalability Law, fitted; or why not, in words. */
  law: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("fitted"),
      lambda: estimate,
      sigma: estimate,
      kappa: estimate,
      /** Typical relative miss. */
      residual: z.number().min(0),
      /** Where it is highest; null where it is not shown to fall. */
      peak: z.strictObject({ at: z.number().min(1), rate: z.number(), measured: z.boolean() }).nullable(),
    }),
    z.strictObject({ kind: z.literal("refused"), why: text }),
  ]),
  /** What one instance may carry: the sustained rate less the head-room. */
  capacity: z.number().positive().nullable(),
  plans: z
    .array(
      z.strictObject({
        load: z.number().positive(),
        instances: count.min(1),
        cost: z
          .strictObject({ perMonth: z.number(), perMillion: z.number(), currency: z.string().length(3) })
          .nullable(),
      }),
    )
    .max(50),
});
export type Curve = z.infer<typeof Curve>;

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
  /** Of a sweep. */
  knee: Knee.nullable(),
  /** Of a scaling curve. */
  curve: Curve.nullable(),
});
export type LevelsShown = z.infer<typeof LevelsShown>;
