import { own } from "../../base/own.ts";
import type { Warning } from "../../model/comparison.ts";
import { family, selector } from "../../model/metric.ts";
import { median } from "../../stats/samples.ts";
import { samplesNeeded, standing } from "../rule.ts";
import { number, warning } from "../words.ts";
import { DUEL_LEVEL, type DuelPlan, type DuelTest, looks, type See } from "./duel.ts";
import { hardError } from "./errors.ts";
import { type DuelCase, type DuelMetric, type GoodPair, goodPairs } from "./pairs.ts";
import { type Sight, sight } from "./sight.ts";
import { duelFault } from "./validity.ts";

/** How a metric of a gate is judged by pairs. `blocked`: it says nothing in this mode, and why. */
export type DuelStanding =
  | { readonly kind: "test" | "exact" | "advisory" }
  | { readonly kind: "blocked"; readonly why: Warning };

/** Requests a block needs for its mean: one slow answer moves the mean of fewer. */
const MEAN_REQUESTS = 200;

export function duelStanding(metric: string, rule: DuelMetric["rule"], of: DuelCase): DuelStanding {
  const { metric: name, stat } = selector(metric) ?? { metric, stat: "value" };
  const cpu = family(name) === "cpu_per_request";
  if (of.mode === "duet" && !cpu) {
    const said = `\`${metric}\` is not judged in \`duet\` mode: both sides share a core, which hides part of a change of latency.`;
    return {
      kind: "blocked",
      why: warning("duet", said, "Use `mode: request`, or gate on cpu_per_request."),
    };
  }
  if (of.model === "open" && stat === "rate" && ["http_reqs", "iterations"].includes(family(name))) {
    const said = `\`${metric}\` says nothing here: an open model sets its rate itself.`;
    return { kind: "blocked", why: warning("open-rate", said, "Gate on p50 and cpu_per_request.") };
  }
  if (standing(metric, undefined, rule.unit) === "exact") return { kind: "exact" };
  const unsteady = stat === "min" || stat === "max" || (stat === "mean" && of.mode !== "request");
  return { kind: unsteady ? "advisory" : "test" };
}

/** Too few observations a block for this statistic; undefined where there are enough. */
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
    `${metric} needs ${number(needed)} requests a block on each side, and there were ${number(Math.floor(seen))}.`,
    "Measure longer blocks, or more load.",
  );
}

/** The metrics of a case that its gate tests, each once, in order: the workload's part of the family. */
export const gateTests = (of: DuelCase): DuelMetric[] =>
  of.gate.filter(
    ({ metric, rule }, i) =>
      of.gate.findIndex((other) => other.metric === metric) === i &&
      duelStanding(metric, rule, of).kind === "test",
  );

export const duelTest = ({ rule, prior, startSd }: DuelMetric): DuelTest => ({
  band: rule.band,
  floor: rule.floor,
  prior,
  startSd,
});

export interface DuelSize {
  /** Most pairs of a workload, and pairs below which nothing is looked at. */
  readonly most: number;
  readonly fewest?: number;
  /** Whether shards were merged: they are judged once, at their fixed number of pairs. */
  readonly merged?: boolean;
}

/** What is decided before measuring. Which cases there are and what they gate on never changes afterwards. */
export const duelPlan = (cases: readonly DuelCase[], { most, fewest, merged }: DuelSize): DuelPlan => ({
  looks: merged ? [most] : looks(most, fewest),
  level: DUEL_LEVEL,
  workloads: cases.map((of) => gateTests(of).map(duelTest)),
});

/**
 * What the cases show, for `look`: the same cases in the same order as the plan's, with the pairs measured so far.
 * A workload that failed, or that nobody can judge however much is measured, says so.
 */
export const seeing =
  (cases: readonly DuelCase[]): See =>
  (workload, slots) => {
    const of = cases[workload]!;
    const fault = duelFault(of, slots) ?? hardError(of, slots);
    if (fault) return fault.kind;
    const pairs = goodPairs(of.pairs, slots);
    return gateTests(of).map((metric) => sightOf(of, metric, pairs));
  };

/** CPU a request, of all services together. */
export const CPU = "cpu_per_request";

/** Whether what disturbs CPU a request disturbs this too: durations and rates, not CPU itself. */
export const besidesCpu = ({ metric, rule }: DuelMetric): boolean =>
  (rule.unit === "s" || rule.unit === "/s") && family(selector(metric)?.metric ?? metric) !== CPU;

/**
 * What pairs show of a metric; null where there is nothing, or too few observations a block. CPU stands beside it
 * where the workload judges CPU as well, or shows it: a change of CPU is then told by its own row.
 */
export const sightOf = (of: DuelCase, metric: DuelMetric, pairs: readonly GoodPair[]): Sight | null => {
  if (fewSamples(metric.metric, pairs)) return null;
  const shown = [...of.gate, ...of.advisory].some((other) => other.metric === CPU);
  return sight(pairs, metric.metric, metric.rule, shown && besidesCpu(metric) ? CPU : null);
};
