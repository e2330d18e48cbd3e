import { z } from "zod";
import { type Metrics, QUANTILES, type Trend } from "../../model/metric.ts";
import type { Observed } from "../../model/run.ts";
import { countMetrics, parsedReport } from "../report.ts";
import { PERCENTILES } from "./kind.ts";

const number = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const count = number.int();
/** null where oha has no request to compute it of: it prints NaN so. */
const figure = number.nullable();

/** The parts of oha's JSON that are read; later versions may add others. Times are in seconds. */
const Report = z.object({
  summary: z.object({
    total: number.positive(),
    slowest: figure,
    fastest: figure,
    average: figure,
    totalData: count,
  }),
  latencyPercentiles: z.record(z.string(), figure),
  statusCodeDistribution: z.record(z.string().regex(/^\d{3}$/), count),
  errorDistribution: z.record(z.string(), count),
});
export type Report = z.infer<typeof Report>;

/** The JSON of a run; a sentence where it is missing or damaged. */
export const reportOf = (text: string | null) => parsedReport("oha", Report, text);

/** oha's own texts for these two; every other error is that of a library. */
const TIMEOUT = "timeout";
const DEADLINE = "aborted due to deadline";
/** The connection was refused, reset, aborted or closed: errno of Linux or macOS, or hyper's text. */
const REFUSED = /\(os error (?:111|104|103|32|61|54|53)\)|^connection closed before message completed/;

/** Failed requests by kind; those that oha itself cut off at the end did not fail. */
export function failures({ errorDistribution, statusCodeDistribution }: Report) {
  const kinds = { status: 0, timeout: 0, refused: 0, other: 0 };
  for (const [status, n] of Object.entries(statusCodeDistribution)) {
    if (Number(status) >= 400) kinds.status += n;
  }
  for (const [error, n] of Object.entries(errorDistribution)) {
    if (error === DEADLINE) continue;
    kinds[error === TIMEOUT ? "timeout" : REFUSED.test(error) ? "refused" : "other"] += n;
  }
  return kinds;
}

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** Counts of requests by outcome. */
export function fates(report: Report): Pick<Observed, "requests" | "errors" | "statuses" | "unanswered"> {
  const { status, timeout, refused, other } = failures(report);
  const unanswered = timeout + refused + other;
  return {
    requests: sum(Object.values(report.statusCodeDistribution)) + unanswered,
    errors: status + unanswered,
    statuses: report.statusCodeDistribution,
    unanswered: { timeouts: timeout, refused, other },
  };
}

/** Every metric under the name and unit of k6's. */
export function metricsOf(report: Report): Metrics {
  const { total: seconds, totalData: bytes } = report.summary;
  const counts = countMetrics(fates(report), failures(report), { bytes, seconds });
  const duration = durationOf(report);
  return { ...counts, ...(duration && { http_req_duration: duration }) };
}

/**
 * The latency of requests with a response, of any status; undefined where there was none.
 *
 * oha prints nine percentiles, the smallest and the largest: these are exact. The others of our grid are interpolated
 * between their neighbours, and lie between them: the error is at most the distance of the two. The config refuses
 * gates and budgets on them (`percentiles` in kind.ts), so that no verdict rests on one.
 */
function durationOf({ summary, latencyPercentiles, statusCodeDistribution }: Report): Trend | undefined {
  const { fastest, slowest, average } = summary;
  const n = sum(Object.values(statusCodeDistribution));
  const middle = PERCENTILES.map((q) => [q, latencyPercentiles[`p${q}`] ?? null] as const);
  if (n === 0 || fastest === null || slowest === null || average === null) return undefined;
  const knots = [[0, fastest], ...middle, [100, slowest]].filter(
    (knot): knot is [number, number] => knot[1] !== null,
  );
  return {
    kind: "trend",
    unit: "s",
    n,
    mean: average,
    min: fastest,
    max: slowest,
    quantiles: QUANTILES.map((q) => interpolated(knots, q)),
  };
}

/** The value at a percentile, on the line between the two known ones around it. */
function interpolated(knots: readonly (readonly [q: number, value: number])[], at: number): number {
  const above = knots.findIndex(([q]) => q >= at);
  const [q1, v1] = knots[above]!;
  const [q0, v0] = knots[Math.max(0, above - 1)]!;
  return q1 === q0 || q1 === at ? v1 : v0 + ((v1 - v0) * (at - q0)) / (q1 - q0);
}
