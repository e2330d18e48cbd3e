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

/** One metric of one run, summed up. Base units. */
export const Figure = z.strictObject({
  metric: named,
  unit: UnitName,
  better: z.enum(["lower", "higher"]),
  /** Whether it may fail a check; the others are advisory. */
  gate: z.boolean(),
  /** Median over the trials. */
  value: number,
  /** 95 % of that median; of imported figures the range they came with. Null where one value gives none. */
  interval: z.tuple([number, number]).nullable(),
  /** Trials; null where an imported figure does not say. */
  n: z.number().int().min(1).nullable(),
  /** What the run's own comparison concluded; null where nothing was compared. */
  verdict: Verdict.nullable(),
  /** Change from that comparison's reference, a log ratio, positive is worse. */
  change: z.strictObject({ estimate: number, interval: z.tuple([number, number]) }).nullable(),
  /** Smallest change that matters, a log ratio; null where nothing says. */
  band: z.number().positive().nullable(),
  /** Lowest and highest allowed figure; null where there is no such limit. */
  budget: z.tuple([number.nullable(), number.nullable()]).nullable(),
});
export type Figure = z.infer<typeof Figure>;

/** What a run found of one workload and variant. */
export const Result = z.strictObject({
  workload: named,
  variant: named.nullable(),
  verdict: Verdict.nullable(),
  figures: z.array(Figure).max(1_000),
});
export type Result = z.infer<typeof Result>;

export const SOURCES = ["steelyard", "github-action-benchmark", "k6"] as const;

/** What the history keeps of one run: a small file that never changes once it is written. */
export const Entry = z.strictObject({
  schema: z.literal(tag("entry")),
  source: z.enum(SOURCES),
  /** The run's own name. */
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
  /** Which measurement of that commit: the second attempt is another point, the first one twice is not. */
  attempt: z.number().int().min(1).max(1_000),
  /** Name of the release that this commit is, where it is one. */
  release: text.nullable(),
  /** Where this run can be looked at. */
  link: Address.nullable(),
  runnerClass: named,
  /** Null where an imported figure does not say. */
  fingerprint: Fingerprint.nullable(),
  verdict: Verdict.nullable(),
  /** Smallest worsening this run would have seen, a log ratio. */
  mde: z.number().positive().nullable(),
  results: z.array(Result).min(1).max(1_000),
});
export type Entry = z.infer<typeof Entry>;
