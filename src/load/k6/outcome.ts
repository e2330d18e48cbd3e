import type { LoadResult } from "../../model/ports.ts";
import type { FailureCode, Observed } from "../../model/run.ts";
import { fail, overdue } from "../failure.ts";
import type { Ending } from "../process.ts";
import { checks, countOf, counts, iterationSeconds, limits, metrics } from "./figures.ts";
import { fewOf } from "./hosts.ts";
import type { K6Log } from "./log.ts";
import type { Selection } from "./series.ts";
import { measuredSeconds, type Plan } from "./shape.ts";
import { BadNumber, type Summary, summary } from "./summary.ts";

/** Everything known of a trial after k6 has ended. */
export interface Evidence {
  readonly ending: Ending;
  readonly k6Log: K6Log;
  /** The summary file's content; null where there is none. */
  readonly text: string | null;
  readonly plan: Plan;
  readonly selection: Selection;
  /** Whether the script is known to make requests. */
  readonly requests: boolean;
  /** The origins that were asked where none of them leads to a target; absent where that is not known. */
  readonly past?: readonly string[] | undefined;
  /** Seconds after which it would be killed. */
  readonly limit: number;
}

/** Crossed thresholds are a finding about the system, not a broken trial. */
export const USABLE: readonly number[] = [0, 99];

/** k6's exit codes that say whose fault it is (errext/exitcodes of k6 1.8); any other is the generator's. */
const CODES: Readonly<Record<number, readonly [code: FailureCode, what: string]>> = {
  100: ["setup-timeout", "setup() of the script took longer than its time-out"],
  101: ["script-error", "teardown() of the script took longer than its time-out"],
  104: ["script-error", "k6 refuses the script's configuration"],
  105: ["interrupted", "k6 was stopped by a signal from outside"],
  107: ["script-error", "the script failed"],
  108: ["script-error", "the script aborted the test"],
  110: ["script-error", "the script marked the test as failed"],
  255: ["script-error", "k6 cannot run the script"],
};

/** The result of a trial: figures only where nothing speaks against them. */
export function outcome(evidence: Evidence): LoadResult {
  const { ending, k6Log, limit } = evidence;
  if (ending.timedOut) return overdue("k6", limit);
  const found = summary(evidence.text);
  if (ending.code === null || !USABLE.includes(ending.code)) {
    // A script often breaks over an answer that never came; the file is whole unless a signal ended k6.
    const unreachable = ending.code === 107 && typeof found !== "string" && silent(found);
    return unreachable ? dead(k6Log) : broken(ending, k6Log);
  }
  if (typeof found === "string") return fail("no-summary", [found, ...k6Log.errors].join("\n"));
  return judged(evidence, () => found);
}

/** All that is known of a load that ended well, but for its summary. */
export type Ended = Omit<Evidence, "text" | "limit">;

/** The figures of a load that ended well, or why they are none. @param read may throw BadNumber */
export function judged(evidence: Ended, read: () => Summary): LoadResult {
  try {
    return figures(evidence, read());
  } catch (error) {
    if (error instanceof BadNumber) return fail("bad-numbers", error.message);
    throw error;
  }
}

