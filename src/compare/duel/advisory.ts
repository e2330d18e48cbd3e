import { own } from "../../base/own.ts";
import type { Row } from "../../model/comparison.ts";
import { selector, family as withoutTags } from "../../model/metric.ts";
import { isExecuted, isWork } from "../../model/work.ts";
import { ENOUGH } from "../criteria.ts";
import { type Rejections, tooNoisy } from "../decision.ts";
import { counterRow } from "../exact.ts";
import { judged, rejections } from "../judge.ts";
import { row, sample } from "../row.ts";
import { size, warning } from "../words.ts";
import { type DuelPlan, enoughStarts, type TestFigures, testFigures } from "./duel.ts";
import { testEvidence } from "./evidence.ts";
import { aboutMetric, type Ended, notes, pairAbsence, samplesAt, sides, tooFewFor } from "./gate.ts";
import { duelStanding, duelTest, fewSamples } from "./metrics.ts";
import type { DuelMetric } from "./pairs.ts";
import { type PairedSample, pairedSample } from "./sample.ts";

/** Level of the advisory family. Like the gate's, it is split over the looks, since a look ended the measurement. */
const LEVEL = 0.05;
/** Level of each family of metrics that nobody asked for: there are many, and few people expect one of them. */
const QUIET_LEVEL = 0.01;

interface Draft {
  readonly ended: Ended;
  readonly metric: DuelMetric;
  readonly seen: PairedSample;
  readonly figures: TestFigures;
}

/**
 * Rows that warn and never fail. The same test runs once, at each workload's last look, in a family of its own. A gate
 * metric that cannot gate in this mode is included, as a row of the gate. Metrics that nobody asked for have a row only where they
 * changed. Medians by name are one family of them, and counts of work another: many counts would hide a slower endpoint.
 */
export function advisoryRows(all: readonly Ended[], plan: DuelPlan): Row[] {
  const of = (is: (metric: DuelMetric) => boolean) =>
    all.flatMap((ended) =>
      ended.exclusion
        ? []
        : metricsOf(ended)
            .filter(is)
            .map((metric) => draft(ended, metric)),
    );
  const changed = ({ verdict }: Row) => verdict === "regressed" || verdict === "improved";
  const quiet = (isOfWork: boolean) => {
    const rows = of((metric) => (metric.quiet ?? false) && isWork(metric.metric) === isOfWork);
    return familyRows(rows, QUIET_LEVEL / plan.looks.length).filter(changed);
  };
  return [
    ...familyRows(
      of((metric) => !metric.quiet),
      LEVEL / plan.looks.length,
    ),
    ...quiet(false),
    ...quiet(true),
  ];
}

/** The rows of a family, in order. */
function familyRows(items: readonly (Row | Draft)[], level: number): Row[] {
  const drafts = items.filter((item) => "figures" in item);
  const found = rejections(
    drafts.map(({ figures }) => figures),
    level,
  );
  const rows = new Map(
    drafts.map((one, i) => {
      return [one, finished(one, found[i]!, { level, tests: drafts.length })] as const;
    }),
  );
  return items.map((item) => ("figures" in item ? rows.get(item)! : item));
}

const inGate = ({ of }: Ended, metric: string) => of.gate.some((gate) => gate.metric === metric);

/** Metrics outside the gate, and gate metrics that cannot gate; without the rate that an open model sets itself. */
function metricsOf(ended: Ended): DuelMetric[] {
  const { of } = ended;
  const kind = ({ metric, rule }: DuelMetric) => duelStanding(metric, rule, of).kind;
  const mine = of.gate.filter(
    (metric, i) => kind(metric) === "advisory" && of.gate.findIndex((g) => g.metric === metric.metric) === i,
  );
  const others = of.advisory.filter((metric, i) => {
    const first = of.advisory.findIndex((other) => other.metric === metric.metric) === i;
    const name = withoutTags(selector(metric.metric)?.metric ?? "");
    const reported = name === "http_req_failed" || name === "checks"; // have rows of their own
    return first && !reported && !inGate(ended, metric.metric) && kind(metric) !== "blocked";
  });
  return [...mine, ...others.sort((a, b) => (a.metric < b.metric ? -1 : 1))];
}

