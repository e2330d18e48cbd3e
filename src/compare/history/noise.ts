import { own } from "../../base/own.ts";
import { NO_VARIANT } from "../../model/baseline.ts";
import {
  isSameWay,
  MOST_RECORDS,
  type NoiseFigures,
  type NoiseRecord,
  type PairMode,
} from "../../model/noise.ts";
import type { Fingerprint } from "../../model/run.ts";
import { fisherPpf, fisherTails } from "../../stats/fisher.ts";
import { NO_PRIOR, type VariancePrior } from "../../stats/location.ts";
import { fitVariancePrior } from "../../stats/prior.ts";
import { mean, variance } from "../../stats/samples.ts";
import { LEAST, LEAST_SD, MOST_PRIOR_DF } from "../criteria.ts";
import { decisiveDifferences } from "../reference.ts";
import { compared } from "../subject.ts";

/** Fewest calibrations that are learned from: fewer do not show how much noise itself varies. */
export const ENOUGH_RECORDS = 4;
/** Fewest degrees of freedom between starts to learn their spread: four calibrations of three starts. */
const ENOUGH_START_DF = 8;
/** Probability that the upper limit of a learned spread is too small. */
export const UNDERRATED = 0.2;

/** One pair of base and base in the noise model. */
export interface NoisePair {
  /** The process start it was measured in. */
  readonly start: number;
  /** Log ratio of the two sides, or its stand-in where a value is not above 0. */
  readonly ratio: number;
}

/** The pairs of a calibration, in one mode with one length of block. */
export interface Calibration extends Omit<NoiseRecord, "variants"> {
  /** By variant (`-` for none), then by selector. */
  readonly pairs: Readonly<Record<string, Readonly<Record<string, readonly NoisePair[]>>>>;
}

/** The noise record of a calibration; null where no metric has three pairs. */
export function calibrated({ pairs, ...of }: Calibration): NoiseRecord | null {
  const variants = Object.entries(pairs).flatMap(([variant, metrics]) => {
    const figures = Object.entries(metrics).flatMap(([metric, all]) =>
      all.length >= LEAST ? [[metric, noiseFigures(all)] as const] : [],
    );
    return figures.length > 0 ? [[variant, Object.fromEntries(figures)] as const] : [];
  });
  return variants.length > 0 ? { ...of, variants: Object.fromEntries(variants) } : null;
}

/** The noise of one metric in pairs of base and base; at least two pairs. */
export function noiseFigures(pairs: readonly NoisePair[]): NoiseFigures {
  const starts = [...new Set(pairs.map(({ start }) => start))].sort((a, b) => a - b);
  const ratios = (of: readonly NoisePair[]) => of.map(({ ratio }) => ratio);
  return {
    variance: variance(ratios(pairs)),
    starts: starts.map((start) => {
      const logs = ratios(pairs.filter((pair) => pair.start === start));
      return { pairs: logs.length, mean: mean(logs) };
    }),
  };
}

/**
 * The records with one more. It replaces a record of the same run, mode and block. Beyond twelve of one mode and block,
 * the oldest are dropped.
 */
export function withRecord(records: readonly NoiseRecord[], record: NoiseRecord): NoiseRecord[] {
  const mine = records.filter((one) => isSameWay(one, record) && one.run !== record.run);
  const others = records.filter((one) => !isSameWay(one, record));
  return [...others, ...[...mine, record].sort(byAge).slice(-MOST_RECORDS)].sort(byAge);
}

const byAge = (a: NoiseRecord, b: NoiseRecord) =>
  compared(a.at, b.at) || compared(a.run, b.run) || compared(a.mode, b.mode) || a.block - b.block;

/** Seconds of a block in the newest calibration by this script in this mode and pace; undefined where there is none. */
export const calibratedBlock = (
  records: readonly NoiseRecord[],
  of: Pick<NoiseKey, "mode" | "pace" | "digest">,
): number | undefined =>
  [...records]
    .sort(byAge)
    .findLast((one) => one.digest === of.digest && one.mode === of.mode && one.pace === of.pace)?.block;

/** Selects the noise of one metric. Workload and runner class are those of the file with the records. */
export interface NoiseKey {
  readonly mode: PairMode;
  readonly block: number;
  readonly pace?: NoiseRecord["pace"];
  readonly digest: string;
  readonly fingerprint: Fingerprint;
  readonly variant: string | null;
  /** A selector. */
  readonly metric: string;
}

