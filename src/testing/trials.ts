import { type Metric, type Metrics, QUANTILES } from "../model/metric.ts";
import type { FailureCode, GoodTrial } from "../model/run.ts";

/** Trials of a healthy service, with the deviations that a test sets. Durations are in seconds. */

/** One trial; a bare number is its p50. */
export interface TrialSpec {
  /** Median latency, seconds; 12 ms by default. */
  readonly p50?: number;
  /** Width of the latency distribution: a log scale, 0.25 by default (p95 = 2.1 × p50). */
  readonly spread?: number;
  /** CPU seconds a request, 0.8 ms by default; null where it could not be had. */
  readonly cpu?: number | null;
  readonly seconds?: number;
  readonly requests?: number;
  readonly errors?: number;
  readonly timeouts?: number;
  /** By default every request that is not an error is a 200, every other a 500. */
  readonly statuses?: Readonly<Record<string, number>>;
  readonly checks?: readonly (readonly [name: string, passes: number, fails: number])[];
  readonly thresholds?: readonly (readonly [metric: string, limit: string, held: boolean])[];
  /** Share of eight cores in use by stack and generator; the host's is 0.4 by default. */
  readonly busy?: number | null;
  /** Share of eight cores in use by anything at all, where that is more. */
  readonly hostBusy?: number;
  /** Share of the time in which something waited for a CPU; 0.01 by default. */
  readonly pressure?: number | null;
  readonly probe?: readonly [number, number] | null;
  readonly steal?: number;
  readonly dropped?: number;
  readonly achieved?: number | null;
  /** CPU seconds of the generator; 0.5 by default. */
  readonly generatorCpu?: number;
  readonly restarts?: number;
  /** Metrics in addition to the usual ones, or instead of them. */
  readonly metrics?: Metrics;
  /** Usual metrics that are absent. */
  readonly without?: readonly string[];
  /** A failed trial: everything above is then ignored but the host's state. */
  readonly failure?: FailureCode;
  /** Of a failure: whether the trial was given up untried. */
  readonly skipped?: true;
  readonly message?: string;
}
export type Trials = readonly (TrialSpec | number)[];

/** Usage of the single service of a trial. */
export const services = (spec: TrialSpec): GoodTrial["services"] => ({
  api: {
    cpu: spec.cpu === null ? null : serviceCpu(spec),
    memory: 64 * 2 ** 20,
    restarts: spec.restarts ?? 0,
  },
});

/** CPU seconds of the stack: of its requests, or what makes eight cores as busy as was asked for. */
function serviceCpu(spec: TrialSpec): number {
  if (spec.busy == null) return (spec.cpu ?? 0.0008) * (spec.requests ?? 2000);
  const { seconds, generator } = observed(spec);
  return Math.max(0, spec.busy * 8 - (generator.cpu ?? 0) / generator.wall) * seconds;
}

/** The generator's figures of a trial. */
export function observed(spec: TrialSpec): GoodTrial["observed"] {
  const requests = spec.requests ?? 2000;
  const errors = spec.errors ?? 0;
  const timeouts = spec.timeouts ?? 0;
  const seconds = spec.seconds ?? 5;
  const good = Math.max(0, requests - errors);
  const bad = Math.max(0, errors - timeouts);
  return {
    seconds,
    metrics: metrics(spec, { requests, errors, seconds }),
    requests,
    errors,
    statuses: { ...(spec.statuses ?? { ...(good > 0 && { 200: good }), ...(bad > 0 && { 500: bad }) }) },
    unanswered: { timeouts, refused: 0, other: 0 },
    checks: (spec.checks ?? []).map(([name, passes, fails]) => ({ name, passes, fails })),
    thresholds: (spec.thresholds ?? []).map(([metric, limit, held]) => ({ metric, limit, held })),
    generator: {
      cpu: spec.generatorCpu ?? 0.5,
      wall: seconds + 2,
      dropped: spec.dropped ?? 0,
      achieved: spec.achieved ?? null,
    },
  };
}

function metrics(
  spec: TrialSpec,
  { requests, errors, seconds }: { requests: number; errors: number; seconds: number },
): Metrics {
  const latency = aTrend(spec.p50 ?? 0.012, requests, spec.spread);
  const checks = (spec.checks ?? []).reduce(
    (sum, [, passes, fails]) => ({ hits: sum.hits + passes, total: sum.total + passes + fails }),
    { hits: 0, total: 0 },
  );
  const all: Metrics = {
    http_reqs: { kind: "counter", unit: "1", count: requests, seconds },
    iterations: { kind: "counter", unit: "1", count: requests, seconds },
    ...(requests > 0 && {
      http_req_duration: latency,
      iteration_duration: aTrend((spec.p50 ?? 0.012) * 1.02, requests, spec.spread),
      http_req_failed: { kind: "share", hits: errors, total: requests },
    }),
    ...(spec.cpu !== null && { cpu_per_request: { kind: "gauge", unit: "s", value: spec.cpu ?? 0.0008 } }),
    memory_peak: { kind: "gauge", unit: "B", value: 64 * 2 ** 20 },
    ...(checks.total > 0 && { checks: { kind: "share", ...checks } }),
    ...spec.metrics,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !spec.without?.includes(name)));
}

/** A distribution with this median: log-logistic, so that quantiles need no table. */
export function aTrend(p50: number, n = 2000, spread = 0.25, unit: "s" | "B" | "1" = "s"): Metric {
  const at = (q: number) => p50 * (q / (100 - q)) ** spread;
  const quantiles = QUANTILES.map(at);
  return {
    kind: "trend",
    unit,
    n,
    mean: (p50 * Math.PI * spread) / Math.sin(Math.PI * spread), // of the log-logistic, spread < 1
    min: at(0.01),
    max: at(99.999),
    quantiles,
  };
}
