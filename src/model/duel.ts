import { z } from "zod";
import { Name } from "./config.ts";
import { Metrics, Seconds } from "./metric.ts";
import { PairMode } from "./noise.ts";
import { Side } from "./schedule.ts";
import { Failure, HostState, ServiceUse } from "./trial.ts";

const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** Raw figures of one side in one pair. */
export const PairSide = z.strictObject({
  /** Seconds of load behind the figures. */
  seconds: Seconds,
  metrics: Metrics,
  /** Requests sent, and those that failed; checks made, and those that failed. */
  requests: count,
  errors: count,
  /** Examples of requests that failed, of the k6 run that the pair belongs to: "GET /orders answered 500". */
  failing: z.array(z.string().max(200)).max(3).optional(),
  checks: count,
  failedChecks: count,
  services: z.record(Name, ServiceUse),
});
export type PairSide = z.infer<typeof PairSide>;

const PairBase = {
  workload: Name,
  variant: Name.nullable(),
  /** Number of the pair within its workload and variant, from 0; a repetition keeps it. */
  slot: count,
  /** Number of the attempt at the slot, from 0. */
  attempt: count,
  /** Start of both stacks in which it was measured, from 0. */
  start: count,
  began: z.iso.datetime(),
};
/** Base and head figures that were measured next to each other, or the side that failed and why. */
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
      /** Share of all cores that the generator used; null where it is not available. */
      busy: z.number().min(0).nullable(),
      /** Length of the script's pauses over what they are in the script; absent where they are its own. */
      pauses: z.number().min(0).max(1).optional(),
    }),
    base: PairSide,
    head: PairSide,
  }),
  z.strictObject({ outcome: z.literal("lost"), ...PairBase, side: Side, failure: Failure }),
]);
export type PairRecord = z.infer<typeof PairRecord>;

/** How far the pauses of a script were shortened, in words. @param pauses the share of each that is left, from 0 to 1 */
export const pausesText = (pauses: number): string =>
  `the pauses of its script had ${Number((100 * pauses).toPrecision(2))} % of their length (\`pace: full\`)`;

/** Seconds that a block may have where the config does not say. */
export const BLOCKS = [1, 2, 4] as const;
/** The seconds of a block of a slow load, or where starts are slow. */
export const LONGEST_BLOCK = BLOCKS[BLOCKS.length - 1]!;

/** How one workload and variant is interleaved. */
export const Pairing = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  mode: PairMode,
  /** Set where the script's pauses may be shortened. */
  pace: z.literal("full").optional(),
  /** Why no finer mode, in words; null in the finest. */
  why: text.nullable(),
  /** Seconds of load of one pair, on each side. */
  block: Seconds,
  /** Fewest and most pairs planned. */
  pairs: z.tuple([count, count]),
  /** The side whose script drives both: base, or head where the change edits the script. */
  script: Side,
  /** In what the load differs from the script's own, in words. */
  notes: z.array(text).max(50).optional(),
});
export type Pairing = z.infer<typeof Pairing>;

const Looks = {
  /** Pairs at which everything open is judged, as planned before the first of them. */
  looks: z.array(count.min(1)).min(1).max(50),
  /**
   * For each look that was made, in order, how many of `pairs` had been measured by then. An earlier look did not know
   * the pairs that were repeated later.
   */
  seen: z.array(count).max(50),
  /** Number of the look, from 1, that became the last one because the time was up; null where it was not. */
  cut: count.min(1).nullable(),
};

/** What one of several machines did: it has looks of its own, and numbers its starts from 0. */
const DuelPart = z.strictObject({
  ...Looks,
  /** How many of the record's pairings and pairs are its own: those after the ones of the parts before. */
  own: z.strictObject({ pairings: count, pairs: count }),
});

/** A paired measurement of base and head. */
export const DuelRecord = z.strictObject({
  base: z.strictObject({
    sha: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .nullable(),
    subject: text,
    ref: text,
    /** Where it is a release, whose tag `ref` is. */
    release: z.literal(true).optional(),
    /** Where it has no config, so that it was built, started and loaded by head's. */
    adopted: z.literal(true).optional(),
  }),
  /** Starts of both stacks over which pairs are spread. */
  starts: count.min(1),
  pairings: z.array(Pairing).max(2_000),
  /** Set where both sides ran the same images, and mounted no file of the checkout that differs. */
  alike: z.literal(true).optional(),
  /** Files of variables of Compose that differ between the sides though git does not track them; absent where there are none. */
  variables: z.array(text).max(10).optional(),
  /** Workloads that base's config has and head's lacks; absent where there are none. */
  gone: z.array(Name).max(2_000).optional(),
  ...Looks,
  /** Time budget in seconds; null without a limit. */
  budget: z.number().positive().nullable(),
  /** In the order measured. */
  pairs: z.array(PairRecord).max(100_000),
  /** Machines that share the workloads, each with an equal share of the level; absent for one machine. */
  shards: count.min(1).optional(),
  /** What each of them did, in a record that theirs were joined to; its own looks count for nothing. */
  parts: z.array(DuelPart).min(1).max(1_000).optional(),
});
export type DuelRecord = z.infer<typeof DuelRecord>;

/** The records of single machines that a record was joined from; the record itself where it was not. */
export function machineRecords({ parts, ...whole }: DuelRecord): DuelRecord[] {
  if (parts === undefined) return [whole];
  const from = { pairings: 0, pairs: 0 };
  return parts.map(({ own, ...looks }) => {
    const pairings = whole.pairings.slice(from.pairings, from.pairings + own.pairings);
    const pairs = whole.pairs.slice(from.pairs, from.pairs + own.pairs);
    from.pairings += own.pairings;
    from.pairs += own.pairs;
    return { ...whole, ...looks, pairings, pairs };
  });
}

/** The records of several machines as one: of the same base, and each with its share of the workloads. */
export function joinedDuel(records: readonly DuelRecord[]): DuelRecord {
  const [first] = records;
  if (first === undefined) throw new RangeError("no paired run");
  const gone = [...new Set(records.flatMap((record) => record.gone ?? []))];
  return {
    ...first,
    starts: Math.min(...records.map(({ starts }) => starts)),
    seen: [],
    cut: null,
    ...(gone.length > 0 && { gone }),
    pairings: records.flatMap(({ pairings }) => pairings),
    pairs: records.flatMap(({ pairs }) => pairs),
    parts: records.map(({ looks, seen, cut, pairings, pairs }) => ({
      looks,
      seen,
      cut,
      own: { pairings: pairings.length, pairs: pairs.length },
    })),
  };
}
