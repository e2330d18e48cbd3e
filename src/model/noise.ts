import { z } from "zod";
import { Fingerprint } from "./fingerprint.ts";

/** Number of records kept per mode and block, the latest ones: older noise says little about today's. */
export const MOST_RECORDS = 12;

const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** How pairs are interleaved, in a calibration as in a duel. */
export const PairMode = z.enum(["request", "slice", "trial", "turns", "duet"]);
export type PairMode = z.infer<typeof PairMode>;
/** Modes in which no profiler can explain a change, and what both sides do there. */
export const UNEXPLAINED: Readonly<Partial<Record<PairMode, string>>> = {
  duet: "share a core",
  turns: "are never up at the same time",
};
/** Whether each side of a pair is a whole trial. */
export const isWhole = (mode: PairMode): boolean => mode !== "request" && mode !== "slice";

/**
 * The noise of one metric: statistics of the log ratios of pairs with the same program on both sides.
 *
 * The spread within starts follows from them: (pairs − 1) · variance minus the part that the starts' means explain.
 */
export const NoiseFigures = z
  .strictObject({
    /** Unbiased variance of all log ratios over all starts; pairs − 1 degrees of freedom. */
    variance: z.number().min(0),
    /** For each start: its number of pairs, and the mean of their log ratios. */
    starts: z
      .array(z.strictObject({ pairs: count.min(1).max(2_000), mean: z.number() }))
      .min(1)
      .max(50),
  })
  .refine(({ starts }) => starts.reduce((sum, { pairs }) => sum + pairs, 0) >= 2, "two pairs at least");
export type NoiseFigures = z.infer<typeof NoiseFigures>;

/** The noise of a workload in one mode, measured by one calibration (base against base). */
export const NoiseRecord = z.strictObject({
  /** The run that it comes from; a run has one record for each mode and block. */
  run: text,
  commit: text.nullable(),
  at: z.iso.datetime(),
  fingerprint: Fingerprint,
  /** Digest of the workload: records with different digests are of different workloads. */
  digest: text,
  mode: PairMode,
  /** Seconds of load of one pair, on each side: the noise depends on it. */
  block: z.number().positive(),
  /** Set where the script's pauses were shortened: there were more requests. */
  pace: z.literal("full").optional(),
  /** By variant (`-` where the workload has none), then by selector. */
  variants: z.record(z.string().max(100), z.record(z.string().max(400), NoiseFigures)),
});
export type NoiseRecord = z.infer<typeof NoiseRecord>;

/** Whether pairs were measured in the same way, so that their noise can be compared. */
export const isSameWay = (a: Way, b: Way): boolean =>
  a.mode === b.mode && a.block === b.block && a.pace === b.pace;
type Way = Pick<NoiseRecord, "mode" | "block" | "pace">;

/** All records of a workload on one runner class, in its baseline file: at most twelve per mode and block. */
export const NoiseRecords = z.array(NoiseRecord).max(PairMode.options.length * MOST_RECORDS);