/** The figures of a key, one per run, of the latest twelve runs; the order of the records has no effect. */
function latest(records: readonly NoiseRecord[], key: NoiseKey): NoiseFigures[] {
  const byRun = new Map<string, { at: string; run: string; figures: NoiseFigures; text: string }>();
  for (const record of records) {
    const { digest, at, run } = record;
    if (!isSameWay(record, key) || digest !== key.digest) continue;
    if (decisiveDifferences(record.fingerprint, key.fingerprint).length > 0) continue;
    const figures = own(own(record.variants, key.variant ?? NO_VARIANT) ?? {}, key.metric);
    if (!figures) continue;
    const found = { at, run, figures, text: JSON.stringify(figures) };
    const before = byRun.get(run);
    // No file should have two records of one run; if one does, the same record always counts.
    if (!before || compared(before.at, at) < 0 || (before.at === at && before.text < found.text)) {
      byRun.set(run, found);
    }
  }
  return [...byRun.values()]
    .sort((a, b) => compared(a.at, b.at) || compared(a.run, b.run))
    .slice(-MOST_RECORDS)
    .map(({ figures }) => figures);
}

const pairCount = ({ starts }: NoiseFigures) => starts.reduce((sum, { pairs }) => sum + pairs, 0);

/**
 * The prior for the variance of one pair, from calibrations: limma's fitFDist of the latest twelve, worth at most 8
 * degrees of freedom. NO_PRIOR with fewer than four.
 */
export function learned(records: readonly NoiseRecord[], key: NoiseKey): VariancePrior {
  const all = latest(records, key);
  if (all.length < ENOUGH_RECORDS) return NO_PRIOR;
  return fitVariancePrior(
    all.map((figures) => Math.max(figures.variance, LEAST_SD ** 2)),
    all.map((figures) => pairCount(figures) - 1),
    MOST_PRIOR_DF,
  );
}

/**
 * The standard deviation between starts of one process, a log ratio. Null until it is learned from four calibrations with
 * eight degrees of freedom between their starts.
 *
 * Analysis of variance: the means of starts vary by σ²/n + 2 s² (both sides are started anew), the pairs within a start by
 * σ². Returns the upper 80 % limit, so that one unusual start does not pass for a change: with few starts, the estimate
 * itself is as often too small, or 0, as not.
 */
export function startSd(records: readonly NoiseRecord[], key: NoiseKey): number | null {
  const all = latest(records, key);
  if (all.length < ENOUGH_RECORDS) return null;
  const parts = noiseParts(all);
  if (parts === null || parts.betweenDf < ENOUGH_START_DF) return null;
  return Math.sqrt(Math.max(parts.startsAtMost, LEAST_SD ** 2));
}

/** The components of variance of pairs in several calibrations: within a start, and between starts. */
export interface NoiseParts {
  /** Of one pair within its start. */
  readonly within: number;
  /** Of one process start: the estimate (0 where the pairs explain the means' scatter) and its upper limit. */
  readonly start: number;
  readonly startsAtMost: number;
  readonly withinDf: number;
  readonly betweenDf: number;
  /** P(F ≥ observed) if starts did not differ. */
  readonly p: number;
}

/** The components of the noise; null without two starts of two pairs. */
export function noiseParts(all: readonly NoiseFigures[]): NoiseParts | null {
  const sum = { between: 0, betweenDf: 0, within: 0, withinDf: 0, pairs: 0 };
  for (const figures of all) {
    const n = pairCount(figures);
    const centre = figures.starts.reduce((total, start) => total + start.pairs * start.mean, 0) / n;
    const between = figures.starts.reduce(
      (total, { pairs, mean }) => total + pairs * (mean - centre) ** 2,
      0,
    );
    sum.between += between;
    sum.betweenDf += figures.starts.length - 1;
    sum.within += Math.max(0, (n - 1) * figures.variance - between); // rounding may go slightly below 0
    sum.withinDf += n - figures.starts.length;
    sum.pairs += n - figures.starts.reduce((total, { pairs }) => total + pairs * pairs, 0) / n;
  }
  const { betweenDf, withinDf } = sum;
  if (betweenDf < 1 || withinDf < 1) return null;
  const within = sum.within / withinDf;
  const between = sum.between / betweenDf;
  const pairsOfStart = sum.pairs / betweenDf;
  const ofStart = (means: number) => Math.max(0, (means - within) / pairsOfStart / 2);
  return {
    within,
    withinDf,
    betweenDf,
    start: ofStart(between),
    startsAtMost: ofStart(between / fisherPpf(UNDERRATED, betweenDf, withinDf)),
    p: fisherTails(between / Math.max(within, LEAST_SD ** 2), betweenDf, withinDf).upper,
  };
}
