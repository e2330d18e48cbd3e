import { counted } from "../../base/text.ts";
import type { Evidence, Row } from "../../model/comparison.ts";
import { interval, pValues } from "../../stats/location.ts";
import { normalPpf } from "../../stats/normal.ts";
import type { PairFigures } from "../../stats/pair.ts";
import { tooNoisy } from "../decision.ts";
import { evidence, type Figures, judged, smallestVisible } from "../judge.ts";
import { size } from "../words.ts";
import {
  beyondAnyStarts,
  capped,
  type Decided,
  type DuelPlan,
  type TestFigures,
  type WorkloadState,
} from "./duel.ts";
import { pairsToFindAfter, spreadOf } from "./forecast.ts";
import { levelOf } from "./looks.ts";
import type { DuelCase, DuelMetric } from "./pairs.ts";
import { absolute, type PairedSample } from "./sample.ts";

/** A test of pairs with all contents of its row. */
export interface DuelEvidence {
  readonly evidence: Evidence;
  readonly verdict: Row["verdict"];
  readonly reason: string;
}

/** The level of a test's family at one look, and its number of tests. */
export interface FamilyLevel {
  readonly level: number;
  readonly tests: number;
}

/**
 * Smallest worsening that 8 of 10 such runs detect without help from other tests of the family. Each p is the smallest
 * of two, with CPU of three, times their number: one of them must reach a half or a third of the level. With few
 * starts it must exceed their error as well.
 *
 * @param asked number of p-values that the smallest is taken of
 */
export function duelMde(
  {
    mean,
    asked,
    startError,
    largestError,
  }: Pick<TestFigures, "mean" | "asked" | "startError" | "largestError">,
  band: number,
  { level, tests }: FamilyLevel,
): number {
  const family = Math.max(1, tests);
  const beyond = startError === 0 ? 0 : normalPpf(1 - level / family) * startError;
  const visible = smallestVisible(mean, Math.max(band, beyond), level / asked, family);
  if (largestError === null) return visible;
  const large = Math.max(normalPpf(1 - level / asked / family) * largestError, band);
  return Math.min(visible, large + normalPpf(0.8) * largestError);
}

/** The verdict of a decided test with its reason and evidence. */
export function duelEvidence(
  of: DuelCase,
  metric: DuelMetric,
  sample: PairedSample,
  decided: Decided,
  family: FamilyLevel,
  state: WorkloadState,
  plan: DuelPlan,
): DuelEvidence {
  const { figures, n } = decided;
  const shown = testEvidence(of, metric, sample, figures, n, family);
  const duel = { look: decided.look, looks: plan.looks.length, closed: state.closed, starts: decided.starts };
  const isFound = decided.rejections.worse || decided.rejections.better;
  const full: Evidence = {
    ...shown.evidence,
    ...(isFound && { interval: intervalOfFinding(figures) }),
    duel,
  };
  const { verdict, ...wording } = judged(shown.figures, full, metric.rule, decided.rejections);
  const reason = `${wording.reason}${verdict === "unchanged" ? "" : byStarts(figures)}`;
  const companion = (verdict === "regressed" || verdict === "improved") && decidedByCpu(figures);
  if (companion)
    return {
      evidence: full,
      verdict,
      reason: `${reason}; significant after the noise shared with CPU is removed`,
    };
  if (verdict !== "inconclusive" || sample.starved !== null) return { evidence: full, verdict, reason };
  if (state.closed === "regressed")
    return { evidence: full, verdict, reason: `not judged further ${stopped(n, state, plan)}` };
  const undecided = { ...full, duel: { ...duel, toFind: toFind(metric, sample, decided, plan) } };
  const noisy = tooNoisy(full.mde, metric.rule.band);
  const finding = noisy ? `too noisy to judge (can detect ≥ ${size(full.mde)})${byStarts(figures)}` : reason;
  return { evidence: undecided, verdict, reason: `${finding}; ${stopped(n, state, plan)}` };
}

