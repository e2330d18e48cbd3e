import { z } from "zod";
import { Causes } from "./cause.ts";
import { Name } from "./config.ts";
import { formatApart, type Unit } from "./figure.ts";
import { LevelsShown } from "./levelrun.ts";
import { UnitName } from "./metric.ts";
import { PairMode } from "./noise.ts";
import { RecordShown } from "./record.ts";
import { Fingerprint, Spent } from "./run.ts";
import { SlowShown } from "./slow.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";
import { WaiversUsed } from "./waiver.ts";

const text = z.string().max(8_000);
const count = z.number().int().min(0);

/** A warning about a number: the problem and its remedy. */
export const Warning = z.strictObject({
  code: Name,
  message: text,
  remedy: text.nullable(),
  /** For messages such as "3 of 10 …": both numbers, and the text after them. */
  tally: z.strictObject({ n: count, of: count, rest: text }).optional(),
});
export type Warning = z.infer<typeof Warning>;

/** One side's numbers. `values` are per trial (head) or per session (a baseline), base units. */
export const Sample = z.strictObject({
  values: z.array(z.number()).min(1).max(2_000),
  /**
   * The figure that the estimate compares. For trials: their median. For stored sessions: the geometric mean of their
   * medians (the mean where some are not above zero). For pairs: two figures around the common middle whose ratio is
   * the estimate. Head over base is therefore the printed change.
   */
  center: z.number(),
});
export type Sample = z.infer<typeof Sample>;

