import { z } from "zod";
import { Causes } from "./cause.ts";
import { Name } from "./config.ts";
import { Evidence, Limit, Sample } from "./evidence.ts";
import { ItemKeys } from "./itemkeys.ts";
import { LevelsShown } from "./levelrun.ts";
import { UnitName } from "./metric.ts";
import { RecordShown } from "./record.ts";
import { Fingerprint, Spent } from "./run.ts";
import { SlowShown } from "./slow.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";
import { WaiversUsed } from "./waiver.ts";

export { Evidence, Limit, limitFormat, limitText, Sample, tolerated } from "./evidence.ts";

const text = z.string().max(8_000);
const count = z.number().int().min(0);

/** A warning about a number: the problem and its remedy. */
export const Warning = z.strictObject({
  code: Name.meta({ description: "the kind of warning, such as noisy" }),
  message: text.meta({ description: "the problem in words" }),
  remedy: text.nullable().meta({ description: "the remedy in words; null where there is none" }),
  tally: z
    .strictObject({
      n: count.meta({ description: "the first number" }),
      of: count.meta({ description: "the second number" }),
      rest: text.meta({ description: "the text after both" }),
    })
    .optional()
    .meta({ description: 'the parts of a message such as "3 of 10 trials …"; absent for other messages' }),
});
export type Warning = z.infer<typeof Warning>;

/** The question that a row answers. */
export const RowKind = z.enum(["gate", "advisory", "errors", "checks", "budget", "expect", "workload"]);
export type RowKind = z.infer<typeof RowKind>;