/** The measurement that would find a worsening of 5 %, at the noise of this one. */
function toFind(metric: DuelMetric, sample: PairedSample, decided: Decided, plan: DuelPlan) {
  const spread = decided.figures.startsDiffer ? spreadOf(metric, sample) : undefined;
  return { pairs: pairsToFindAfter(decided, plan), startSd: spread ? Math.sqrt(spread.between / 2) : null };
}

/** States that starts were the sample, where they were. */
const byStarts = ({ startsDiffer, mean }: PairFigures) =>
  startsDiffer ? `; start-up variance is large, so ${mean.df + 1} starts were compared instead of pairs` : "";

/** Whether the p-value adjusted for CPU decided: the interval around the mean may then contain 0. */
function decidedByCpu(figures: TestFigures): boolean {
  const { mean, trimmed, shift, asked, pWorse, pBetter } = figures;
  const [side, p] = shift > 0 ? (["above", pWorse] as const) : (["below", pBetter] as const);
  const own = Math.min(1, asked * Math.min(pValues(mean)[side], pValues(trimmed)[side]));
  return p < Math.min(own, beyondAnyStarts(figures)[side]);
}

/** The evidence of a test of pairs, and its figures in the form that all modes share. */
export function testEvidence(
  of: DuelCase,
  { rule, prior }: DuelMetric,
  { scale, starved }: Pick<PairedSample, "scale" | "starved">,
  figures: TestFigures,
  n: number,
  family: FamilyLevel,
): { evidence: Evidence; figures: Figures } {
  const { mean, shift, pWorse, pBetter, bounds, priorUsed } = figures;
  const sign = rule.better === "lower" ? 1 : -1;
  const { df, variance } = capped(prior);
  const shape: Figures = {
    mode: of.mode,
    estimate: { estimate: shift, se: mean.se, df: mean.df },
    pWorse,
    pBetter,
    n,
    bounds,
    absolute: (r) => sign * absolute(scale, r),
    differences: scale.differences,
    prior: { used: priorUsed, df, sd: df > 0 ? Math.sqrt(variance) : 0 },
    starved,
  };
  const shown: Evidence = {
    ...evidence(shape, rule, family.level, family.tests),
    interval: usualInterval(figures),
    mde: duelMde(figures, rule.band, family),
  };
  return { evidence: shown, figures: shape };
}

/** The 95 % interval of a change: around the mean, whose standard error it uses. */
export const usualInterval = ({ mean }: Pick<PairFigures, "mean">) => interval(mean, 0.025);

const contains0 = ([low, high]: readonly [number, number]) => low < 0 && high > 0;

/**
 * The 95 % interval of a change that was found: that of the mean or, where outliers alone make that contain 0, of the trimmed mean,
 * which they cannot move. That one has half the error, as the better one of two.
 */
export function intervalOfFinding({
  mean,
  trimmed,
}: Pick<PairFigures, "mean" | "trimmed">): [number, number] {
  const [usual, robust] = [usualInterval({ mean }), interval(trimmed, 0.0125)];
  return contains0(usual) && !contains0(robust) ? robust : usual;
}

/** Level of the gate family at the look that decided, and its size. */
export const gateFamily = (plan: DuelPlan, { look, slots }: Decided): FamilyLevel => ({
  level: levelOf(plan, look, slots),
  tests: plan.workloads.flat().length,
});

/** The number of pairs measured, and why measuring stopped. */
function stopped(n: number, { closed }: WorkloadState, plan: DuelPlan): string {
  const most = plan.looks.at(-1)!;
  const why = {
    regressed: "another metric of the workload regressed",
    settled: "every testable metric was settled",
    futile: "no estimate came near its band",
    last: n < most ? "the time limit was reached, or pairs were lost" : null,
    failed: "the workload failed",
    invalid: "the workload cannot be judged",
    open: "more pairs may follow",
  }[closed ?? "open"];
  return `after ${counted(n, "pair")}${why === null ? "" : ` of at most ${most}: ${why}`}`;
}
