import { z } from "zod";
import { Fingerprint } from "./fingerprint.ts";
import { UnitName } from "./metric.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";

const text = z.string().max(2_000);
const named = z.string().min(1).max(400);
const number = z.number();
const Instant = z.iso.datetime();
const Address = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\//, "an http or https address");

/** Summary of one metric of one run, in base units. */
export const Figure = z.strictObject({
  metric: named,
  unit: UnitName,
  better: z.enum(["lower", "higher"]),
  /** Whether it may fail a check; the others are advisory. */
  gate: z.boolean(),
  /** Median over the trials. */
  value: number,
  /** 95 % interval of that median; for imported figures the range that they came with. Null for a single value. */
  interval: z.tuple([number, number]).nullable(),
  /** Number of trials; null for imported figures without it. */
  n: z.number().int().min(1).nullable(),
  /** Verdict of the run's own comparison; null where nothing was compared. */
  verdict: Verdict.nullable(),
  /** Change from that comparison's reference, a log ratio, positive is worse. */
  change: z.strictObject({ estimate: number, interval: z.tuple([number, number]) }).nullable(),
  /** Smallest change that matters, a log ratio; null where it is not known. */
  band: z.number().positive().nullable(),
  /** Lowest and highest allowed figure; null where there is no such limit. */
  budget: z.tuple([number.nullable(), number.nullable()]).nullable(),
});
export type Figure = z.infer<typeof Figure>;

/** The figures of one workload and variant in a run. */
export const Result = z.strictObject({
  workload: named,
  variant: named.nullable(),
  verdict: Verdict.nullable(),
  figures: z.array(Figure).max(1_000),
});
export type Result = z.infer<typeof Result>;

export const SOURCES = ["steelyard", "github-action-benchmark", "k6"] as const;

/** One run in the history: a small file that never changes once it is written. */
export const Entry = z.strictObject({
  schema: z.literal(tag("entry")),
  source: z.enum(SOURCES),
  /** Identifier of the run. */
  run: named,
  at: Instant,
  commit: z
    .strictObject({
      sha: z.string().regex(/^[0-9a-f]{7,64}$/),
      subject: text,
      author: text.nullable(),
      at: Instant.nullable(),
    })
    .nullable(),
  /** Number of the measurement of that commit. A second attempt is a new point; the same attempt twice is not. */
  attempt: z.number().int().min(1).max(1_000),
  /** Name of the release at this commit, if there is one. */
  release: text.nullable(),
  /** Address of this run. */
  link: Address.nullable(),
  runnerClass: named,
  /** Null for imported figures without it. */
  fingerprint: Fingerprint.nullable(),
  verdict: Verdict.nullable(),
  /** Smallest worsening that this run would have detected, a log ratio. */
  mde: z.number().positive().nullable(),
  results: z.array(Result).min(1).max(1_000),
});
export type Entry = z.infer<typeof Entry>;
