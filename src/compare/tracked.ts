import type { Workload } from "../model/config.ts";
import { family, type Metric, type Metrics, selector } from "../model/metric.ts";
import type { GoodTrial, Run } from "../model/run.ts";
import { isWork } from "../model/work.ts";
import { compared } from "./subject.ts";

/** Most selectors stored for a workload: a person must be able to review the baseline file. */
export const MOST_TRACKED = 60;

/** The statistics stored for each kind of metric. */
const STATS: Readonly<Record<Metric["kind"], readonly string[]>> = {
  trend: ["p50", "p95", "p99", "mean"],
  share: ["rate"],
  counter: ["rate"],
  gauge: ["value"],
};

/** Metrics of general interest, in this order. After them come the script's own, then sub-metrics. */
const FIRST = [
  "http_req_duration",
  "cpu_per_request",
  "http_reqs",
  "http_req_failed",
  "checks",
  "iterations",
  "iteration_duration",
  "memory_peak",
  "grpc_req_duration",
  "ws_connecting",
  "ws_sessions",
];
/** Never stored: phases of a request, which are parts of a stored metric, and bookkeeping of the generator. */
export const UNTRACKED: ReadonlySet<string> = new Set([
  "http_req_blocked",
  "http_req_connecting",
  "http_req_looking_up",
  "http_req_receiving",
  "http_req_sending",
  "http_req_tls_handshaking",
  "http_req_waiting",
  "data_sent",
  "data_received",
  "dropped_iterations",
  "group_duration",
  "vus",
  "vus_max",
]);

/**
 * The selectors of a workload that a baseline stores and that are compared next to the gate: those in the config first,
 * then a standard choice, at most MOST_TRACKED. The order is always the same for the same metrics.
 */
export function trackedMetrics(run: Run, name: string, workload: Workload): string[] {
  const good = run.trials.filter(
    (trial): trial is GoodTrial => trial.outcome === "ok" && trial.workload === name && trial.side === "head",
  );
  return trackedMetricsOf(
    good.map(({ observed }) => observed.metrics),
    workload,
  );
}

/** The same for any observations of a workload. @param isStandard whether the standard choice may have a metric */
export function trackedMetricsOf(
  observations: readonly Metrics[],
  { gate, budgets, expect, metrics }: Pick<Workload, "gate" | "budgets" | "expect" | "metrics">,
  isStandard: (metric: string) => boolean = () => true,
): string[] {
  const named = [...gate, ...Object.keys(budgets), ...Object.keys(expect), ...Object.keys(metrics)];
  const present = named.filter((text) => {
    const name = selector(text)?.metric;
    return name !== undefined && observations.some((observed) => Object.hasOwn(observed, name));
  });
  return [...new Set([...present, ...standard(observations, isStandard)])].slice(0, MOST_TRACKED);
}

function standard(observations: readonly Metrics[], isStandard: (metric: string) => boolean): string[] {
  const found = new Map<string, Metric>();
  for (const observed of observations) {
    for (const [name, metric] of Object.entries(observed)) {
      const kept = !UNTRACKED.has(family(name)) && !isWork(name) && isStandard(name);
      if (kept && !found.has(name)) found.set(name, metric);
    }
  }
  // Iterations that send requests repeat the request metrics with more noise.
  const twice = found.has("http_req_duration") ? ["iterations", "iteration_duration"] : [];
  for (const name of [...found.keys()]) if (twice.includes(family(name))) found.delete(name);
  const rank = (name: string) => {
    const at = FIRST.indexOf(family(name));
    const place = at === -1 ? FIRST.length : at;
    return place + (name.includes("{") ? 100 : 0);
  };
  return [...found]
    .sort(([a], [b]) => rank(a) - rank(b) || compared(a, b))
    .flatMap(([name, metric]) =>
      STATS[metric.kind].map((stat) => (stat === "value" && !name.includes(".") ? name : `${name}.${stat}`)),
    )
    .filter((text) => text.length <= 400 && selector(text) !== undefined);
}

/**
 * Counts of work among observations, which are compared in pairs without being stored. The sum of several services is left out,
 * unless a side has one service, with nothing else to be compared with.
 */
export const workMetricsOf = (observations: readonly Metrics[]): string[] => {
  const each = observations.map((observed) => {
    const names = Object.keys(observed).filter(isWork);
    const apart = new Set(names.filter((name) => name !== family(name)).map(family));
    return names.filter((name) => !apart.has(name));
  });
  return [...new Set(each.flat())].sort();
};
