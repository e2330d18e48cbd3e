import { z } from "zod";
import { Name } from "./config.ts";
import { LevelsShown } from "./levelrun.ts";
import { UnitName } from "./metric.ts";
import { RecordShown } from "./record.ts";
import { Fingerprint } from "./run.ts";
import { SlowShown } from "./slow.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";
import { WaiversUsed } from "./waiver.ts";

const text = z.string().max(8_000);
const count = z.number().int().min(0);

/** A warning beside a number: what, and what to do about it. */
export const Warning = z.strictObject({
  code: Name,
  message: text,
  remedy: text.nullable(),
  /** Of a message about so many of so many: both numbers, and what it says after them. */
  tally: z.strictObject({ n: count, of: count, rest: text }).optional(),
});
export type Warning = z.infer<typeof Warning>;

/** One side's numbers. `values` are per trial (head) or per session (a baseline), base units. */
export const Sample = z.strictObject({
  values: z.array(z.number()).min(1).max(2_000),
  /**
   * The figure that the estimate compares: the median over trials; of stored sessions the geometric mean of their
   * medians (the mean, where some are not above zero); of pairs the two figures around their common middle that lie
   * the estimate apart: so that head over base is the change that is printed.
   */
  center: z.number(),
});
export type Sample = z.infer<typeof Sample>;

/** The test's evidence: log ratios, positive is worse. */
export const Evidence = z.strictObject({
  mode: z.enum(["baseline", "trial", "request", "slice", "duet"]),
  /** Sessions or pairs the reference rests on. */
  n: count,
  estimate: z.number(),
  /** 95 %, unadjusted. */
  interval: z.tuple([z.number(), z.number()]),
  se: z.number().positive(),
  df: z.number().positive(),
  /** One-sided, that head is not worse; and that it is not better. */
  pWorse: z.number().min(0).max(1),
  pBetter: z.number().min(0).max(1),
  /** Level of the whole family, and the tests in it. */
  level: z.number().min(0).max(1),
  family: count,
  /** Smallest change that matters, a log ratio, and its absolute floor in base units (0: none). */
  band: z.number().positive(),
  floor: z.number().min(0),
  /** Smallest worsening that would have been seen in 8 of 10 such runs, a log ratio. */
  mde: z.number().positive(),
  prior: z.strictObject({ used: z.boolean(), df: z.number().min(0), sd: z.number().min(0) }),
  /** Of a gate test of pairs: the look that decided it, of how many planned, and why no more pairs were measured. */
  duel: z
    .strictObject({
      look: count,
      looks: count,
      closed: z.enum(["regressed", "settled", "futile", "last", "failed", "invalid"]).nullable(),
      /** Effective number of starts the pairs were measured in. */
      starts: z.number().min(1),
    })
    .optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** An absolute limit or an expected profile, and what was seen. */
export const Limit = z.strictObject({
  /** As a person would write it: "< 250 ms", "25 % to 55 %". */
  wanted: text,
  /** The same as numbers, base units: nothing below the first nor above the second; null is no limit on that side. */
  range: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
  because: text.nullable(),
  /** Estimate on head, and its one-sided 95 % bounds; null where one trial gives none. */
  seen: z.number(),
  bounds: z.tuple([z.number(), z.number()]).nullable(),
  outcome: z.enum(["pass", "risk", "fail"]),
  /** Of a limit that each trial crossed or kept, which has no figure of its own: how many crossed it. */
  crossed: z.strictObject({ trials: count, of: count }).optional(),
});
export type Limit = z.infer<typeof Limit>;

/** Which question a row answers. */
export const RowKind = z.enum(["gate", "advisory", "errors", "checks", "budget", "expect", "workload"]);
export type RowKind = z.infer<typeof RowKind>;

/** One judged thing: a metric of a workload and variant, or the workload as such. */
export const Row = z.strictObject({
  kind: RowKind,
  workload: Name,
  variant: Name.nullable(),
  /** A selector; the empty string where the row is about the workload as such. */
  metric: z.string().max(400),
  verdict: Verdict,
  /** Whether it enters the overall verdict and the exit code. */
  gates: z.boolean(),
  /** In words, for people. */
  reason: text,
  unit: UnitName,
  better: z.enum(["lower", "higher"]),
  head: Sample.nullable(),
  base: Sample.nullable(),
  evidence: Evidence.nullable(),
  limit: Limit.nullable(),
  warnings: z.array(Warning),
});
export type Row = z.infer<typeof Row>;

/** Whether a row's workload was measured no more because it is worse: what the row says was cut short by that. */
export const endedWorse = ({ evidence }: Row): boolean => evidence?.duel?.closed === "regressed";

/**
 * Smallest worsening that a row cannot have missed, a log ratio; null where nothing was tested. What is shown to be
 * unchanged lies within its band, however few pairs it took to show that: more would have been measured of anything
 * else.
 */
export function visible({ verdict, evidence }: Row): number | null {
  if (evidence === null) return null;
  const { mde, band, floor, interval } = evidence;
  if (verdict !== "unchanged") return mde;
  // Within an absolute floor it may be unchanged and outside the band.
  return Math.min(mde, floor > 0 ? Math.max(band, interval[1]) : band);
}

/** Smallest worsening that none of the gates can have missed; null where none was tested. What ended worse is not asked. */
export function visibleIn(rows: readonly Row[]): number | null {
  const seen = rows.flatMap((row) => (row.kind === "gate" && !endedWorse(row) ? (visible(row) ?? []) : []));
  return seen.length > 0 ? Math.max(...seen) : null;
}

/** The figures a workload is summed up by, whatever was judged. */
export const WorkloadSummary = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  trials: count,
  failed: count,
  requests: count,
  errors: count,
  statuses: z.record(z.string(), count),
  timeouts: count,
  saturated: z.boolean(),
});
export type WorkloadSummary = z.infer<typeof WorkloadSummary>;

