import { z } from "zod";
import { AxisName, MOST_LEVEL_TRIALS, MOST_PROBES } from "./levels.ts";
import { Name } from "./stack.ts";
import { Trial } from "./trial.ts";

const count = z.number().int().min(0);
const level = count.min(1);
const text = z.string().max(2_000);

/** Why a level was measured: to bracket the knee, halve the bracket, decide a level, confirm one, or as planned. */
export const ProbeReason = z.enum(["bracket", "halve", "again", "confirm", "planned"]);
export type ProbeReason = z.infer<typeof ProbeReason>;

/** One level to be measured, chosen by a search or a list. */
export interface Step {
  readonly level: number;
  readonly why: ProbeReason;
  /** Whether the stack is restarted before it. */
  readonly fresh: boolean;
}

/** One measurement of a level. */
export const Probe = z.strictObject({
  level,
  why: ProbeReason,
  /** Start of the stack within this workload, from 0. */
  start: count,
  trials: z.array(Trial).min(1).max(MOST_LEVEL_TRIALS),
});
export type Probe = z.infer<typeof Probe>;

/** A workload, or a variant of it, measured at levels: raw results in the order measured. */
export const LevelRecord = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  seed: count,
  probes: z.array(Probe).max(MOST_PROBES * 5),
  /** `done`: the plan was completed; `time`: the time was up; `failing`: measuring was not possible (any more). */
  ended: z.enum(["done", "time", "failing", "interrupted"]),
  /** The obstacle; null where there was none. */
  because: text.nullable(),
  /** Duration in seconds. */
  seconds: z.number().min(0),
});
export type LevelRecord = z.infer<typeof LevelRecord>;

/** The result of a level. `limited`: the generator could not produce the load, so nothing follows for the service. */
export const LevelStatus = z.enum(["holds", "breaks", "undecided", "limited"]);
export type LevelStatus = z.infer<typeof LevelStatus>;

const figure = z.number().nullable();
/** One level with all its trials; figures are medians over trials in base units, null where there are none. */
export const LevelRow = z.strictObject({
  level,
  probes: count,
  trials: count,
  failed: count,
  /** Arrivals per second for an open model, requests per second for a closed one. */
  achieved: figure,
  /** Successful responses per second. */
  served: figure,
  /** CPU seconds per request: of all services, and of each. */
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

/** The position of the knee: between a level shown to hold and one shown to break. */
export const Knee = z.strictObject({
  /** Highest level shown to hold; null where none was. */
  holds: level.nullable(),
  /** Lowest level above it shown to break; null where none was. */
  breaks: level.nullable(),
  /** The limiting factor: the service, the generator, or the configured range. */
  limit: z.enum(["service", "generator", "range", "unknown"]),
  /** Fresh starts of the stack in which `holds` was confirmed, and `breaks`. */
  confirmed: z.tuple([count, count]),
});
export type Knee = z.infer<typeof Knee>;

const estimate = z.strictObject({
  value: z.number(),
  /** 95 %; null where the value lies at its bound of 0. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
const place = z.strictObject({ level, rate: z.number().positive() });

/** Conclusions from the throughput at several levels. Rates are successful responses per second. */
export const Curve = z.strictObject({
  /** The measured level with the highest rate; null where none served anything. */
  peak: place.nullable(),
  /** Lowest level that served almost as much; null where the highest level still served more than the one before. */
  saturation: level.nullable(),
  /** The highest rate at a level that keeps the budgets; null where none does. */
  sustained: place.nullable(),
  /** The fit of Gunther's Universal Scalability Law, or why there is none. */
  law: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("fitted"),
      lambda: estimate,
      sigma: estimate,
      kappa: estimate,
      /** Typical relative residual. */
      residual: z.number().min(0),
      /** The maximum of the fitted curve; null where it is not shown to fall. */
      peak: z.strictObject({ at: z.number().min(1), rate: z.number(), measured: z.boolean() }).nullable(),
    }),
    z.strictObject({ kind: z.literal("refused"), why: text }),
  ]),
  /** Rate that one instance may carry: the sustained rate minus the headroom. */
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

/** The results of a workload, or a variant of it, at levels. */
export const LevelsShown = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  axis: AxisName,
  /** The conclusion in one sentence. */
  said: text,
  /** Notes on it. */
  notes: z.array(text).max(50),
  rows: z.array(LevelRow).max(MOST_PROBES),
  /** For a sweep. */
  knee: Knee.nullable(),
  /** For a scaling curve. */
  curve: Curve.nullable(),
});
export type LevelsShown = z.infer<typeof LevelsShown>;