/** One judged thing: a metric of a workload and variant, or the workload as such. */
export const Row = z.strictObject({
  kind: RowKind.meta({
    description:
      "gate: a metric that may fail the check; advisory: one that may not; errors: failed requests; checks: checks of the script; budget and expect: a limit of the config; workload: the workload as such",
  }),
  ...ItemKeys,
  metric: z.string().max(400).meta({
    description: "metric and statistic, such as http_req_duration.p50; empty where there is none",
  }),
  verdict: Verdict.meta({ description: "the verdict on this row" }),
  gates: z
    .boolean()
    .meta({ description: "whether the row counts for the overall verdict and the exit code" }),
  reason: text.meta({ description: "the reason of the verdict in words" }),
  unit: UnitName.meta({
    description:
      "unit of the figures: s (seconds), B (bytes), ratio (a share from 0 to 1), /s (per second), or 1 (a number)",
  }),
  better: z.enum(["lower", "higher"]).meta({ description: "which direction is better" }),
  head: Sample.nullable().meta({ description: "head's figures; null where there are none" }),
  base: Sample.nullable().meta({ description: "figures of base or the baseline; null where there are none" }),
  evidence: Evidence.nullable().meta({ description: "result of the test; null where nothing was tested" }),
  limit: Limit.nullable().meta({ description: "limit of the row; null where it has none" }),
  warnings: z.array(Warning).meta({ description: "warnings about this row" }),
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
  const { verdict, evidence, base } = row;
  if (evidence === null || (verdict === "inconclusive" && endedWorse(row))) return null;
  const { mde, band, floor, interval } = evidence;
  if (verdict !== "unchanged") return mde;
  // Within an absolute floor it may be unchanged and outside the band, where the floor is the larger one.
  const isByFloor = floor > 0 && Math.log1p(floor / (base?.center ?? 0)) > band;
  return Math.min(mde, isByFloor ? Math.max(band, interval[1]) : band);
}

/** Smallest worsening that no gate can have missed; null where none was tested. Gates that ended as worse do not count. */
export function visibleIn(rows: readonly Row[]): number | null {
  const seen = rows.flatMap((row) => (row.kind === "gate" && !endedWorse(row) ? (visible(row) ?? []) : []));
  return seen.length > 0 ? Math.max(...seen) : null;
}

/** The summary figures of a workload, independent of its verdicts. */
export const WorkloadSummary = z.strictObject({
  ...ItemKeys,
  trials: count.meta({ description: "planned trials or pairs" }),
  failed: count.meta({ description: "failed ones of these trials or pairs" }),
  requests: count.meta({ description: "head's requests in good trials or pairs" }),
  errors: count.meta({ description: "failed ones of these requests" }),
  statuses: z
    .record(z.string(), count)
    .meta({ description: "responses by status code; empty where only pairs were measured" }),
  timeouts: count.meta({
    description: "requests that timed out at the client; 0 where only pairs were measured",
  }),
  saturated: z.boolean().meta({ description: "whether head's own trials left almost no CPU of the host" }),
});
export type WorkloadSummary = z.infer<typeof WorkloadSummary>;

const Commit = z.strictObject({
  sha: text.meta({ description: "its full hash" }),
  subject: text.meta({ description: "first line of its message" }),
  dirty: z.boolean().meta({ description: "whether the checkout had uncommitted changes" }),
});

const Reference = z.strictObject({
  kind: z.enum(["baseline", "base", "none"]).meta({
    description: "baseline: stored sessions; base: a commit measured paired with head; none: nothing",
  }),
  base: z
    .strictObject({
      sha: text.nullable().meta({ description: "its full hash; null where it is not known" }),
      subject: text.meta({ description: "first line of its message" }),
      ref: text.meta({ description: "its name, such as origin/main" }),
      release: z
        .literal(true)
        .optional()
        .meta({ description: "set where it is a release, whose tag `ref` is" }),
      adopted: z
        .literal(true)
        .optional()
        .meta({ description: "set where it has no config, so that it was measured by head's" }),
    })
    .optional()
    .meta({ description: "the commit that was measured paired with head, if any" }),
  sessions: z
    .record(
      Name,
      z.array(
        z.strictObject({
          run: text.meta({ description: "the run that measured it" }),
          commit: text.nullable().meta({ description: "the measured commit; null where it is not known" }),
          at: z.iso.datetime().meta({ description: "when it was measured" }),
        }),
      ),
    )
    .meta({ description: "the stored sessions used, by workload" }),
  unlike: count.optional().meta({
    description:
      "where no stored session was comparable: the largest number of stored sessions of a workload",
  }),
});

/** The judgement of one run: every row, its evidence, and the consequences. */
export const Comparison = z.strictObject({
  schema: z.literal(tag("comparison")).meta({ description: "format and version of this file" }),
  steelyard: text.meta({ description: "version of Steelyard that judged" }),
  run: text.meta({ description: "the judged run, by its id" }),
  commit: Commit.nullable().meta({ description: "head; null where it is not known" }),
  at: z.iso.datetime().meta({ description: "when the run was judged" }),
  runnerClass: Name.meta({ description: "name that machines of the same kind share" }),
  fingerprint: Fingerprint.meta({ description: "the machine and the tools of the run" }),
  reference: Reference.meta({ description: "the figures that head is compared with" }),
  overall: Verdict.meta({
    description:
      "the worst verdict of all rows that count; inconclusive at best where gates were tested and none of them counts",
  }),
  exit: z.number().int().meta({
    description:
      "exit code: 0, or 1 (head is worse or broken), 3 (no verdict is possible), 4 (undecided, and the policy demands a decision)",
  }),
  conclusion: z.enum(["success", "neutral", "failure"]).meta({ description: "conclusion of the check" }),
  failOn: z
    .array(Verdict)
    .meta({ description: "the verdicts that fail the check under the policy of this judgement" }),
  mde: z.number().positive().nullable().meta({
    description: "smallest worsening that no gate can have missed, a log ratio; null where none was tested",
  }),
  rows: z.array(Row).max(20_000).meta({ description: "the judged metrics, limits and workloads" }),
  workloads: z.array(WorkloadSummary).meta({ description: "counts of each workload" }),
  waivers: WaiversUsed.optional().meta({
    description: "the waivers that applied; absent where there is no waiver file",
  }),
  warnings: z.array(Warning).meta({ description: "warnings about the whole run" }),
  causes: z.array(Causes).max(200).optional().meta({
    description:
      "explanations of changed workloads, which never enter a verdict; absent where nothing was measured for them",
  }),
  slow: z.array(SlowShown).min(1).max(50).optional().meta({
    description: "requests that took far longer than the others of their trial; absent where there were none",
  }),
  records: z
    .array(RecordShown)
    .optional()
    .meta({ description: "records of the config for which this run has measurements" }),
  levels: z
    .array(LevelsShown)
    .optional()
    .meta({ description: "results of the workloads measured at levels; absent where there are none" }),
  spent: Spent.meta({ description: "seconds that the run took" }),
  replay: z
    .array(text)
    .meta({ description: "the command that repeats this measurement: its arguments, without the program" }),
  site: text.optional().meta({ description: "address of the trend page, where the config names one" }),
});
export type Comparison = z.infer<typeof Comparison>;