/** @throws BadNumber */
function figures(evidence: Ended, found: Summary): LoadResult {
  const { k6Log, plan, selection, ending } = evidence;
  const { window } = plan;
  const counted = counts(found, selection);
  const elsewhere = strangers(evidence, found);
  if (counted.requests > 0 && counted.answered === 0)
    return elsewhere === null ? dead(k6Log) : fail("script-error", elsewhere);
  if (counted.requests === 0 && k6Log.exception !== null && UNREACHABLE.test(k6Log.exception))
    return dead(k6Log);
  const { iterations, dropped } = counted;
  if (k6Log.thrown > 0 && k6Log.thrown >= iterations) {
    return fail("script-error", `every iteration ended with an exception: ${k6Log.exception}`);
  }
  if (iterations === 0 && counted.requests === 0) {
    return fail("no-requests", "no iteration of the script ended in the measured time");
  }
  if (counted.requests === 0 && (evidence.requests || sent(found))) {
    return fail("no-requests", "the script made no request in the measured time");
  }
  if (elsewhere !== null) return fail("script-error", elsewhere);
  if (k6Log.begin === null || k6Log.end === null || k6Log.end < k6Log.begin) {
    return fail("generator", ["k6 did not reach the end of the measured part", ...k6Log.errors].join("\n"));
  }
  const begun = k6Log.begin;
  const wall = (k6Log.end - begun) / 1000;
  const seconds = measuredSeconds(window, wall, iterationSeconds(found));
  const observed: Observed = {
    seconds,
    metrics: metrics(found, selection.series, seconds, window.kind === "constant" ? window.vus : null),
    requests: counted.requests,
    errors: Math.min(counted.errors, counted.requests),
    statuses: counted.statuses,
    unanswered: counted.unanswered,
    checks: checks(found, selection.series),
    thresholds: limits(found, selection.limits, seconds),
    generator: { cpu: ending.cpu, wall: ending.seconds, dropped, achieved: achieved(plan, iterations) },
  };
  if (dropped > 0)
    observed.metrics.dropped_iterations = { kind: "counter", unit: "1", count: dropped, seconds };
  if (k6Log.thrown > 0) {
    observed.metrics.exceptions = { kind: "share", hits: k6Log.thrown, total: iterations };
  }
  if (k6Log.first !== null) {
    observed.metrics.cold_first_request = { kind: "gauge", unit: "s", value: k6Log.first.seconds };
  }
  const slow = k6Log.slow.filter(({ at }) => plan.warmup === 0 || Date.parse(at) >= begun);
  return { ok: true, observed, ...(slow.length > 0 && { slow }) };
}

/** How clients word a target that is not there, in exceptions of gRPC and WebSocket scripts. */
const UNREACHABLE = /connection refused|no such host|connection reset|i\/o timeout|no route to host/i;

/** Share of the iterations that an open model should have started; one that is due at the border may be late. */
function achieved({ window }: Plan, iterations: number): number | null {
  if (window.kind !== "constant" || window.target === null || window.target === 0) return null;
  return Math.min(1, (iterations + 1) / window.target);
}

/** Whether requests were made at all, in the warm-up or the measured part. */
const sent = ({ metrics: all }: Summary) => Number(all.http_reqs?.values.count ?? 0) > 0;

/** Metrics of requests whose addresses are not known. */
const OTHERS = ["ws_sessions", "grpc_req_duration"];

/** Why the figures of a run are those of something else, whose requests all went past the targets; null where some did not. */
function strangers({ past = [] }: Ended, found: Summary): string | null {
  if (past.length === 0 || OTHERS.some((name) => countOf(found, name) > 0)) return null;
  const named = fewOf(past.map((origin) => origin.replace(/^\w+:\/\//, "")));
  return (
    `the script asked none of its targets, but ${named}: ` +
    "name that service's port as an endpoint, or make the address a variable in `env:`"
  );
}

/** Whether no request of the whole run, setup included, succeeded. */
function silent({ metrics: all }: Summary): boolean {
  const { passes, fails } = all.http_req_failed?.values ?? {};
  return Number(passes ?? 0) > 0 && Number(fails ?? 0) === 0;
}

function dead(k6Log: K6Log): LoadResult {
  const why = k6Log.failedRequest ?? k6Log.exception ?? k6Log.errors[0] ?? "no answer to any request";
  return fail("dead-target", `not one request was answered: ${why}`);
}

/** Why a run whose end was not a good one has no figures. */
export function broken({ code, signal }: Pick<Ending, "code" | "signal">, k6Log: K6Log) {
  const why = [...k6Log.errors, k6Log.exception ?? ""].filter((line) => line !== "").join("\n");
  if (code === null) return fail("generator", `k6 was killed by ${signal ?? "a signal"}\n${why}`);
  const [kind, what] = CODES[code] ?? ["generator", `k6 ended with exit code ${code}`];
  return fail(kind, why === "" ? what : `${what}: ${why}`);
}
