import { own } from "../../base/own.ts";
import { family } from "../../model/metric.ts";
import type { Discovery } from "./discovery.ts";
import { type Scenarios, span, type Threshold, type Thresholds } from "./options.ts";
import { MEASURED, PHASE } from "./shape.ts";
import { CODES, STATUSES } from "./statuses.ts";

/** One time series of the measured part that k6 records, and its role. */
export interface Series {
  /** k6's name of it, with our tag. */
  readonly key: string;
  readonly role: /** `own`: without tags, and not k6's but the script's. */
    | { readonly kind: "metric"; readonly name: string; readonly own: boolean }
    | { readonly kind: "status"; readonly metric: string; readonly status: string }
    | { readonly kind: "code"; readonly code: number }
    | { readonly kind: "dropped" }
    | { readonly kind: "check"; readonly name: string };
}

/** A threshold of the script's own. */
export interface Limit {
  readonly key: string;
  /** The metric as the script names it. */
  readonly metric: string;
  readonly text: string;
}

/** The series that k6 records: one exists only where thresholds name it; an empty list of them suffices. */
export interface Selection {
  readonly thresholds: Thresholds;
  readonly series: readonly Series[];
  readonly limits: readonly Limit[];
}

/** Metrics that every k6 has, whatever a script imports; naming another one is an error of configuration. */
const BUILTIN = [
  "http_reqs",
  "http_req_failed",
  "http_req_duration",
  "http_req_waiting",
  "http_req_blocked",
  "http_req_connecting",
  "http_req_tls_handshaking",
  "http_req_sending",
  "http_req_receiving",
  "iterations",
  "iteration_duration",
  "group_duration",
  "checks",
  "data_sent",
  "data_received",
  "ws_sessions",
  "ws_connecting",
  "ws_session_duration",
  "ws_msgs_sent",
  "ws_msgs_received",
  "ws_ping",
  "grpc_req_duration",
];
/** Metrics of modules that a script may import. */
const MODULES = /^(grpc|browser|http|ws|data)_/;
/** Metrics that carry no tag of ours, because they belong to no scenario or (dropped) only tell its name. */
const UNTAGGED = new Set(["vus", "vus_max", "dropped_iterations"]);
/** Groups that run outside of every scenario. */
const OUTSIDE = /group:\s*::(setup|teardown)\b/;

/** What k6 calls the part of a metric with these tags. */
export const keyOf = (metric: string, tags: readonly string[] = []) =>
  `${metric}{${[`${PHASE}:${MEASURED}`, ...tags].join(",")}}`;

/** Whether k6's notation can name a tag value: it splits at commas and trims spaces and quotes. */
export const nameable = (value: string) => value !== "" && !/,|^[\s"']|[\s"']$/.test(value);

export interface Selecting {
  /** The script's own. */
  readonly thresholds: Thresholds;
  readonly scenarios: Scenarios;
  /** Seconds, which the script's `delayAbortEval` does not know of. */
  readonly warmup: number;
  readonly found: Discovery;
  /** The names of a discovered tag value: k6's and ours. */
  readonly labels: (value: string) => { readonly k6: string; readonly ours: string };
}

/**
 * The thresholds to run a trial with: the script's own on the measured part, and an empty list for each series.
 *
 * Limits: `vus` and `vus_max` are of the whole run, and so is a plain `dropped_iterations` where several
 * scenarios have an arrival rate.
 */
export function selection({ thresholds: written, scenarios, warmup, found, labels }: Selecting): Selection {
  const thresholds: Record<string, Threshold[]> = {};
  const series = new Map<string, Series>();
  const limits: Limit[] = [];
  const ask = (key: string, role: Series["role"]) => {
    thresholds[key] = own(thresholds, key) ?? [];
    series.set(`${role.kind} ${key}`, { key, role });
  };
  const one = (name: string) => {
    const foreign = name.includes("{") || BUILTIN.includes(name) || MODULES.test(name);
    return { kind: "metric", name, own: !foreign } as const;
  };
  const arrivals = Object.entries(scenarios)
    .filter(([, { executor }]) => executor.endsWith("arrival-rate"))
    .map(([name]) => `dropped_iterations{scenario:${name}}`);
  for (const key of arrivals) ask(key, { kind: "dropped" });
  for (const [metric, list] of Object.entries(written)) {
    const alone = metric === "dropped_iterations" && arrivals.length === 1;
    const [key, name] = measured(alone ? arrivals[0]! : metric);
    if (!UNTAGGED.has(family(name))) ask(key, one(name));
    thresholds[key] = [...(own(thresholds, key) ?? []), ...list.map((limit) => delayed(limit, warmup))];
    limits.push(
      ...list.map((limit) => ({ key, metric, text: typeof limit === "string" ? limit : limit.threshold })),
    );
  }
  for (const name of new Set([...BUILTIN, ...found.metrics])) {
    if (!UNTAGGED.has(name)) ask(keyOf(name), one(name));
  }
  for (const { metric, tag, value } of found.split) {
    const label = labels(value);
    if (!nameable(label.k6)) continue;
    ask(keyOf(metric, [`${tag}:${label.k6}`]), one(`${metric}{${tag}:${label.ours}}`));
  }
  for (const metric of ["http_reqs", "ws_sessions"]) {
    for (const status of STATUSES) {
      ask(keyOf(metric, [`status:${status}`]), { kind: "status", metric, status });
    }
  }
  for (const code of CODES)
    ask(keyOf("http_reqs", ["status:0", `error_code:${code}`]), { kind: "code", code });
  for (const name of found.checks.filter(nameable)) {
    ask(keyOf("checks", [`check:${name}`]), { kind: "check", name });
  }
  return { thresholds, series: [...series.values()], limits };
}

/** k6's name of the measured part of a metric that a script names, and ours. */
function measured(metric: string): [key: string, name: string] {
  const [, base = metric, inner = ""] = /^([^{]*)\{(.*)\}$/s.exec(metric) ?? [];
  const tags = inner
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  if (UNTAGGED.has(base) || OUTSIDE.test(inner)) return [metric, metric];
  return [keyOf(base, tags), tags.length === 0 ? base : `${base}{${tags.join(",")}}`];
}

function delayed(one: Threshold, warmup: number): Threshold {
  if (typeof one === "string" || !one.abortOnFail) return one;
  return { ...one, delayAbortEval: `${Math.round((span(one.delayAbortEval, 0) + warmup) * 1000)}ms` };
}
