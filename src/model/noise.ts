import { z } from "zod";
import { Fingerprint } from "./fingerprint.ts";

/** Records of one way to measure that are kept: the latest. Older noise says little of today's. */
export const MOST_RECORDS = 12;

const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** How pairs of base and base were interleaved; see the same modes of a duel. */
export const PairMode = z.enum(["request", "slice", "trial", "duet"]);
export type PairMode = z.infer<typeof PairMode>;

/**
 * Pairs of one metric, both sides the same program: what their log ratios tell of the noise, and no more.
 *
 * The spread within the starts follows: (pairs − 1) · variance less what the starts' means explain.
 */
export const NoiseFigures = z
  .strictObject({
    /** Unbiased variance of all log ratios, whatever their start; pairs − 1 degrees of freedom. */
    variance: z.number().min(0),
    /** Of each start: its pairs, and the mean of their log ratios. */
    starts: z
      .array(z.strictObject({ pairs: count.min(1).max(2_000), mean: z.number() }))
      .min(1)
      .max(50),
  })
  .refine(({ starts }) => starts.reduce((sum, { pairs }) => sum + pairs, 0) >= 2, "two pairs at least");
export type NoiseFigures = z.infer<typeof NoiseFigures>;

/** What one calibration, base against base, showed of a workload measured in one way. */
export const NoiseRecord = z.strictObject({
  /** The run it is from; a run has one record for each mode and block. */
  run: text,
  commit: text.nullable(),
  at: z.iso.datetime(),
  fingerprint: Fingerprint,
  /** Digest of the workload that was run; another digest is another workload. */
  digest: text,
  mode: PairMode,
  /** Seconds of load that one pair is made of, on each side: other lengths, other noise. */
  block: z.number().positive(),
  /** By variant (`-` where the workload has none), then by selector. */
  variants: z.record(z.string().max(100), z.record(z.string().max(400), NoiseFigures)),
});
export type NoiseRecord = z.infer<typeof NoiseRecord>;

/** All records of a workload on one runner class, as its baseline file keeps them: at most twelve a mode and block. */
export const NoiseRecords = z.array(NoiseRecord).max(4 * MOST_RECORDS);
