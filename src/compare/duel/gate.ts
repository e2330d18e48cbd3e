import { own } from "../../base/own.ts";
import { counted } from "../../base/text.ts";
import type { Row, Warning } from "../../model/comparison.ts";
import { median } from "../../stats/samples.ts";
import { absence } from "../absence.ts";
import { ENOUGH } from "../criteria.ts";
import { counterRow, sdOf } from "../exact.ts";
import { type About, row, sample } from "../row.ts";
import { size, warning } from "../words.ts";
import { type DuelPlan, enoughStarts, type TestState, type WorkloadState } from "./duel.ts";
import { duelEvidence, gateFamily } from "./evidence.ts";
import { duelStanding, fewSamples, pairedSampleOf } from "./metrics.ts";
import { type DuelCase, type DuelMetric, type GoodPair, goodPairs, isOfStart, pairsFor } from "./pairs.ts";
import { centres, type PairedSample, pairedSample } from "./sample.ts";
import type { Exclusion } from "./validity.ts";

/** A workload at the end of its duel. */
export interface Ended {
  readonly of: DuelCase;
  readonly state: WorkloadState;
  /** Its good pairs, in order. */
  readonly pairs: readonly GoodPair[];
  /** Why it is not judged; undefined where it is. */
  readonly exclusion: Exclusion | undefined;
}

export const aboutMetric = (
  kind: "gate" | "advisory",
  of: DuelCase,
  { metric, rule }: DuelMetric,
): About & Pick<DuelMetric, "rule"> => ({ kind, metric, subject: of, rule });

/** The values of both sides in pairs where both have one; and all values of each side. */
export function sides(all: readonly GoodPair[], metric: string) {
  const pairs = pairsFor(metric, all);
  const has = (values: Readonly<Record<string, number>>) => Number.isFinite(own(values, metric));
  const of = (side: "base" | "head", among: readonly GoodPair[]) =>
    among.flatMap((pair) => (has(pair[side].values) ? own(pair[side].values, metric)! : []));
  const both = pairs.filter(({ base, head }) => has(base.values) && has(head.values));
  return {
    bases: of("base", both),
    heads: of("head", both),
    allBases: of("base", pairs),
    allHeads: of("head", pairs),
  };
}

/**
 * The samples of both sides, with centres placed by the estimate: head's over base's is the printed change. The ratio of
 * the sides' own medians differs from it.
 */
export function samplesAt(
  pairs: readonly GoodPair[],
  metric: DuelMetric,
  scale: PairedSample["scale"],
  estimate: number,
) {
  const { bases, heads } = sides(pairs, metric.metric);
  const change = metric.rule.better === "lower" ? estimate : -estimate;
  const between = median(bases.map((base, i) => (base + heads[i]!) / 2));
  const { base, head } = centres(scale, change, between);
  return { base: sampleAt(bases, base), head: sampleAt(heads, head) };
}

function sampleAt(values: readonly number[], center: number): Row["head"] {
  const around = sample(values);
  return around && { ...around, center };
}

/** The warnings about a pair of samples. */
export function notes(metric: string, scale: PairedSample["scale"], dropped: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (scale.differences) {
    warnings.push(
      warning(
        "differences",
        `\`${metric}\` has values of 0 or below, so differences were compared instead of ratios.`,
      ),
    );
  }
  if (dropped) {
    warnings.push(
      warning(
        "prior-dropped",
        `\`${metric}\` is noisier in this run than in history, so its test ignores history.`,
      ),
    );
  }
  return warnings;
}

/**
 * The row of a gate metric; undefined for a metric that is `advisory` in this mode, which has no row yet.
 *
 * @param test the result of the looks; undefined for a metric without a test
 */
export function duelGateRow(
  ended: Ended,
  metric: DuelMetric,
  test: TestState | undefined,
  plan: DuelPlan,
): Row | undefined {
  const { of, pairs, exclusion } = ended;
  const about = aboutMetric("gate", of, metric);
  const { bases, heads, allBases, allHeads } = sides(pairs, metric.metric);
  const verdictRow = (verdict: Row["verdict"], reason: string, gates = true, warnings: Warning[] = []) =>
    row(about, { verdict, reason, gates, head: sample(allHeads), base: sample(allBases) }, warnings);
  if (exclusion) {
    const why = exclusion.kind === "failed" ? "failed" : "is invalid";
    return verdictRow("inconclusive", `not judged, because the workload ${why}`, false);
  }
  const absent = pairAbsence(metric.metric, allBases.length, allHeads.length);
  if (absent) return verdictRow(absent.verdict, absent.reason, absent.gates, absent.warnings);
  const standing = duelStanding(metric.metric, metric.rule, of);
  if (standing.kind === "blocked")
    return verdictRow("inconclusive", standing.why.message, false, [standing.why]);
  if (standing.kind === "advisory") return undefined;
  const few = fewSamples(metric.metric, pairs);
  if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`, false, [few]);
  if (bases.length < ENOUGH) return verdictRow("inconclusive", tooFewFor(metric, bases.length));
  if (standing.kind === "exact") {
    const sd = Math.max(metric.storedSd ?? 0, sdOf(bases));
    const base = { center: median(bases), sd, n: bases.length, of: "pair", sample: sample(bases) } as const;
    return counterRow(about, { values: heads, sample: sample(heads) }, base, []);
  }
  if (test?.decided) return decidedRow(ended, metric, test.decided, plan);
  return verdictRow("inconclusive", untested(metric, pairedSample(pairs, metric.metric, metric.rule)));
}

/** The verdict for a metric that one side of all pairs lacks, or both. @param bases, heads how many have it */
export const pairAbsence = (metric: string, bases: number, heads: number) =>
  absence({
    metric,
    inBase: bases > 0 ? `the base (${counted(bases, "pair")})` : null,
    inHead: heads > 0,
    unit: "pair",
  });

export const tooFewFor = ({ metric }: DuelMetric, n: number) =>
  `no verdict from ${counted(n, isOfStart(metric) ? "start" : "pair")}: at least ${ENOUGH} are needed`;

const untested = ({ rule }: DuelMetric, seen: PairedSample | null) =>
  seen && !enoughStarts(rule.band, seen.starts)
    ? `one start cannot separate a change as small as ${size(rule.band)} from start-up variance: at least 2 starts with a fair share of the pairs are needed`
    : "no look included it";

function decidedRow(
  { of, state }: Ended,
  metric: DuelMetric,
  decided: NonNullable<TestState["decided"]>,
  plan: DuelPlan,
): Row {
  const pairs = goodPairs(of.pairs, decided.slots);
  const seen = pairedSampleOf(of, metric, pairs) ?? pairedSample(pairs, metric.metric, metric.rule)!;
  const { scale } = seen;
  const family = gateFamily(plan, decided);
  const { evidence, verdict, reason } = duelEvidence(of, metric, seen, decided, family, state, plan);
  const samples = samplesAt(pairs, metric, scale, decided.figures.shift);
  const dropped = metric.prior.df > 0 && !decided.figures.priorUsed;
  const about = aboutMetric("gate", of, metric);
  return row(about, { verdict, reason, evidence, ...samples }, notes(metric.metric, scale, dropped));
}
