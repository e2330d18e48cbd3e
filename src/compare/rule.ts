import { own } from "../base/own.ts";
import type { Policy, Workload } from "../model/config.ts";
import { family, type Metric, nature, type Selector, selector } from "../model/metric.ts";
import type { Unit } from "../model/quantity.ts";

/** What a metric's numbers are, and which of their changes matter. */
export interface Rule {
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  /** Smallest change that matters, a log ratio, > 0. */
  readonly band: number;
  /** Smallest absolute change that matters, base units; 0 for none. */
  readonly floor: number;
  /** What the instrument can tell apart, base units; 0 where unknown. */
  readonly resolution: number;
}

/** What a generator's timer resolves, seconds. */
const TICK = 1e-6;
/** A latency that changed by five ticks or less did not change. */
const LATENCY_FLOOR = 5e-6;
/** Stands for a band of 0: a log ratio has to be above something. */
const LEAST_BAND = 1e-6;

/**
 * The rule of one selector. Bands: `policy.band` for p50, means, rates and CPU; 5 % for percentiles up to p95, 10 %
 * beyond; 1 % for bytes and allocations; the workload's `metrics` override each.
 *
 * @param observed undefined where the run does not have the metric; unit and direction are then guessed by its name
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
 * Which way a metric that a program prints is better, by what the config says of its format. A program that prints our
 * own format says it itself. No other figure has a word in this: a run must not turn its own losses into gains.
 */
function printedBetter(
  { metric }: Selector,
  observed: Metric | undefined,
  { command }: Workload,
): "lower" | "higher" | undefined {
  if (command === undefined || observed?.better === undefined) return undefined;
  const { format } = command;
  if (typeof format === "object") return own(format.json.metrics, metric)?.better;
  return format === "steelyard" ? observed.better : format === "benchmark-bigger" ? "higher" : "lower";
}

const silent = ({ better: _, ...metric }: Metric): Metric => metric as Metric;

function standardBand({ metric, stat }: Selector, unit: Unit, band: number): number {
  if (unit === "B" || /alloc/i.test(metric)) return 0.01;
  const percentile = /^p(.+)$/.exec(stat)?.[1];
  if (percentile === undefined || Number(percentile) <= 50) return band;
  return Number(percentile) <= 95 ? 0.05 : 0.1;
}

const isCpu = (metric: string) => family(metric).startsWith("cpu");

/** A stand-in for a metric that is absent, for its unit and direction only. */
function guessed({ metric, stat }: Selector): Metric {
  const time = isCpu(metric) || /duration|latency|time|waiting/.test(metric);
  if (stat === "rate" && /failed|checks/.test(metric)) return { kind: "share", hits: 0, total: 1 };
  if (stat === "rate") return { kind: "counter", unit: "1", count: 0, seconds: 1 };
  return { kind: "gauge", unit: time ? "s" : "1", value: 0 };
}

/** How a gate metric may be judged against stored sessions. */
export type Standing = "test" | "exact" | "advisory";

/**
 * Medians and CPU a request are tested; exact counters (bytes, rows, queries a request) have a rule of their own;
 * everything else differs too much between sessions, or says nothing that these do not.
 */
export function standing(text: string, observed: Metric | undefined, unit: Unit): Standing {
  const wanted = selector(text);
  if (!wanted) return "advisory";
  if (wanted.stat === "p50" || family(wanted.metric) === "cpu_per_request") return "test";
  const counts = unit === "B" || unit === "1";
  const summed = observed?.kind === "counter" || wanted.stat === "count"; // grows with the load, is not exact
  return counts && !summed ? "exact" : "advisory";
}

/** Requests a trial needs for a percentile: ten beyond it; 0 for other statistics and up to the median. */
export function samplesNeeded(text: string): number {
  const percentile = Number(/^p(.+)$/.exec(selector(text)?.stat ?? "")?.[1] ?? 0);
  return percentile > 50 ? Math.ceil(10 / (1 - percentile / 100) - 1e-6) : 0;
}
