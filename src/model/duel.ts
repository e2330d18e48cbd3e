import { z } from "zod";
import { Name } from "./config.ts";
import { Metrics, Seconds } from "./metric.ts";
import { PairMode } from "./noise.ts";
import { Side } from "./schedule.ts";
import { Failure, HostState, ServiceUse } from "./trial.ts";

const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** What one side showed in one pair, raw. */
export const PairSide = z.strictObject({
  /** Seconds of load that the figures are of. */
  seconds: Seconds,
  metrics: Metrics,
  /** Requests sent, and those that failed; checks made, and those that failed. */
  requests: count,
  errors: count,
  checks: count,
  failedChecks: count,
  services: z.record(Name, ServiceUse),
});
export type PairSide = z.infer<typeof PairSide>;

const PairBase = {
  workload: Name,
  variant: Name.nullable(),
  /** Number of the pair among those of its workload and variant, from 0; a repeated one keeps it. */
  slot: count,
  /** Which try at the slot, from 0. */
  attempt: count,
  /** Start of both stacks it was measured in, from 0. */
  start: count,
  began: z.iso.datetime(),
};
/** A base and a head figure that were taken next to each other, or which side has none and why. */
export const PairRecord = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("ok"),
    ...PairBase,
    host: HostState,
    /** The generator while the pair was measured. */
    load: z.strictObject({
      iterations: count,
      dropped: count,
      /** Achieved over target rate of an open model; null for a closed one. */
      achieved: z.number().min(0).nullable(),
      /** Share of all cores that the generator used; null where it cannot be had. */
      busy: z.number().min(0).nullable(),
    }),
    base: PairSide,
    head: PairSide,
  }),
  z.strictObject({ outcome: z.literal("lost"), ...PairBase, side: Side, failure: Failure }),
]);
export type PairRecord = z.infer<typeof PairRecord>;

/** How one workload and variant is interleaved. */
export const Pairing = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  mode: PairMode,
  /** Why no finer mode, in words; null in the finest. */
  why: text.nullable(),
  /** Seconds of load that one pair is made of, on each side. */
  block: Seconds,
  /** Fewest and most pairs planned. */
  pairs: z.tuple([count, count]),
  /** Whose script drives both sides: base's; head's where the change touches the script. */
  script: Side,
});
export type Pairing = z.infer<typeof Pairing>;

/** Base and head measured beside each other. */
export const DuelRecord = z.strictObject({
  base: z.strictObject({
    sha: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .nullable(),
    subject: text,
    ref: text,
  }),
  /** Starts of both stacks over which pairs are spread. */
  starts: count.min(1),
  pairings: z.array(Pairing).max(2_000),
  /** Workloads that base's config has and head's has not; absent where there are none. */
  gone: z.array(Name).max(2_000).optional(),
  /** Pairs at which everything open is judged, as planned before the first of them. */
  looks: z.array(count.min(1)).min(1).max(50),
  /**
   * For each look that was made, in order, how many of `pairs` had been measured by then: a pair that was measured again
   * later was not known to an earlier look.
   */
  seen: z.array(count).max(50),
  /** Number of the look, from 1, that was made the last one because the time was up; null where it never was. */
  cut: count.min(1).nullable(),
  /** Seconds that were allowed; null without a limit. */
  budget: z.number().positive().nullable(),
  /** In the order measured. */
  pairs: z.array(PairRecord).max(100_000),
});
export type DuelRecord = z.infer<typeof DuelRecord>;
