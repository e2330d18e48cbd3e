import { own } from "../../../base/own.ts";
import type { PairResult, PairsRequest, SideObserved } from "../../../model/ports.ts";
import type { Failure } from "../../../model/run.ts";
import type { Side } from "../../../model/schedule.ts";
import { SIDES } from "../../../model/schedule.ts";
import type { Ending } from "../../process.ts";
import { countOf, metrics } from "../figures.ts";
import type { K6Log } from "../log.ts";
import { broken } from "../outcome.ts";
import { BadNumber, type Summary } from "../summary.ts";
import type { Failing } from "./failing.ts";
import { isOpen, type Load, rateOf, vusOf } from "./load.ts";
import type { Read } from "./read.ts";
import { LEFT, OVER, type Way } from "./script.ts";
import type { Segment } from "./segments.ts";
import { busy, keyOf, type PairSelection } from "./selection.ts";

export interface Measured {
  readonly found: Summary;
  readonly selection: PairSelection;
  readonly load: Load;
  readonly way: Way["kind"];
  readonly segments: readonly Segment[];
  /** What k6 said, and the first request of each side that failed. */
  readonly k6Log: K6Log;
  readonly refused: Readonly<Record<Side, string | null>>;
  /** Examples of answers that failed, of the whole run. */
  readonly failing: Failing;
  /** The share of the script's pauses that is left; undefined where they are its own. */
  readonly pauses: number | undefined;
}

/** The pairs of a run that reached its end. Base is asked first: what both do is not head's own fault. */
export function results(measured: Measured): PairResult[] {
  const pairs = new Set(measured.segments.flatMap(({ pair }) => (pair === null ? [] : [pair])));
  return [...pairs].map((pair) => {
    const observed: Partial<Record<Side, SideObserved>> = {};
    for (const side of SIDES) {
      try {
        const one = observe(measured, pair, side);
        if ("code" in one) return { ok: false, side, failure: one };
        observed[side] = one;
      } catch (error) {
        if (!(error instanceof BadNumber)) throw error;
        return { ok: false, side, failure: { code: "bad-numbers", message: error.message } };
      }
    }
    const { pauses } = measured;
    const load = { ...loaded(measured, pair), ...(pauses !== undefined && { pauses }) };
    return { ok: true, load, base: observed.base!, head: observed.head! };
  });
}

/** What one side of a pair showed, or why it showed nothing that counts. */
function observe(measured: Measured, pair: number, side: Side): SideObserved | Failure {
  const { found, selection, k6Log } = measured;
  const series = selection.series(pair, side);
  const seconds = secondsOf(measured, pair, side);
  const all = metrics(found, series, seconds);
  const of = (name: string) => all[name];
  const [failed, made] = [of("http_req_failed"), of("checks")];
  const http = failed?.kind === "share" ? failed : { hits: 0, total: 0 };
  const ws = of("ws_sessions")?.kind === "counter" ? countOf(found, keyOf("ws_sessions", pair, side)) : 0;
  const upgraded = countOf(found, keyOf("ws_sessions", pair, side, ["status:101"]));
  const calls = of("grpc_req_duration");
  const requests = http.total + ws + (calls?.kind === "trend" ? calls.n : 0);
  const silent = countOf(found, keyOf("http_reqs", pair, side, ["status:0"])) + ws - upgraded;
  if (requests > 0 && silent >= requests) {
    const why = measured.refused[side] ?? k6Log.exception ?? "no answer to any request";
    return { code: "dead-target", message: `not one request was answered: ${why}` };
  }
  if (requests === 0) {
    const what = "the script made no request to it in this block";
    return { code: "no-requests", message: k6Log.exception === null ? what : `${what}: ${k6Log.exception}` };
  }
  const turns = countOf(found, keyOf(busy(measured.way), pair, side));
  if (turns > 0 && countOf(found, keyOf(LEFT, pair, side)) >= turns) {
    // k6 logs the exception of an asynchronous iteration as an error like any other.
    const why = k6Log.exception ?? k6Log.errors.find((line) => !line.includes(OVER)) ?? "left early";
    return { code: "script-error", message: `no turn of it reached its end: ${why}` };
  }
  if (http.total > 0) all.http_reqs = { kind: "counter", unit: "1", count: http.total, seconds };
  delete all.vus; // of the whole run
  const checks = made?.kind === "share" ? made : { hits: 0, total: 0 };
  const errors = http.hits + ws - upgraded;
  const failing = errors > 0 ? measured.failing[side] : [];
  return {
    seconds,
    metrics: all,
    requests,
    errors,
    checks: checks.total,
    failedChecks: checks.total - checks.hits,
    ...(failing.length > 0 && { failing: [...failing] }),
  };
}

