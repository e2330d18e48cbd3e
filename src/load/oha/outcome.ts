import type { LoadResult } from "../../model/ports.ts";
import { fail, killed } from "../failure.ts";
import type { EndingWithOutput } from "../process.ts";
import { fates, metricsOf, type Report, reportOf } from "./report.ts";

/** The failure of a run that ended, before its figures are read; null where there is none. */
export function broken(ending: EndingWithOutput, limit: number): LoadResult | null {
  const stopped = killed("oha", ending, limit);
  if (stopped || ending.code === 0) return stopped;
  const lines = ending.stderr.trim().split("\n");
  const said = lines.find((line) => line.startsWith("error: ")) ?? lines.slice(-3).join(" ");
  return fail("generator", `oha ended with exit code ${ending.code}: ${said}`);
}

/** A measured run that ended: its output, its use of the machine and its plan. */
export interface Measured {
  readonly ending: EndingWithOutput;
  /** The report file's content; null where there is none. */
  readonly text: string | null;
  /** Seconds after which the trial would have been killed. */
  readonly limit: number;
  readonly used: { readonly cpu: number | null; readonly wall: number };
  /** Requests planned by an open model; null for a closed one. */
  readonly target: number | null;
}

/** The result of a measured run: figures only where no failure speaks against them. */
export function outcome({ ending, text, limit, used, target }: Measured): LoadResult {
  const failed = broken(ending, limit);
  if (failed) return failed;
  const report = reportOf(text);
  if (typeof report === "string") return fail("no-summary", report);
  const metrics = metricsOf(report);
  if (metrics.http_req_duration === undefined) return fail("dead-target", unansweredText(report));
  const counts = fates(report);
  return {
    ok: true,
    observed: {
      seconds: report.summary.total,
      metrics,
      ...counts,
      checks: [],
      thresholds: [],
      // the request that is due as the time ends may or may not be sent
      generator: {
        ...used,
        dropped: 0,
        achieved: target === null ? null : Math.min(1, (counts.requests + 1) / target),
      },
    },
  };
}

/** The most frequent error of a run without a response. */
function unansweredText({ errorDistribution }: Report): string {
  const [first] = Object.entries(errorDistribution).sort(([, a], [, b]) => b - a);
  return `not one request was answered: ${first?.[0] ?? "none was sent"}`;
}
