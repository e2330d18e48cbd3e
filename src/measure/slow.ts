import type { Metrics } from "../model/metric.ts";
import { select } from "../model/metric.ts";
import { isNear, type ServiceEvent, type Slow, type SlowRequest, time } from "../model/slow.ts";

/** Slow requests that a trial keeps: the slowest. */
const MOST_REQUESTS = 20;
/** Log lines and other events that it keeps. */
const MOST_EVENTS = 100;
/** Seconds above the median below which no request is slow: such pauses occur on any machine. */
const LEAST = 0.25;

/**
 * Seconds beyond which a request of a trial is slow. The largest of three: the median plus eight times its distance to
 * the 90th percentile, three medians, and the median plus 250 ms. Median and 90th percentile stay put until a tenth of
 * all requests is slow; the 99th percentile would not. Undefined where the trial has no latencies.
 */
export function slowLimit(metrics: Metrics): number | undefined {
  const [p50, p90] = [select(metrics, "http_req_duration.p50"), select(metrics, "http_req_duration.p90")];
  if (p50 === undefined || p90 === undefined) return undefined;
  return Math.max(p50 + 8 * (p90 - p50), 3 * p50, p50 + LEAST);
}

/** The slowest requests of a trial, in the order in which they began; undefined where none is slow. */
export function slowest(
  candidates: readonly SlowRequest[],
  metrics: Metrics,
): Pick<Slow, "limit" | "requests"> | undefined {
  const limit = slowLimit(metrics);
  if (limit === undefined) return undefined;
  const requests = candidates
    .filter(({ seconds }) => seconds > limit)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MOST_REQUESTS)
    .sort((a, b) => time(a) - time(b));
  return requests.length === 0 ? undefined : { limit, requests };
}

/**
 * The events that may explain a trial's slow requests: those from two seconds before one began until half a second
 * after it ended. A cold start explains the first requests after it. Lines that a service writes all the time explain
 * nothing: of the lines that differ only in their numbers, most must fall into these windows. Where there are too many
 * lines, the rarest are kept.
 *
 * @param all events of the whole trial, which show the usual lines
 * @param isCold whether the stack was started for the trial
 */
export function around(
  requests: readonly SlowRequest[],
  all: readonly ServiceEvent[],
  isCold: boolean,
): ServiceEvent[] {
  const near = all.filter((one) => requests.some((request) => isNear(one, request, isCold)));
  const inside = counted(near);
  const everywhere = counted(all);
  const lines = near
    .filter((one) => one.kind === "log" && telling(inside.get(shape(one))!, everywhere.get(shape(one))!))
    .sort((a, b) => everywhere.get(shape(a))! - everywhere.get(shape(b))!);
  const deeds = near.filter(({ kind }) => kind !== "log");
  return [...deeds, ...lines].slice(0, MOST_EVENTS).sort((a, b) => time(a) - time(b));
}

/** Whether more than half of all lines of a shape were written around slow requests. */
const telling = (here: number, all: number) => 2 * here > all;

function counted(all: readonly ServiceEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(shape(one), (counts.get(shape(one)) ?? 0) + 1);
  return counts;
}

/** A line without its numbers and the words that contain digits. */
const shape = ({ service, text }: ServiceEvent) =>
  `${service} ${text.replace(/[\w.:+-]+/g, (word) => (/\d/.test(word) ? "#" : word))}`;
