import { z } from "zod";
import { formatApart, type Unit } from "./figure.ts";
import { PairMode } from "./noise.ts";

const text = z.string().max(8_000);
const count = z.number().int().min(0);
const probability = z.number().min(0).max(1);

/** One side's numbers. */
export const Sample = z.strictObject({
  values: z.array(z.number()).min(1).max(2_000).meta({
    description: "figures in the row's unit: one for each trial, stored session or pair",
  }),
  center: z.number().meta({
    description:
      "the figure that the estimate compares, in the row's unit. For trials: their median. For stored sessions: the geometric mean of their medians (the mean where some are not above zero). For pairs: two figures around the common middle whose ratio is the estimate. Head over base is therefore the printed change.",
  }),
});
export type Sample = z.infer<typeof Sample>;

/** The test's evidence. */
export const Evidence = z.strictObject({
  mode: z.enum(["baseline", ...PairMode.options]).meta({
    description:
      "baseline: compared with stored sessions; otherwise with base, in pairs by request, slice of one load, or trial; turns: never up at the same time; duet: simultaneously on one core",
  }),
  n: count.meta({ description: "number of stored sessions or pairs that head is compared with" }),
  estimate: z.number().meta({
    description:
      "the estimated change, a log ratio: 0.049 is 5 %. Positive is worse. Where a figure is not above zero: a difference as a share of the metric's size.",
  }),
  interval: z
    .tuple([z.number(), z.number()])
    .meta({ description: "95 % interval of the estimate, log ratios, not adjusted for the number of tests" }),
  se: z.number().positive().meta({ description: "standard error of the estimate, a log ratio" }),
  df: z.number().positive().meta({ description: "degrees of freedom of the standard error" }),
  pWorse: probability.meta({ description: 'one-sided p-value of "head is not worse", from 0 to 1' }),
  pBetter: probability.meta({ description: 'one-sided p-value of "head is not better", from 0 to 1' }),
  level: probability.meta({
    description: "error level of the whole family of tests, from 0 to 1",
  }),
  family: count.meta({ description: "number of tests in the family" }),
  band: z.number().positive().meta({ description: "smallest change that matters, a log ratio" }),
  floor: z
    .number()
    .min(0)
    .meta({ description: "smallest absolute change that matters, in the row's unit; 0 for none" }),
  mde: z
    .number()
    .positive()
    .meta({ description: "smallest worsening that 8 of 10 such runs detect, a log ratio" }),
  prior: z
    .strictObject({
      used: z.boolean().meta({ description: "whether it entered the standard error" }),
      df: z.number().min(0).meta({ description: "its degrees of freedom; 0 for none" }),
      sd: z.number().min(0).meta({ description: "its standard deviation, a log ratio" }),
    })
    .meta({ description: "the noise that was known before this run" }),
  duel: z
    .strictObject({
      look: count.meta({ description: "the look that decided the test" }),
      looks: count.meta({ description: "number of planned looks" }),
      closed: z.enum(["regressed", "settled", "futile", "last", "failed", "invalid"]).nullable().meta({
        description:
          "why no more pairs were measured. regressed: a metric is worse; settled: every test is decided; futile: no estimate came near its band, and more pairs would hardly have decided; last: the last look; failed and invalid: the workload. Null where more may follow.",
      }),
      starts: z
        .number()
        .min(1)
        .meta({ description: "effective number of starts in which the pairs were measured" }),
      toFind: z
        .strictObject({
          pairs: count.meta({ description: "about how many pairs find a worsening of 5 %" }),
          startSd: z.number().min(0).nullable().meta({
            description:
              "standard deviation between starts of one build, a log ratio, where starts were the sample; null where pairs were",
          }),
        })
        .optional()
        .meta({ description: "the effort that an undecided test needs; absent for others" }),
    })
    .optional()
    .meta({ description: "course of a gate test of pairs; absent for other tests" }),
});
export type Evidence = z.infer<typeof Evidence>;

/** The largest worsening of a value above 0 that is tolerated, a log ratio: the band, or the floor where that is more. */
export const tolerated = ({ band, floor }: Pick<Evidence, "band" | "floor">, value: number): number =>
  Math.max(band, Math.log1p(floor / value));

/** An absolute limit or an expected profile, and the measured figure. */
export const Limit = z.strictObject({
  wanted: text.meta({ description: 'the limit for display: "< 250 ms", "25 % to 55 %"' }),
  range: z.tuple([z.number().nullable(), z.number().nullable()]).optional().meta({
    description: "lowest and highest allowed figure in the row's unit; null where that side has no limit",
  }),
  because: text
    .nullable()
    .meta({ description: "the reason that the config gives; null where it gives none" }),
  seen: z.number().meta({ description: "estimate on head, in the row's unit" }),
  bounds: z.tuple([z.number(), z.number()]).nullable().meta({
    description: "one-sided 95 % bounds of the estimate, in the row's unit; null where one trial gives none",
  }),
  outcome: z.enum(["pass", "risk", "fail"]).meta({
    description: "pass: kept; risk: the limit lies within the noise; fail: broken beyond the noise",
  }),
  crossed: z
    .strictObject({
      trials: count.meta({ description: "trials that crossed the limit" }),
      of: count.meta({ description: "all trials" }),
    })
    .optional()
    .meta({ description: "for a limit that each trial crossed or kept, without a figure of its own" }),
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
