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

/** One session of one variant: a value a trial, for every selector kept. */
export const VariantSession = z.strictObject({
  /** By selector, base units, one value a trial in the order measured. */
  values: z.record(z.string().max(400), z.array(z.number()).min(1).max(MOST_TRIALS)),
  requests: count,
  errors: count,
  /** Whether the host was saturated while it was measured (no gate against such a session). */
  saturated: z.boolean(),
});

/** What one run contributed. */
export const Session = z.strictObject({
  run: text,
  commit: text.nullable(),
  at: z.iso.datetime(),
  fingerprint: Fingerprint,
  /** Digest of the workload that was run; another digest is another workload. */
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
  /** What calibrations, base against base, showed of the noise of pairs; absent until there was one. */
  noise: NoiseRecords.optional(),
});
export type Baseline = z.infer<typeof Baseline>;

/** Key of a workload's only variant, where it declares none. */
export const NO_VARIANT = "-";