/**
 * Seconds of load that a side's figures are of. An open load runs for as long as it was given. In a closed one both
 * sides share the block, and the rate of each is what its VUs would reach alone: the time its turns took, over VUs.
 */
function secondsOf({ found, load, way, segments }: Measured, pair: number, side: Side): number {
  const given = segments.filter((one) => one.pair === pair && (one.side ?? side) === side);
  const planned = given.reduce((sum, one) => sum + one.seconds, 0);
  if (isOpen(load)) return planned;
  const { avg, count: n } = own(found.metrics, keyOf(busy(way), pair, side))?.values ?? {};
  const spent = typeof avg === "number" && typeof n === "number" ? (avg * n) / 1000 / vusOf(load) : 0;
  return spent > 0 ? spent : planned;
}

/** How the load of a pair went. Iterations that fell between two blocks are no lost ones. */
function loaded({ found, load, segments }: Measured, pair: number) {
  const iterations = [null, ...SIDES].reduce(
    (sum, side) => sum + countOf(found, keyOf("iterations", pair, side)),
    0,
  );
  const lost = Number(found.metrics.dropped_iterations?.values.count ?? 0);
  if (!isOpen(load)) return { iterations, dropped: 0, achieved: null };
  const mine = segments.filter((one) => one.pair === pair);
  if (vusOf(load) > 0) {
    // Of the iterations of VUs and of rates together, none tells how many the rates made.
    const pairs = new Set(segments.map((one) => one.pair)).size;
    return { iterations, dropped: Math.ceil(lost / pairs), achieved: null };
  }
  const target = rateOf(load) * mine.reduce((sum, { seconds }) => sum + seconds, 0);
  // Each stretch begins and ends between two arrivals: one may be missing from it.
  const dropped = Math.min(lost, Math.max(0, Math.ceil(target - iterations - mine.length)));
  return {
    iterations,
    dropped,
    achieved: target > 0 ? Math.min(1, (iterations + mine.length) / target) : null,
  };
}

/** Why a run has no figures. */
export function unfinished(
  ending: Ending,
  over: boolean,
  limit: number,
  found: unknown,
  k6Log: K6Log,
): Failure {
  if (ending.timedOut) {
    return { code: "timeout", message: `k6 did not end within ${Math.round(limit)} s and was killed` };
  }
  if (over && typeof found === "string") return { code: "no-summary", message: found };
  return broken(ending, k6Log).failure;
}

/** Why a run has no figures of which an iteration went on for so many seconds after its block. */
export function tooLong(seconds: number, { waitsForSockets }: Pick<Read, "waitsForSockets">): Failure {
  const lostMessage = waitsForSockets
    ? ", or it waits for a message that k6/websockets lost, because it came before the event open: let the script send something in onopen, and wait for the answer"
    : "";
  return {
    code: "timeout",
    message:
      `an iteration of the script still ran ${seconds} s after the end of its block: pairs of seconds cannot measure ` +
      "iterations of minutes; let the script ask more often, or write mode: trial with a duration of several " +
      `iterations${lostMessage}`,
  };
}

/** The pairs of a run without figures, all for the same reason. */
export function lost(
  { pairs, block }: PairsRequest,
  why: { readonly side: Side; readonly failure: Failure },
  { cpu, seconds }: Pick<Ending, "cpu" | "seconds">,
) {
  const results = Array.from({ length: pairs }, (): PairResult => ({ ok: false, ...why }));
  return { results, cpu, wall: seconds, block };
}
