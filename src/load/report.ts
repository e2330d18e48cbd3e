import type { z } from "zod";
import type { Metrics } from "../model/metric.ts";
import type { Observed } from "../model/run.ts";

/** A program's figures from the JSON that it wrote; a sentence where it is missing or damaged. */
export function parsedReport<T>(program: string, form: z.ZodType<T>, text: string | null): T | string {
  if (text === null) return `${program} ended without writing its figures`;
  const figures = `the figures of ${program}`;
  try {
    return form.safeParse(JSON.parse(text)).data ?? `${figures} do not have the expected form`;
  } catch {
    return `${figures} are ${text.trim() === "" ? "empty" : "cut off or damaged"}`;
  }
}

/**
 * Counts of a load under the names and units of k6's metrics, so that reports and baselines look the same.
 *
 * @param failed failed requests by kind
 * @param received bytes in so many seconds
 */
export function countMetrics(
  { requests, errors }: Pick<Observed, "requests" | "errors">,
  failed: Readonly<Record<string, number>>,
  { bytes, seconds }: { readonly bytes: number; readonly seconds: number },
): Metrics {
  const counter = (unit: "1" | "B", count: number) => ({ kind: "counter", unit, count, seconds }) as const;
  const metrics: Metrics = { http_reqs: counter("1", requests), data_received: counter("B", bytes) };
  if (requests > 0) metrics.http_req_failed = { kind: "share", hits: errors, total: requests };
  for (const [kind, n] of Object.entries(failed))
    if (n > 0) metrics[`http_req_errors{kind:${kind}}`] = counter("1", n);
  return metrics;
}
