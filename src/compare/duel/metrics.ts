import { own } from "../../base/own.ts";
import { number } from "../../base/text.ts";
import type { Warning } from "../../model/comparison.ts";
import type { DuelRecord } from "../../model/duel.ts";
import { family, familyOf, selector } from "../../model/metric.ts";
import { isWhole } from "../../model/noise.ts";
import { isExecuted, isWork } from "../../model/work.ts";
import { median } from "../../stats/samples.ts";
import { type Rule, samplesNeeded, standing } from "../rule.ts";
import { warning } from "../words.ts";
import type { DuelPlan, DuelTest, Observe } from "./duel.ts";
import { hardError } from "./errors.ts";
import { DUEL_LEVEL } from "./looks.ts";
import { type DuelCase, type DuelMetric, type GoodPair, goodPairs, isOfStart } from "./pairs.ts";
import { type PairedSample, pairedSample } from "./sample.ts";
import { duelExclusion } from "./validity.ts";

/** How a gate metric is judged by pairs. `blocked`: it carries no information in this mode, with the reason. */
export type DuelStanding =
  | { readonly kind: "test" | "exact" | "advisory" }
  | { readonly kind: "blocked"; readonly why: Warning };

/** Requests per block that a mean needs: one slow answer moves the mean of fewer. */
const MEAN_REQUESTS = 200;

export function duelStanding(metric: string, rule: DuelMetric["rule"], of: DuelCase): DuelStanding {
  const { metric: name, stat } = selector(metric) ?? { metric, stat: "value" };
  const cpu = family(name) === "cpu_per_request";
  if (of.mode === "duet" && !cpu) {
    const message = `\`${metric}\` is not judged in \`duet\` mode: both sides share a core, which hides part of a latency change.`;
    return {
      kind: "blocked",
      why: warning("duet", message, "Use `mode: request`, or gate on cpu_per_request."),
    };
  }
  const fixed = fixedRate(of);
  if (fixed !== null && stat === "rate" && ["http_reqs", "iterations"].includes(family(name))) {
    const message = `\`${metric}\` carries no information: ${fixed}.`;
    return { kind: "blocked", why: warning("open-rate", message, "Gate on p50 and cpu_per_request.") };
  }
  if (isOfStart(metric) || (isWork(name) && !isExecuted(name))) return { kind: "test" };
  if (standing(metric, undefined, rule.unit) === "exact") return { kind: "exact" };
  const unsteady = stat === "min" || stat === "max" || (stat === "mean" && of.mode !== "request");
  return { kind: unsteady ? "advisory" : "test" };
}

/** Why both sides have the same rate whatever they need; null where they do not. */
function fixedRate({ model, mode }: DuelCase): string | null {
  if (model === "open") return "an open model fixes its rate";
  return model === "mixed" && !isWhole(mode)
    ? `with an open part, \`${mode}\` mode gives both sides the same number of iterations`
    : null;
}

/** The warning that a block has too few observations for this statistic; undefined where they suffice. */
export function fewSamples(metric: string, pairs: readonly GoodPair[]): Warning | undefined {
  const needed = selector(metric)?.stat === "mean" ? MEAN_REQUESTS : samplesNeeded(metric);
  if (needed === 0 || pairs.length === 0) return undefined;
  const seen = median(
    pairs.map(({ base, head }) =>
      Math.min(...[base, head].map((side) => own(side.samples, metric) ?? side.requests.requests)),
    ),
  );
  if (seen >= needed) return undefined;
  return warning(
    "insufficient-samples",
    `${metric} needs ${number(needed)} requests per block on each side; this run had ${number(Math.floor(seen))}.`,
    "Measure longer blocks or raise the load.",
  );
}

/** The metrics of a case that its gate tests, each once, in order: the workload's part of the family. */
export const gateTests = (of: DuelCase): DuelMetric[] =>
  of.gate.filter(
    ({ metric, rule }, i) =>
      of.gate.findIndex((other) => other.metric === metric) === i &&
      duelStanding(metric, rule, of).kind === "test",
  );

export const duelTest = ({ metric, rule, prior, startSd }: DuelMetric): DuelTest => ({
  band: rule.band,
  floor: rule.floor,
  prior,
  startSd: isOfStart(metric) ? null : startSd, // its values are starts, and differ by that already
});

/**
 * The plan of a duel as it is before the first look; the cases and their gates never change afterwards. Each of several
 * machines has an equal share of the level: they do not know of each other's tests.
 */
export const plannedDuel = (
  cases: readonly DuelCase[],
  { looks, shards = 1 }: Pick<DuelRecord, "looks" | "shards">,
): DuelPlan => ({
  looks,
  level: DUEL_LEVEL / shards,
  workloads: cases.map((of) => gateTests(of).map(duelTest)),
});

/**
 * The observations of cases for `look`: the same cases in the same order as in the plan, with the pairs measured so far.
 * Reports a workload that failed, or that no further pair can make valid.
 */
export const observing =
  (cases: readonly DuelCase[]): Observe =>
  (workload, slots) => {
    const of = cases[workload]!;
    const exclusion = duelExclusion(of, slots) ?? hardError(of, slots);
    if (exclusion) return exclusion.kind;
    const pairs = goodPairs(of.pairs, slots);
    return gateTests(of).map((metric) => pairedSampleOf(of, metric, pairs));
  };

/** CPU per request, all services together. */
export const CPU = "cpu_per_request";

export const isOfCpu = (metric: string): boolean => familyOf(metric) === CPU;

/** Whether disturbances of CPU per request also disturb this metric: true for durations and rates, not for CPU itself. */
export const accompaniedByCpu = ({
  metric,
  rule,
}: {
  readonly metric: string;
  readonly rule: Pick<Rule, "unit">;
}): boolean => (rule.unit === "s" || rule.unit === "/s") && !isOfCpu(metric);

/**
 * The paired sample of a metric; null without values, or with too few observations per block. CPU
 * accompanies it where the workload also judges or shows CPU, so that a change of CPU appears in a row of its own.
 */
export const pairedSampleOf = (
  of: DuelCase,
  metric: DuelMetric,
  pairs: readonly GoodPair[],
): PairedSample | null => {
  if (fewSamples(metric.metric, pairs)) return null;
  const shown = [...of.gate, ...of.advisory].some((other) => other.metric === CPU);
  return pairedSample(pairs, metric.metric, metric.rule, shown && accompaniedByCpu(metric) ? CPU : null);
};
