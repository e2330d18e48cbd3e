import { own } from "../../base/own.ts";
import { type Baseline, NO_VARIANT } from "../../model/baseline.ts";
import type { WorkloadSummary } from "../../model/comparison.ts";
import type { Config, Workload } from "../../model/config.ts";
import type { DuelRecord, Pairing, PairRecord } from "../../model/duel.ts";
import { isItem } from "../../model/item.ts";
import { type Metric, type Metrics, select, selector } from "../../model/metric.ts";
import type { Fingerprint, Run } from "../../model/run.ts";
import { contendedAround } from "../../model/trial.ts";
import { median } from "../../stats/samples.ts";
import { learned, startSd } from "../history/noise.ts";
import { rule } from "../rule.ts";
import { trackedMetricsOf, workMetricsOf } from "../tracked.ts";
import type { DuelCase, DuelMetric, Pair, PairSide } from "./pairs.ts";

/** The input of the cases of a duel. */
export interface DuelSource {
  readonly duel: Pick<DuelRecord, "pairings" | "pairs">;
  readonly workloads: Run["workloads"];
  readonly fingerprint: Fingerprint;
  /** The rules it is judged by. */
  readonly config: Config;
  readonly baselines: ReadonlyMap<string, Baseline>;
  /** The counts of workloads of which head was also measured alone. */
  readonly alone?: readonly WorkloadSummary[];
}

/** One case for each pairing, in order, with the pairs measured so far. */
export const duelCases = (source: DuelSource): DuelCase[] =>
  source.duel.pairings.map((pairing) => duelCase(pairing, source));

function duelCase(
  pairing: Pairing,
  { duel, workloads, fingerprint, config, baselines, alone }: DuelSource,
): DuelCase {
  const { workload, variant, mode, block, pace } = pairing;
  const rules = own(config.workloads, workload);
  const records = duel.pairs.filter(isItem({ workload, variant }));
  const sides = records.flatMap((pair) =>
    pair.outcome === "ok" ? [pair.base.metrics, pair.head.metrics] : [],
  );
  const baseline = baselines.get(workload);
  const digest = own(workloads, workload)?.digest ?? "";
  const metric = (text: string): DuelMetric => {
    const key = { mode, block, pace, digest, fingerprint, variant, metric: text };
    return {
      metric: text,
      rule: rule(text, observed(sides, text), rules ?? NO_RULES, config.policy),
      prior: learned(baseline?.noise ?? [], key),
      startSd: startSd(baseline?.noise ?? [], key),
      storedSd: storedSd(baseline, variant, text, digest),
    };
  };
  const gate = [...new Set(rules?.gate ?? [])];
  const tracked = trackedMetricsOf(sides, rules ?? NO_RULES, (name) => !isByName(name));
  const advisory = tracked.filter((text) => !gate.includes(text));
  const quiet = [...workMetricsOf(sides), ...mediansByName(sides)].filter(
    (text) => ![...gate, ...tracked].includes(text),
  );
  const selectors = [...gate, ...advisory, ...quiet];
  return {
    workload,
    variant,
    mode,
    model: own(workloads, workload)?.model ?? "closed",
    gate: gate.map(metric),
    advisory: [...advisory.map(metric), ...quiet.map((text) => ({ ...metric(text), quiet: true }))],
    errorsDeclared: Object.hasOwn(rules?.budgets ?? {}, "http_req_failed.rate"),
    expected: {
      errors: Object.hasOwn(rules?.expect ?? {}, "http_req_failed.rate"),
      checks: Object.hasOwn(rules?.expect ?? {}, "checks.rate"),
    },
    alone: alone?.find(isItem({ workload, variant })),
    machines: [JSON.stringify([fingerprint.cpu, fingerprint.cores])],
    pairs: records.map((pair) => asPair(pair, selectors)),
  };
}

/** Whether a metric is of requests of one name, or of another tag that a load is split by. */
const isByName = (metric: string) => metric.startsWith("http_req_duration{");

/** The medians of requests by name. The generator gives them unasked where there are not many. */
const mediansByName = (sides: readonly Metrics[]): string[] =>
  [...new Set(sides.flatMap((metrics) => Object.keys(metrics).filter(isByName)))]
    .map((name) => `${name}.p50`)
    .sort();

/** Rules for a workload that the judging config lacks: nothing of it is judged. */
const NO_RULES = { gate: [], budgets: {}, expect: {}, metrics: {} } as unknown as Workload;

function observed(sides: readonly Metrics[], text: string): Metric | undefined {
  const name = selector(text)?.metric;
  if (name === undefined) return undefined;
  const side = sides.find((metrics) => Object.hasOwn(metrics, name));
  return own(side, name);
}

/** The sd of a normal distribution over the median of its absolute differences. */
const SD_OF_MEDIAN = 1.4826 / Math.SQRT2;

/**
 * Standard deviation of an exact counter over stored sessions of the same workload, oldest first; null below two. It is that
 * of neighbouring sessions, so that a change of level counts once, and an odd session twice, among many differences.
 */
function storedSd(
  baseline: Baseline | undefined,
  variant: string | null,
  text: string,
  digest: string,
): number | null {
  const sessions = baseline?.sessions.filter((session) => session.digest === digest) ?? [];
  const figures = sessions.flatMap(({ variants }) => {
    const values = own(own(variants, variant ?? NO_VARIANT)?.values ?? {}, text) ?? [];
    return values.length > 0 ? [median(values)] : [];
  });
  const steps = figures.slice(1).map((value, i) => Math.abs(value - figures[i]!));
  return steps.length > 0 ? SD_OF_MEDIAN * median(steps) : null;
}

function asPair(pair: PairRecord, selectors: readonly string[]): Pair {
  const { slot, attempt, start } = pair;
  if (pair.outcome === "lost") {
    return { outcome: "lost", slot, attempt, start, side: pair.side, failure: pair.failure };
  }
  const side = ({
    metrics,
    requests,
    errors,
    failing,
    checks,
    failedChecks,
    services,
  }: typeof pair.base): PairSide => {
    const values = selectors.flatMap((text) => {
      const value = select(metrics, text);
      return value === undefined ? [] : [[text, value] as const];
    });
    const samples = selectors.flatMap((text) => {
      const metric = own(metrics, selector(text)?.metric ?? "");
      return metric?.kind === "trend" ? [[text, metric.n] as const] : [];
    });
    return {
      values: Object.fromEntries(values),
      samples: Object.fromEntries(samples),
      requests: { errors, requests },
      failing,
      checks: { errors: failedChecks, requests: checks },
      restarts: Object.values(services).reduce((sum, { restarts }) => sum + restarts, 0),
    };
  };
  return {
    outcome: "ok",
    slot,
    attempt,
    start,
    contended: contendedAround(pair.host),
    load: pair.load,
    base: side(pair.base),
    head: side(pair.head),
  };
}