/** The judgement of one run: every row, its evidence, and what follows. */
export const Comparison = z.strictObject({
  schema: z.literal(tag("comparison")),
  steelyard: text,
  run: text,
  commit: z.strictObject({ sha: text, subject: text, dirty: z.boolean() }).nullable(),
  at: z.iso.datetime(),
  runnerClass: Name,
  fingerprint: Fingerprint,
  reference: z.strictObject({
    kind: z.enum(["baseline", "base", "none"]),
    /** The commit that was measured beside head, where one was; its sha is null for one that nobody knows. */
    base: z.strictObject({ sha: text.nullable(), subject: text, ref: text }).optional(),
    /** For each workload: the sessions used and the commits they were measured at. */
    sessions: z.record(
      Name,
      z.array(z.strictObject({ run: text, commit: text.nullable(), at: z.iso.datetime() })),
    ),
    /** Stored sessions of a workload (the most there are), where none could be compared with. */
    unlike: count.optional(),
  }),
  overall: Verdict,
  exit: z.number().int(),
  conclusion: z.enum(["success", "neutral", "failure"]),
  /** The verdicts that fail the check under the policy it was judged by. */
  failOn: z.array(Verdict),
  /** What is visible in all of them (`visibleIn`), a log ratio; null where none was tested. */
  mde: z.number().positive().nullable(),
  rows: z.array(Row).max(20_000),
  workloads: z.array(WorkloadSummary),
  /** The accepted regressions it was judged with; absent where nobody has written any. */
  waivers: WaiversUsed.optional(),
  warnings: z.array(Warning),
  /** Requests that took far longer than the others of their trial; absent where there were none. */
  slow: z.array(SlowShown).min(1).max(50).optional(),
  /** Records that the config asks for, of which this run has measured something. */
  records: z.array(RecordShown).optional(),
  /** What levels showed of the workloads that were measured at some; absent where none was. */
  levels: z.array(LevelsShown).optional(),
  spent: z.strictObject({ load: z.number().min(0), total: z.number().min(0) }),
  /** The command that measures this again, as an argv after the program. */
  replay: z.array(text),
  /** Address of the trend page, where the config names one. */
  site: text.optional(),
});
export type Comparison = z.infer<typeof Comparison>;
