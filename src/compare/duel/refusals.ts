import { ENOUGH, TOO_NOISY } from "../criteria.ts";
import { counted, size } from "../words.ts";
import { capped, DUEL_LEVEL, enoughStarts, levelOf, looks, usualStartSd } from "./duel.ts";
import { duelMde, tooNoisy } from "./evidence.ts";
import { besidesCpu, type DuelSize, duelStanding, gateTests } from "./metrics.ts";
import type { DuelCase, DuelMetric } from "./pairs.ts";

/** Why a duel is not begun: it could not have said anything. */
export interface Refusal {
  readonly workload: string | null;
  readonly variant: string | null;
  readonly metric: string | null;
  readonly message: string;
  readonly remedy: string;
}

/** What is known before measuring; nothing of `pairs` is looked at. */
export interface Planned extends DuelSize {
  readonly cases: readonly DuelCase[];
  /** Starts over which the pairs are spread evenly. */
  readonly starts: number;
}

/** Beyond as many pairs nobody asks for more. */
const MOST_PAIRS = 200;

/**
 * What is wrong with a plan, before anything is measured: too few pairs, nothing that could fail, or nothing that
 * could be seen. None where it may begin.
 *
 * What could be seen is foretold from history alone; a test without any is never refused for it.
 */
export function refusals(planned: Planned): Refusal[] {
  const { cases, most } = planned;
  const said = (message: string, remedy: string, of?: DuelCase, metric?: DuelMetric): Refusal => ({
    workload: of?.workload ?? null,
    variant: of?.variant ?? null,
    metric: metric?.metric ?? null,
    message,
    remedy,
  });
  if (most < ENOUGH) {
    const message = `${counted(most, "pair")} at most tell nothing: a verdict needs at least ${ENOUGH}.`;
    return [said(message, `Set \`measure.pairs\` to [${ENOUGH}, 30].`)];
  }
  if (cases.length === 0) return [said("Nothing is to be measured.", "Name a workload.")];
  const tests = cases.reduce((sum, of) => sum + gateTests(of).length, 0);
  return cases.flatMap((of) => {
    if (of.gate.length === 0) {
      const message = "The gate is empty: nothing could fail.";
      return [said(message, "Name a metric in `gate`, such as http_req_duration.p50.", of)];
    }
    const standings = of.gate.map(({ metric, rule }) => duelStanding(metric, rule, of).kind);
    if (standings.every((kind) => kind === "blocked" || kind === "advisory")) {
      const message = `Nothing in the gate can fail in \`${of.mode}\` mode.`;
      return [said(message, "Gate on http_req_duration.p50 or cpu_per_request, or use `mode: request`.", of)];
    }
    return gateTests(of).flatMap((metric) => {
      const found = blind(metric, planned, tests);
      return found ? [said(found.message, found.remedy, of, metric)] : [];
    });
  });
}

/** Why a test could not see what it is to see; undefined where it can, or nothing is known. */
function blind(metric: DuelMetric, planned: Planned, tests: number) {
  const { band } = metric.rule;
  const { most, starts } = planned;
  if (!enoughStarts(band, starts)) {
    return {
      message: `\`${metric.metric}\`: one start tells no change as small as ${size(band)} from its own luck.`,
      remedy: "Set `policy.starts` to at least 2.",
    };
  }
  const mde = predictedMde(metric, planned, tests);
  if (mde === null || !tooNoisy(mde, band)) return undefined;
  const needed = pairsNeeded(metric, planned, tests);
  const limit = size(Math.log1p(TOO_NOISY * Math.expm1(band)));
  const message = `\`${metric.metric}\` would see ≥ ${size(mde)} with ${counted(most, "pair")}, and more than ${limit} is too noisy to judge: it needs ${needed === null ? `more than ${MOST_PAIRS} pairs` : counted(needed, "pair")}.`;
  const remedy =
    needed === null
      ? "Use a finer `mode`, longer blocks or trials, a calmer machine, or take it out of the gate."
      : `Set \`measure.pairs\` to [${ENOUGH}, ${needed}], or use a finer \`mode\` or longer blocks.`;
  return { message, remedy };
}

/**
 * The smallest worsening that a test will see in 8 of 10 runs, a log ratio, if today is as noisy as history; null
 * without history.
 */
export function predictedMde(
  metric: DuelMetric,
  { most, fewest, merged, starts }: Omit<Planned, "cases">,
  tests: number,
): number | null {
  const { rule, prior, startSd } = metric;
  if (prior.df <= 0) return null;
  const asked = besidesCpu(metric) ? 3 : 2; // whether CPU will be had is not known yet
  const plan = { looks: merged ? [most] : looks(most, fewest), level: DUEL_LEVEL, workloads: [] };
  const se = Math.sqrt(prior.variance / most + (2 * (startSd ?? usualStartSd(rule.band)) ** 2) / starts);
  const df = most - 1 + capped(prior).df;
  return duelMde({ estimate: 0, se, df }, rule.band, { level: levelOf(plan), tests }, asked);
}

/** The fewest pairs at most with which a test would not be too noisy; null where none up to a sensible number are. */
function pairsNeeded(metric: DuelMetric, planned: Planned, tests: number): number | null {
  for (let most = planned.most + 1; most <= MOST_PAIRS; most++) {
    const mde = predictedMde(metric, { ...planned, most }, tests);
    if (mde !== null && !tooNoisy(mde, metric.rule.band)) return most;
  }
  return null;
}
