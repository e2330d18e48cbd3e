import { z } from "zod";
import { own } from "../base/own.ts";
import type { Unit } from "./quantity.ts";

/**
 * The grid of quantiles kept for every trend of every trial: its quantile function in 103 numbers. k6 gives exact
 * percentiles at no cost, and no quantile can be recovered later. Position i of a trend's `quantiles` belongs to
 * position i here. A change requires a new `run/` version.
 */
export const QUANTILES: readonly number[] = [
  ...Array.from({ length: 99 }, (_, i) => i + 1),
  99.5,
  99.9,
  99.95,
  99.99,
];

export const UnitName = z.enum(["s", "B", "ratio", "/s", "1"]) satisfies z.ZodType<Unit>;
const count = z.number().int().min(0);

/** Largest number of a measurement: sums of squares and ratios of such numbers stay far below a double's limit. */
export const MOST = 1e60;
/** Shortest measured time in seconds: no clock here is finer than a nanosecond. */
export const LEAST_SECONDS = 1e-9;
/** One figure of a measurement. */
export const Finite = z.number().min(-MOST).max(MOST);
/** A length of time that something was counted over: divisions by it stay finite. */
export const Seconds = z.number().min(LEAST_SECONDS).max(MOST);

/** Which direction is better, where the measuring program declares it. */
const direction = { better: z.enum(["lower", "higher"]).optional() };

/** A distribution: durations in seconds, sizes in bytes, or plain numbers. Never empty: without values it is absent. */
export const Trend = z.strictObject({
  kind: z.literal("trend"),
  unit: UnitName,
  n: count.min(1),
  mean: Finite,
  min: Finite,
  max: Finite,
  quantiles: z.array(Finite).length(QUANTILES.length),
  /** Largest possible error of each quantile, where it was merged from figures of several generators; else they are exact. */
  errors: z.array(Finite.min(0)).length(QUANTILES.length).optional(),
  ...direction,
});
export type Trend = z.infer<typeof Trend>;

/** A share: `hits` of `total`; k6's Rate. */
export const Share = z.strictObject({
  kind: z.literal("share"),
  hits: count,
  total: count.min(1),
  ...direction,
});
/** A sum over the measured time; `seconds` is that time, for the rate. */
export const Counter = z.strictObject({
  kind: z.literal("counter"),
  unit: UnitName,
  count: Finite,
  seconds: Seconds,
  ...direction,
});
/** One number. */
export const Gauge = z.strictObject({
  kind: z.literal("gauge"),
  unit: UnitName,
  value: Finite,
  ...direction,
});

export const Metric = z.discriminatedUnion("kind", [Trend, Share, Counter, Gauge]);
export type Metric = z.infer<typeof Metric>;
/** Metrics by name; a sub-metric is named `name{tag:value}`. */
export const Metrics = z.record(z.string().max(400), Metric);
export type Metrics = z.infer<typeof Metrics>;

/** `http_req_duration.p50`: a metric, with or without tags, and one statistic of it. */
export interface Selector {
  readonly metric: string;
  readonly stat: string;
}

/** Metric and statistic, separated at the dot before the statistic: `a.b.p99.9` is the p99.9 of `a.b`. */
const STAT = /^(.+?)\.(p\d{1,2}(?:\.\d+)?|mean|min|max|rate|count|value)$/s;

/**
 * The selector written as `metric.stat` or `metric{tag:value}.stat`; a bare name such as `cpu_per_request`
 * is the value of a gauge. Undefined for anything else.
 */
export function selector(text: string): Selector | undefined {
  const open = text.indexOf("{");
  const close = open === -1 ? -1 : text.indexOf("}", open) + 1;
  const [before, tags, after] =
    close > 0 ? [text.slice(0, open), text.slice(open, close), text.slice(close)] : [text, "", ""];
  if (text === "" || /\s/.test(before + after)) return undefined;
  const [, metric, stat] = STAT.exec(`${before}${tags.replaceAll(".", "\u0000")}${after}`) ?? [];
  if (metric !== undefined && stat !== undefined) return { metric: metric.replaceAll("\u0000", "."), stat };
  return /^[A-Za-z_][\w:]*(?:\{[^}]*\})?$/.test(text) ? { metric: text, stat: "value" } : undefined;
}

