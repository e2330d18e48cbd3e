import { z } from "zod";
import { Name } from "./config.ts";
import { Fingerprint } from "./fingerprint.ts";
import { NoiseRecords } from "./noise.ts";
import { tag } from "./versioned.ts";

/** Most trials kept of a session and most sessions kept of a workload. */
export const MOST_TRIALS = 20;
export const MOST_SESSIONS = 12;

const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** One session of one variant: one value per trial for every selector kept. */
export const VariantSession = z.strictObject({
  /** By selector: one value per trial in base units, in the order measured. */
  values: z.record(z.string().max(400), z.array(z.number()).min(1).max(MOST_TRIALS)),
  requests: count,
  errors: count,
  /** Whether the host was saturated during the session; a gate never compares with such a session. */
  saturated: z.boolean(),
});

/** The session that one run contributed. */
export const Session = z.strictObject({
  run: text,
  commit: text.nullable(),
  at: z.iso.datetime(),
  fingerprint: Fingerprint,
  /** Digest of the workload: sessions with different digests are of different workloads. */
  digest: text,
  variants: z.record(z.string(), VariantSession),
});
export type Session = z.infer<typeof Session>;

/** `baselines/<runner-class>/<workload>.json`: sessions, oldest first. */
export const Baseline = z.strictObject({
  schema: z.literal(tag("baseline")),
  workload: Name,
  runnerClass: Name,
  sessions: z.array(Session).min(1).max(MOST_SESSIONS),
  /** Noise of pairs as measured by calibrations (base against base); absent before the first. */
  noise: NoiseRecords.optional(),
});
export type Baseline = z.infer<typeof Baseline>;

/** Key of the single entry of a workload without variants. */
export const NO_VARIANT = "-";
