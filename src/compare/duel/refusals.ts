import { counted } from "../../base/text.ts";
import { askedWith } from "../../stats/pair.ts";
import { ENOUGH, TOO_NOISY } from "../criteria.ts";
import { tooNoisy } from "../decision.ts";
import { size } from "../words.ts";
import { capped, enoughStarts, startErrorOf, usualStartSd } from "./duel.ts";
import { duelMde } from "./evidence.ts";
import { DUEL_LEVEL, levelOf, looks, startsOf } from "./looks.ts";
import { accompaniedByCpu, duelStanding, duelTest, gateTests } from "./metrics.ts";
import { type DuelCase, type DuelMetric, isOfStart } from "./pairs.ts";

/** Why a duel does not begin: it could not reach a verdict. */
export interface Refusal {
  readonly workload: string | null;
  readonly variant: string | null;
  readonly metric: string | null;
  readonly message: string;
  readonly remedy: string;
}

/** The properties known before measuring; `pairs` is ignored. */
export interface Planned {
  /** Most pairs of a workload, and pairs before the first look. */
  readonly most: number;
  readonly fewest?: number;
  readonly cases: readonly DuelCase[];
  /** Starts over which the pairs are spread evenly. */
  readonly starts: number;
  /** Machines that share the level; one where undefined. */
  readonly shards?: number | undefined;
}

/** Most pairs that a message suggests. */
const MOST_PAIRS = 200;

/**
 * The defects of a plan, before measuring: too few pairs, no metric that can fail, or no detectable change. Empty where
 * the duel may begin.
 *
 * Detectable changes are predicted from history; a test without history is never refused for them.
 */
export function refusals(planned: Planned): Refusal[] {
  const { cases, most } = planned;
  const refusal = (message: string, remedy: string, of?: DuelCase, metric?: DuelMetric): Refusal => ({
    workload: of?.workload ?? null,
    variant: of?.variant ?? null,
    metric: metric?.metric ?? null,
    message,
    remedy,
  });
  if (most < ENOUGH) {
    const message = `At most ${counted(most, "pair")}: too few for a verdict, which needs ${ENOUGH}.`;
    return [refusal(message, `Set \`measure.pairs\` to [${ENOUGH}, 30].`)];
  }
  if (cases.length === 0) return [refusal("No workload is selected.", "Select a workload.")];
  const tests = cases.reduce((sum, of) => sum + gateTests(of).length, 0);
  return cases.flatMap((of) => {
    if (of.gate.length === 0) {
      const message = "The gate is empty, so nothing can fail.";
      return [refusal(message, "Name a metric in `gate`, such as http_req_duration.p50.", of)];
    }
    const standings = of.gate.map(({ metric, rule }) => duelStanding(metric, rule, of).kind);
    if (standings.every((kind) => kind === "blocked" || kind === "advisory")) {
      const message = `Nothing in the gate can fail in \`${of.mode}\` mode.`;
      return [
        refusal(message, "Gate on http_req_duration.p50 or cpu_per_request, or use `mode: request`.", of),
      ];
    }
    return gateTests(of).flatMap((metric) => {
      const found = blind(metric, planned, tests);
      return found ? [refusal(found.message, found.remedy, of, metric)] : [];
    });
  });
}

/** Why a test could not detect a relevant change; undefined where it could, or without history. */
function blind(metric: DuelMetric, planned: Planned, tests: number) {
  const { band } = metric.rule;
  const { most, starts } = planned;
  if (!enoughStarts(band, starts)) {
    return {
      message: `\`${metric.metric}\`: one start cannot separate a change as small as ${size(band)} from start-up variance.`,
      remedy: "Set `policy.starts` to at least 2.",
    };
  }
  const mde = predictedMde(metric, planned, tests);
  if (mde === null || !tooNoisy(mde, band)) return undefined;
  const needed = pairsNeeded(metric, planned, tests);
  const limit = size(Math.log1p(TOO_NOISY * Math.expm1(band)));
  const message = `\`${metric.metric}\` is too noisy to judge: with ${counted(most, "pair")} it could detect ≥ ${size(mde)}, and the limit is ${limit}. It needs ${needed === null ? `more than ${MOST_PAIRS} pairs` : counted(needed, "pair")}.`;
  const remedy =
    needed === null
      ? "Use a finer `mode`, longer blocks or trials, or a quieter machine; or remove the metric from the gate."
      : `Set \`measure.pairs\` to [${ENOUGH}, ${needed}], or use a finer \`mode\` or longer blocks.`;
  return { message, remedy };
}

/**
 * Predicts the smallest worsening that a test detects in 8 of 10 runs, a log ratio, if today is as noisy as history;
 * null without history.
 */
export function predictedMde(
  metric: DuelMetric,
  { most, fewest, starts, shards = 1 }: Omit<Planned, "cases">,
  tests: number,
): number | null {
  const { rule } = metric;
  const { prior, startSd } = duelTest(metric);
  if (prior.df <= 0) return null;
  const asked = askedWith(accompaniedByCpu(metric)); // assumes that CPU will be available
  const plan = { looks: looks(most, fewest), level: DUEL_LEVEL / shards, workloads: [] };
  const made = startsOf(most, starts, fewest);
  const values = isOfStart(metric.metric) ? made : most;
  const se = Math.sqrt(prior.variance / values + (2 * (startSd ?? usualStartSd(rule.band)) ** 2) / made);
  const df = values - 1 + capped(prior).df;
  const startError = startErrorOf(startSd, made);
  const figures = { mean: { estimate: 0, se, df }, asked, startError, largestError: null };
  return duelMde(figures, rule.band, { level: levelOf(plan), tests });
}

/** The fewest pairs with which a test is not too noisy; null where even MOST_PAIRS do not suffice. */
function pairsNeeded(metric: DuelMetric, planned: Planned, tests: number): number | null {
  for (let most = planned.most + 1; most <= MOST_PAIRS; most++) {
    const mde = predictedMde(metric, { ...planned, most }, tests);
    if (mde !== null && !tooNoisy(mde, metric.rule.band)) return most;
  }
  return null;
}