/** Whether a count is the same in every pair: then any difference between the sides is one of the programs. */
const isConstant = (values: readonly number[]) => values.every((value) => value === values[0]);

function draft(ended: Ended, metric: DuelMetric): Row | Draft {
  const { pairs } = ended;
  const { bases, heads, allBases, allHeads } = sides(pairs, metric.metric);
  const verdictRow = (verdict: Row["verdict"], reason: string) =>
    row(
      about(ended, metric),
      {
        verdict,
        reason: `${reason} (advisory)`,
        gates: false,
        head: sample(allHeads),
        base: sample(allBases),
      },
      only(ended, metric),
    );
  const absent = pairAbsence(metric.metric, allBases.length, allHeads.length);
  if (absent) return verdictRow(absent.verdict, absent.reason);
  const few = fewSamples(metric.metric, pairs);
  if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`);
  if (bases.length < ENOUGH) return verdictRow("inconclusive", tooFewFor(metric, bases.length));
  if (isWork(metric.metric) && [bases, heads].every(isConstant) && bases[0] !== heads[0]) {
    const base = { center: bases[0]!, sd: 0, n: bases.length, of: "pair", sample: sample(allBases) } as const;
    const counted = counterRow(
      aboutCount(ended, metric),
      { values: heads, sample: sample(allHeads) },
      base,
      [],
    );
    return { ...counted, reason: `${counted.reason} (advisory)`, gates: false };
  }
  const finite = pairs.filter(({ base, head }) =>
    [base, head].every(({ values }) => Number.isFinite(own(values, metric.metric))),
  );
  const seen = pairedSample(finite, metric.metric, metric.rule)!;
  if (!enoughStarts(metric.rule.band, seen.starts)) {
    return verdictRow(
      "inconclusive",
      `one start cannot separate a change as small as ${size(metric.rule.band)} from start-up variance`,
    );
  }
  return { ended: { ...ended, pairs: finite }, metric, seen, figures: testFigures(duelTest(metric), seen) };
}

function finished(
  { ended, metric, seen, figures }: Draft,
  rejections: Rejections,
  family: { level: number; tests: number },
): Row {
  const shown = testEvidence(ended.of, metric, seen, figures, seen.ratios.length, family);
  const samples = samplesAt(ended.pairs, metric, seen.scale, figures.shift);
  const dropped = metric.prior.df > 0 && !figures.priorUsed;
  const verdictRow = (verdict: Row["verdict"], reason: string) =>
    row(
      about(ended, metric),
      { verdict, reason: `${reason} (advisory)`, gates: false, evidence: shown.evidence, ...samples },
      [...notes(metric.metric, seen.scale, dropped), ...only(ended, metric)],
    );
  const { mde } = shown.evidence;
  const found = rejections.worse || rejections.better;
  if (!found && tooNoisy(mde, metric.rule.band))
    return verdictRow("inconclusive", `too noisy to judge (can detect ≥ ${size(mde)})`);
  const { verdict, reason } = judged(shown.figures, shown.evidence, metric.rule, rejections);
  return verdictRow(verdict, reason);
}

const about = (ended: Ended, metric: DuelMetric) =>
  aboutMetric(inGate(ended, metric.metric) ? "gate" : "advisory", ended.of, metric);

/** Of a count that nobody set a band for, and that depends on the program alone, every change matters. */
function aboutCount(ended: Ended, metric: DuelMetric) {
  const all = about(ended, metric);
  return metric.quiet && isExecuted(metric.metric) ? { ...all, rule: { ...all.rule, band: 0 } } : all;
}

/** The warning that a gate metric cannot fail the check. */
const only = (ended: Ended, { metric }: DuelMetric) =>
  inGate(ended, metric)
    ? [
        warning(
          "advisory-gate",
          `\`${metric}\` is in the gate, but only warns: extremes, and means of whole trials, vary too much to gate.`,
          "Gate on p50 and cpu_per_request; a mean needs `mode: request`.",
        ),
      ]
    : [];