/** Unit of a selector's numbers, and which direction is better. */
export interface Nature {
  readonly unit: Unit;
  readonly better: "lower" | "higher";
}

/** Metrics for which higher is better; for every other one lower is better. */
const HIGHER = new Set([
  "http_reqs",
  "iterations",
  "ws_sessions",
  "ws_msgs_received",
  "ws_msgs_sent",
  "checks",
  "data_received",
  "data_sent",
  "grpc_streams",
]);

/** Which direction of a metric is better, where neither the config nor the output says so. */
export const betterOf = (metric: string) => (HIGHER.has(family(metric)) ? "higher" : "lower");

/** The part of a metric's name before its tags. */
export const family = (metric: string) => metric.replace(/\{.*$/s, "");

/** The same of the metric that a selector names. Of a text that is no selector, its own. */
export const familyOf = (text: string): string => family(selector(text)?.metric ?? text);

/** Times that clients wait; the first that a load reports is its latency. */
export const LATENCIES = [
  "http_req_duration",
  "grpc_req_duration",
  "ws_session_duration",
  "iteration_duration",
] as const;

/** The parts of k6's `http_req_duration`. */
const PARTS = ["http_req_sending", "http_req_waiting", "http_req_receiving"];

/** Whether a selector is of a latency, of a part of one, or of a rate that follows from latency in a closed loop. */
export function isOfLatency(text: string): boolean {
  const { metric, stat } = selector(text) ?? { metric: text, stat: "value" };
  const name = family(metric);
  const isRate = stat === "rate" && (name === "http_reqs" || name === "iterations");
  return isRate || [...LATENCIES, ...PARTS].includes(name);
}

/** Prefix of the metrics of `stack.metrics.NAME`, before a colon: the name in the form that selectors accept. */
export const prefixOf = (name: string) => name.replace(/\W/g, "_").replace(/^(?=\d)/, "_");

/** Unit and direction of a statistic of an observed metric; `declared`, from the config, wins. */
export function nature(
  { metric, stat }: Selector,
  observed: Metric,
  declared: { better?: "lower" | "higher" | undefined; unit?: Unit | undefined } = {},
): Nature {
  const better = declared.better ?? observed.better ?? betterOf(metric);
  const natural: Unit =
    observed.kind === "share"
      ? "ratio"
      : observed.kind === "counter" && stat === "rate"
        ? "/s"
        : observed.unit;
  const counted = stat === "count" && observed.kind !== "counter";
  return { better, unit: declared.unit ?? (counted ? "1" : natural) };
}

/** The statistic's value in base units; undefined where this metric has no such statistic. */
export function value(observed: Metric, stat: string): number | undefined {
  switch (observed.kind) {
    case "trend":
      return trendValue(observed, stat);
    case "share":
      return stat === "rate" ? observed.hits / observed.total : stat === "count" ? observed.hits : undefined;
    case "counter":
      return stat === "count"
        ? observed.count
        : stat === "rate"
          ? observed.count / observed.seconds
          : undefined;
    case "gauge":
      return stat === "value" ? observed.value : undefined;
  }
}

function trendValue(trend: Trend, stat: string): number | undefined {
  if (stat === "mean") return trend.mean;
  if (stat === "min") return trend.min;
  if (stat === "max") return trend.max;
  if (stat === "count") return trend.n;
  if (!stat.startsWith("p")) return undefined;
  const at = QUANTILES.indexOf(Number(stat.slice(1)));
  return at === -1 ? undefined : trend.quantiles[at];
}

/** The selected value in a trial's metrics, or undefined where it is absent. */
export function select(metrics: Metrics, text: string): number | undefined {
  const wanted = selector(text);
  const observed = wanted && own(metrics, wanted.metric);
  return wanted && observed ? value(observed, wanted.stat) : undefined;
}
