import { own } from "../base/own.ts";
import type { Policy, Workload } from "../model/config.ts";
import { loadOf } from "../model/load.ts";
import { family, type Metric, nature, type Selector, selector } from "../model/metric.ts";
import type { Unit } from "../model/quantity.ts";

/** The unit and direction of a metric, and which of its changes matter. */
export interface Rule {
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  /** Smallest change that matters, a log ratio, > 0. */
  readonly band: number;
  /** Smallest absolute change that matters, base units; 0 for none. */
  readonly floor: number;
  /** Resolution of the instrument, base units; 0 where unknown. */
  readonly resolution: number;
}

/** Resolution of a generator's timer, seconds. */
const TICK = 1e-6;
/** A latency that moved by five ticks or less did not change. */
const LATENCY_FLOOR = 5e-6;
/** Replaces a band of 0: a log ratio must exceed something. */
const LEAST_BAND = 1e-6;

/**
 * The rule of one selector. Bands: `policy.band` for p50, means, rates and CPU; 5 % for percentiles up to p95, 10 %
 * beyond; 1 % for bytes and allocations; the workload's `metrics` override each.
 *
 * @param observed undefined where the run lacks the metric; its name then suggests unit and direction
 */
export function rule(text: string, observed: Metric | undefined, workload: Workload, policy: Policy): Rule {
  const wanted = selector(text) ?? { metric: text, stat: "value" };
  const declared = own(workload.metrics, text) ?? {};
  const { unit, better } = nature(wanted, silent(observed ?? guessed(wanted)), {
    unit: declared.unit,
    better: declared.better ?? printedBetter(wanted, observed, workload),
  });
  const latency = unit === "s" && !isCpu(wanted.metric);
  const ratio = declared.band ?? standardBand(wanted, unit, policy.band);
  return {
    unit,
    better,
    band: Math.max(Math.log1p(ratio), LEAST_BAND),
    floor: declared.floor ?? (latency ? (policy.floor ?? LATENCY_FLOOR) : 0),
    resolution: latency ? TICK : 0,
  };
}

/**
 * The better direction of a metric that a program prints. The config's format decides; only in Steelyard's own format
 * does the program itself state it. No figure of the run may decide it: a run must not turn its losses into gains.
 */
function printedBetter(
  { metric }: Selector,
  observed: Metric | undefined,
  workload: Workload,
): "lower" | "higher" | undefined {
  if (observed?.better === undefined) return undefined;
  const { about, settings } = loadOf(workload);
  return about.direction?.(settings, metric, observed.better);
}

const silent = ({ better: _, ...metric }: Metric): Metric => metric as Metric;

function standardBand({ metric, stat }: Selector, unit: Unit, band: number): number {
  if (unit === "B" || /alloc/i.test(metric)) return 0.01;
  const percentile = /^p(.+)$/.exec(stat)?.[1];
  if (percentile === undefined || Number(percentile) <= 50) return band;
  return Number(percentile) <= 95 ? 0.05 : 0.1;
}

const isCpu = (metric: string) => family(metric).startsWith("cpu");

/** A stand-in for an absent metric, for its unit and direction only. */
function guessed({ metric, stat }: Selector): Metric {
  const time = isCpu(metric) || /duration|latency|time|waiting/.test(metric);
  if (stat === "rate" && /failed|checks/.test(metric)) return { kind: "share", hits: 0, total: 1 };
  if (stat === "rate") return { kind: "counter", unit: "1", count: 0, seconds: 1 };
  return { kind: "gauge", unit: time ? "s" : "1", value: 0 };
}

/** How a gate metric is judged against stored sessions. */
export type Standing = "test" | "exact" | "advisory";

/**
 * Medians and CPU per request are tested. Exact counters (bytes, rows, queries per request) have a rule of their own.
 * All other metrics vary too much between sessions, or repeat these.
 */
export function standing(text: string, observed: Metric | undefined, unit: Unit): Standing {
  const wanted = selector(text);
  if (!wanted) return "advisory";
  if (wanted.stat === "p50" || family(wanted.metric) === "cpu_per_request") return "test";
  const counts = unit === "B" || unit === "1";
  const summed = observed?.kind === "counter" || wanted.stat === "count"; // grows with the load, so it is not exact
  return counts && !summed ? "exact" : "advisory";
}

/** Requests per trial that a percentile needs: ten beyond it. 0 for other statistics and up to the median. */
export function samplesNeeded(text: string): number {
  const percentile = Number(/^p(.+)$/.exec(selector(text)?.stat ?? "")?.[1] ?? 0);
  return percentile > 50 ? Math.ceil(10 / (1 - percentile / 100) - 1e-6) : 0;
}
