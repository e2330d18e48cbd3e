import { z } from "zod";
import { type Metrics, QUANTILES } from "../../model/metric.ts";
import type { Observed } from "../../model/run.ts";
import { countMetrics, parsedReport } from "../report.ts";

const number = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const count = number.int();

/** wrk's own summary as our Lua writes it, in microseconds. */
const Report = z.strictObject({
  duration: number.positive(),
  requests: count,
  bytes: count,
  errors: z.strictObject({ connect: count, read: count, write: count, status: count, timeout: count }),
  latency: z
    .strictObject({
      n: count.min(1),
      mean: number,
      min: number,
      max: number,
      quantiles: z.array(number).length(QUANTILES.length),
    })
    .optional(),
});
export type Report = z.infer<typeof Report>;

/** The content of a report file; a sentence where it is missing or damaged. */
export const reportOf = (text: string | null) => parsedReport("wrk", Report, text);

/** Microseconds. */
const TICK = 1e-6;

/** Counts of requests by outcome. */
export function fates({
  requests,
  errors,
}: Report): Pick<Observed, "requests" | "errors" | "statuses" | "unanswered"> {
  const { connect, read, write, status, timeout } = errors;
  const sent = requests + connect + read + write;
  const inTime = Math.max(0, requests - timeout);
  return {
    requests: sent,
    // one that is late and has a bad status is counted as both
    errors: Math.min(sent, connect + read + write + timeout + status),
    statuses: inTime > 0 ? { other: inTime } : {},
    unanswered: { timeouts: timeout, refused: connect + read, other: write },
  };
}

/** Every metric under the name and unit of k6's. */
export function metricsOf(report: Report): Metrics {
  const { bytes, duration, errors } = report;
  const metrics = countMetrics(fates(report), errors, { bytes, seconds: duration * TICK });
  if (report.latency) {
    const { n, mean, min, max, quantiles } = report.latency;
    metrics.http_req_duration = {
      kind: "trend",
      unit: "s",
      n,
      mean: mean * TICK,
      min: min * TICK,
      max: max * TICK,
      quantiles: quantiles.map((value) => value * TICK),
    };
  }
  return metrics;
}
