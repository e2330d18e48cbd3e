import { z } from "zod";
import { ItemKeys } from "./itemkeys.ts";
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

/** The result of a level. */
export const LevelStatus = z.enum(["holds", "breaks", "undecided", "limited"]);
export type LevelStatus = z.infer<typeof LevelStatus>;

const figure = z.number().nullable();
/** One level with all its trials; figures are medians over trials, null where there are none. */
export const LevelRow = z.strictObject({
  level: level.meta({ description: "arrivals a second, users or connections, by the axis" }),
  probes: count.meta({ description: "number of measurements of the level" }),
  trials: count.meta({ description: "trials of them all" }),
  failed: count.meta({ description: "failed ones of these trials" }),
  achieved: figure.meta({
    description:
      "arrivals per second for an open model, requests per second for a closed one; the median over trials; null where there are none",
  }),
  served: figure.meta({
    description: "successful responses per second, the median over trials; null where there are none",
  }),
  cpu: figure.meta({
    description: "CPU seconds per request of all services, the median over trials; null where not known",
  }),
  services: z
    .record(Name, z.number().min(0))
    .meta({ description: "CPU seconds per request of each service, the median over trials" }),
  p50: figure.meta({ description: "median latency in seconds, the median over trials" }),
  p95: figure.meta({ description: "95th percentile of latency in seconds, the median over trials" }),
  p99: figure.meta({ description: "99th percentile of latency in seconds, the median over trials" }),
  requests: count.meta({ description: "requests of all good trials" }),
  errors: count.meta({ description: "failed ones of these requests" }),
  statuses: text.meta({ description: 'responses by status code, for display: "202: 1,200, 429: 31"' }),
  status: LevelStatus.meta({
    description:
      "holds: the budgets are kept; breaks: they are not; undecided; limited: the generator could not produce the load, so nothing follows for the service",
  }),
  reason: text.meta({ description: "the reason of the status in words" }),
});
export type LevelRow = z.infer<typeof LevelRow>;

/** The position of the knee: between a level shown to hold and one shown to break. */
export const Knee = z.strictObject({
  holds: level.nullable().meta({ description: "highest level shown to hold; null where none was" }),
  breaks: level.nullable().meta({ description: "lowest level above it shown to break; null where none was" }),
  limit: z.enum(["service", "generator", "range", "unknown"]).meta({
    description:
      "the limiting factor: the service, the generator, or the configured range; unknown: none of them was shown",
  }),
  confirmed: z.tuple([count, count]).meta({
    description: "numbers of fresh starts of the stack in which `holds` and `breaks` were confirmed",
  }),
});
export type Knee = z.infer<typeof Knee>;

const estimate = z.strictObject({
  value: z.number().meta({ description: "the estimate" }),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .meta({ description: "its 95 % interval; null where the value lies at its bound of 0" }),
});
const place = z.strictObject({
  level: level.meta({ description: "users or connections" }),
  rate: z.number().positive().meta({ description: "successful responses per second" }),
});

/** Conclusions from the throughput at several levels. */
export const Curve = z.strictObject({
  peak: place
    .nullable()
    .meta({ description: "the measured level with the highest rate; null where none served anything" }),
  saturation: level.nullable().meta({
    description:
      "lowest level that served almost as much; null where the highest level still served more than the one before",
  }),
  sustained: place
    .nullable()
    .meta({ description: "the highest rate at a level that keeps the budgets; null where none does" }),
  law: z
    .discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("fitted").meta({
          description: "the law was fitted: the rate at level N is λN / (1 + σ(N − 1) + κN(N − 1))",
        }),
        lambda: estimate.meta({ description: "λ: successful responses per second at level 1" }),
        sigma: estimate.meta({
          description: "σ: contention, the share of the work that waits for the others",
        }),
        kappa: estimate.meta({ description: "κ: coherency, the cost of agreement between any two" }),
        residual: z
          .number()
          .min(0)
          .meta({ description: "typical deviation from the curve, a share of the rate" }),
        peak: z
          .strictObject({
            at: z.number().min(1).meta({ description: "its level" }),
            rate: z.number().meta({ description: "its successful responses per second" }),
            measured: z.boolean().meta({ description: "whether it lies within the measured levels" }),
          })
          .nullable()
          .meta({ description: "the maximum of the fitted curve; null where it is not shown to fall" }),
      }),
      z.strictObject({
        kind: z.literal("refused").meta({ description: "the law was not fitted" }),
        why: text.meta({ description: "the reason in words" }),
      }),
    ])
    .meta({ description: "the fit of Gunther's Universal Scalability Law, or why there is none" }),
  capacity: z.number().positive().nullable().meta({
    description:
      "successful responses per second that one instance may carry: the sustained rate minus the headroom; null without one",
  }),
  plans: z
    .array(
      z.strictObject({
        load: z.number().positive().meta({ description: "requests per second" }),
        instances: count.min(1).meta({ description: "instances that they need" }),
        cost: z
          .strictObject({
            perMonth: z.number().meta({ description: "cost of a month (730 hours)" }),
            perMillion: z.number().meta({ description: "cost of a million requests" }),
            currency: z.string().length(3).meta({ description: "three letters, such as USD" }),
          })
          .nullable()
          .meta({ description: "cost of the instances; null where they have no price" }),
      }),
    )
    .max(50)
    .meta({
      description:
        "instances and cost for each load of the config; without such loads, for the capacity of one instance",
    }),
});
export type Curve = z.infer<typeof Curve>;

/** The results of a workload, or a variant of it, at levels. */
export const LevelsShown = z.strictObject({
  ...ItemKeys,
  axis: AxisName.meta({
    description:
      "rate: arrivals a second of an open model; vus and connections: users and connections of a closed one",
  }),
  said: text.meta({ description: "the conclusion in one sentence" }),
  notes: z.array(text).max(50).meta({ description: "notes on the conclusion" }),
  rows: z.array(LevelRow).max(MOST_PROBES).meta({ description: "the levels, lowest first" }),
  knee: Knee.nullable().meta({
    description: "highest level within the budgets, found by a sweep; null for a scaling curve",
  }),
  curve: Curve.nullable().meta({ description: "conclusions of a scaling curve; null for a sweep" }),
});
export type LevelsShown = z.infer<typeof LevelsShown>;
