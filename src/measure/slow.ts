import type { Metrics } from "../model/metric.ts";
import { select } from "../model/metric.ts";
import { type Happening, isNear, type Slow, type SlowRequest, time } from "../model/slow.ts";

/** Slow requests that a trial keeps: the slowest. */
const MOST_REQUESTS = 20;
/** Lines and other happenings that it keeps. */
const MOST_HAPPENINGS = 100;
/** Seconds above the median below which no request is slow: a hiccup of any machine. */
const LEAST = 0.25;

/**
 * Seconds beyond which a request of a trial is slow: eight times as far above its median as the 90th percentile is,
 * three times the median, and 250 ms above it, whichever is most. Median and 90th percentile stay where they are until
 * a tenth of all requests is slow, which the 99th does not. Undefined where the trial has no latencies.
 */
export function slowLimit(metrics: Metrics): number | undefined {
  const [p50, p90] = [select(metrics, "http_req_duration.p50"), select(metrics, "http_req_duration.p90")];
  if (p50 === undefined || p90 === undefined) return undefined;
  return Math.max(p50 + 8 * (p90 - p50), 3 * p50, p50 + LEAST);
}

/** The slowest of a trial's requests, in the order in which they began; undefined where none is slow. */
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
 * What of everything that happened during a trial is kept beside its slow requests: whatever services did and wrote from
 * two seconds before one began until half a second after it ended. Lines that a service writes all the time say
 * nothing of a moment: of those that are alike but for their numbers, most have to be from these moments. The rarest
 * come first where there are too many.
 *
 * @param all of the whole trial, so that what is usual shows
 */
export function around(requests: readonly SlowRequest[], all: readonly Happening[]): Happening[] {
  const near = all.filter((one) => requests.some((request) => isNear(time(one), request)));
  const inside = counted(near);
  const everywhere = counted(all);
  const lines = near
    .filter((one) => one.kind === "log" && telling(inside.get(shape(one))!, everywhere.get(shape(one))!))
    .sort((a, b) => everywhere.get(shape(a))! - everywhere.get(shape(b))!);
  const deeds = near.filter(({ kind }) => kind !== "log");
  return [...deeds, ...lines].slice(0, MOST_HAPPENINGS).sort((a, b) => time(a) - time(b));
}

/** Whether more than half of all lines of a shape were written around slow requests. */
const telling = (here: number, all: number) => 2 * here > all;

function counted(all: readonly Happening[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(shape(one), (counts.get(shape(one)) ?? 0) + 1);
  return counts;
}

/** A line without what differs from one of its kind to the next: numbers, and words that hold any. */
const shape = ({ service, text }: Happening) =>
  `${service} ${text.replace(/[\w.:+-]+/g, (word) => (/\d/.test(word) ? "#" : word))}`;