/** The test's evidence: log ratios, positive is worse. */
export const Evidence = z.strictObject({
  mode: z.enum(["baseline", ...PairMode.options]),
  /** Sessions or pairs behind the reference. */
  n: count,
  estimate: z.number(),
  /** 95 %, unadjusted. */
  interval: z.tuple([z.number(), z.number()]),
  se: z.number().positive(),
  df: z.number().positive(),
  /** One-sided p-values of "head is not worse" and "head is not better". */
  pWorse: z.number().min(0).max(1),
  pBetter: z.number().min(0).max(1),
  /** Error level of the whole family of tests, and their number. */
  level: z.number().min(0).max(1),
  family: count,
  /** Smallest change that matters, a log ratio, and its absolute floor in base units (0: none). */
  band: z.number().positive(),
  floor: z.number().min(0),
  /** Smallest worsening that 8 of 10 such runs detect, a log ratio. */
  mde: z.number().positive(),
  prior: z.strictObject({ used: z.boolean(), df: z.number().min(0), sd: z.number().min(0) }),
  /** For a gate test of pairs: the look that decided it, the planned looks, and why no more pairs were measured. */
  duel: z
    .strictObject({
      look: count,
      looks: count,
      closed: z.enum(["regressed", "settled", "futile", "last", "failed", "invalid"]).nullable(),
      /** Effective number of starts in which the pairs were measured. */
      starts: z.number().min(1),
      /**
       * For an undecided test: about how many pairs find a worsening of 5 %, and the standard deviation between starts of
       * one build, a log ratio, where starts were the sample; null where pairs were.
       */
      toFind: z.strictObject({ pairs: count, startSd: z.number().min(0).nullable() }).optional(),
    })
    .optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** An absolute limit or an expected profile, and the measured figure. */
export const Limit = z.strictObject({
  /** For display: "< 250 ms", "25 % to 55 %". */
  wanted: text,
  /** The same as lowest and highest allowed number in base units; null where that side has no limit. */
  range: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
  because: text.nullable(),
  /** Estimate on head, and its one-sided 95 % bounds; null where one trial gives none. */
  seen: z.number(),
  bounds: z.tuple([z.number(), z.number()]).nullable(),
  outcome: z.enum(["pass", "risk", "fail"]),
  /** For a limit that each trial crossed or kept, without a figure of its own: the trials that crossed it. */
  crossed: z.strictObject({ trials: count, of: count }).optional(),
});
export type Limit = z.infer<typeof Limit>;

/** The format of a limit's numbers: the measured ones print otherwise than the allowed ones that they differ from. */
export const limitFormat = ({ seen, bounds, range }: Pick<Limit, "seen" | "bounds" | "range">, unit: Unit) =>
  formatApart([seen, ...(bounds ?? [])], range?.flatMap((end) => end ?? []) ?? [], unit);

/** The measured figure of a limit for display; the bounds where trials break a limit that the figure itself keeps. */
export function limitText(limit: Limit, unit: Unit): string {
  const print = limitFormat(limit, unit);
  const { seen, bounds, range, outcome } = limit;
  const [least, most] = range ?? [];
  const keeps = range !== undefined && seen >= (least ?? -Infinity) && seen <= (most ?? Infinity);
  const shown = outcome === "fail" && keeps && bounds !== null && bounds[0] < bounds[1] ? bounds : [seen];
  return shown.map(print).join(" to ");
}

/** The question that a row answers. */
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
  /** Whether it counts for the overall verdict and the exit code. */
  gates: z.boolean(),
  /** For display. */
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

/** Whether a gate became worse (1) or better (−1); 0 for all other rows. A waiver leaves it worse. */
export function changeOf({ kind, verdict }: Pick<Row, "kind" | "verdict">): 1 | 0 | -1 {
  if (kind !== "gate") return 0;
  if (verdict === "regressed" || verdict === "accepted") return 1;
  return verdict === "improved" ? -1 : 0;
}

/** Whether a row's workload was measured no more because it is worse. */
export const endedWorse = ({ evidence }: Row): boolean => evidence?.duel?.closed === "regressed";

/**
 * Smallest worsening that a row cannot have missed, a log ratio. A metric shown to be unchanged lies within its band,
 * however few pairs were needed to show it. Null where nothing was tested, and for an undecided metric whose workload was
 * measured no more because another metric is worse: how little it could have shown is not known.
 */
export function visible(row: Row): number | null {
  const { verdict, evidence } = row;
  if (evidence === null || (verdict === "inconclusive" && endedWorse(row))) return null;
  const { mde, band, floor, interval } = evidence;
  if (verdict !== "unchanged") return mde;
  // Within an absolute floor it may be unchanged and outside the band.
  return Math.min(mde, floor > 0 ? Math.max(band, interval[1]) : band);
}

/** The largest worsening of a value above 0 that is tolerated, a log ratio: the band, or the floor where that is more. */
export const tolerated = ({ band, floor }: Pick<Evidence, "band" | "floor">, value: number): number =>
  Math.max(band, Math.log1p(floor / value));

/** Smallest worsening that no gate can have missed; null where none was tested. Gates that ended as worse do not count. */
export function visibleIn(rows: readonly Row[]): number | null {
  const seen = rows.flatMap((row) => (row.kind === "gate" && !endedWorse(row) ? (visible(row) ?? []) : []));
  return seen.length > 0 ? Math.max(...seen) : null;
}

/** The summary figures of a workload, independent of its verdicts. */
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

/** The judgement of one run: every row, its evidence, and the consequences. */
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
    /** The commit that was measured paired with head, if any; its sha is null where it is not known. */
    base: z
      .strictObject({
        sha: text.nullable(),
        subject: text,
        ref: text,
        /** Where it is a release, whose tag `ref` is. */
        release: z.literal(true).optional(),
        /** Where it has no config, so that it was measured by head's. */
        adopted: z.literal(true).optional(),
      })
      .optional(),
    /** By workload: the sessions used, and the commits at which they were measured. */
    sessions: z.record(
      Name,
      z.array(z.strictObject({ run: text, commit: text.nullable(), at: z.iso.datetime() })),
    ),
    /** Where no stored session was comparable: the largest number of stored sessions of a workload. */
    unlike: count.optional(),
  }),
  overall: Verdict,
  exit: z.number().int(),
  conclusion: z.enum(["success", "neutral", "failure"]),
  /** The verdicts that fail the check under the policy of this judgement. */
  failOn: z.array(Verdict),
  /** Smallest worsening that no gate can have missed (`visibleIn`), a log ratio; null where none was tested. */
  mde: z.number().positive().nullable(),
  rows: z.array(Row).max(20_000),
  workloads: z.array(WorkloadSummary),
  /** The waivers that applied; absent where there is no waiver file. */
  waivers: WaiversUsed.optional(),
  warnings: z.array(Warning),
  /** What explains workloads that changed; absent where nothing was measured for it. It never enters a verdict. */
  causes: z.array(Causes).max(200).optional(),
  /** Requests that took far longer than the others of their trial; absent where there were none. */
  slow: z.array(SlowShown).min(1).max(50).optional(),
  /** Records of the config for which this run has measurements. */
  records: z.array(RecordShown).optional(),
  /** Results of the workloads measured at levels; absent where there are none. */
  levels: z.array(LevelsShown).optional(),
  spent: Spent,
  /** The command that repeats this measurement: its arguments, without the program. */
  replay: z.array(text),
  /** Address of the trend page, where the config names one. */
  site: text.optional(),
});
export type Comparison = z.infer<typeof Comparison>;
