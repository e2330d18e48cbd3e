import { own } from "../../base/own.ts";
import { family, type Metric, type Metrics } from "../../model/metric.ts";
import type { Observed } from "../../model/run.ts";
import type { Limit, Selection, Series } from "./series.ts";
import { keyOf } from "./series.ts";
import { type Answers, answers } from "./statuses.ts";
import { metric, type Raw, type Summary } from "./summary.ts";

/** Most checks and thresholds a trial carries. */
const MOST = 1_000;

/** The counters of the measured part that everything else is judged by. */
export interface Counts extends Answers {
  readonly requests: number;
  readonly errors: number;
  readonly iterations: number;
  readonly dropped: number;
}

/** A counter's count or a trend's number of samples; 0 where the series does not exist. */
export function countOf(summary: Summary, key: string): number {
  const value = own(summary.metrics, key)?.values.count;
  return typeof value === "number" ? value : 0;
}

export function counts(summary: Summary, selection: Selection): Counts {
  const of = (name: string, tags: string[] = []) => countOf(summary, keyOf(name, tags));
  const requests = { http: of("http_reqs"), ws: of("ws_sessions"), grpc: of("grpc_req_duration") };
  const byStatus: Record<string, Record<string, number>> = { http_reqs: {}, ws_sessions: {} };
  const byCode: Record<number, number> = {};
  for (const { key, role } of selection.series) {
    if (role.kind === "status") byStatus[role.metric]![role.status] = countOf(summary, key);
    if (role.kind === "code") byCode[role.code] = countOf(summary, key);
  }
  const dropped = selection.series.filter(({ role }) => role.kind === "dropped");
  const became = answers(requests, { http: byStatus.http_reqs!, ws: byStatus.ws_sessions! }, byCode);
  const failed = own(summary.metrics, keyOf("http_req_failed"))?.values.passes;
  const handshakes = requests.ws - (byStatus.ws_sessions!["101"] ?? 0);
  return {
    ...became,
    requests: requests.http + requests.ws + requests.grpc,
    errors: (typeof failed === "number" ? failed : 0) + Math.max(0, handshakes),
    iterations: of("iterations"),
    dropped: dropped.reduce((sum, { key }) => sum + countOf(summary, key), 0),
  };
}

/** Durations of all measured iterations, seconds: their sum, which is the time VUs were busy, and the longest. */
export function iterationSeconds(summary: Summary): { sum: number; longest: number } {
  const { avg, count, max } = own(summary.metrics, keyOf("iteration_duration"))?.values ?? {};
  const number = (value: unknown) => (typeof value === "number" ? value : 0);
  return { sum: (number(avg) * number(count)) / 1000, longest: number(max) / 1000 };
}

/**
 * Every metric of the measured part, under our names.
 *
 * `vus` is the most VUs active at once. k6 counts them over the whole run, not per scenario. Between warm-up and
 * measured part it counts VUs of both and that of our own mark, so the figure is limited by the parameter `vus`. Its
 * `vus_max` always counts the VU of the mark, and is left out.
 *
 * @param vus the most that the load can have at once; null where its plan does not say
 * @throws BadNumber
 */
export function metrics(
  summary: Summary,
  series: readonly Series[],
  seconds: number,
  vus: number | null = null,
): Metrics {
  const found: Metrics = {};
  for (const { key, role } of series) {
    const raw = own(summary.metrics, key);
    if (role.kind !== "metric" || raw === undefined) continue;
    const value = metric(role.name, raw, seconds);
    if (value !== null && occurred(summary, role, value)) found[role.name.slice(0, 400)] = value;
  }
  const active = summary.metrics.vus?.values.max;
  if (typeof active === "number") {
    found.vus = { kind: "gauge", unit: "1", value: Math.min(active, vus ?? active) };
  }
  return found;
}

/**
 * Whether a counter or gauge of 0 is one: k6 gives 0 for a series nothing was added to as well. A counter the
 * script itself declares is 0 where nothing was added; one with tags, or of k6, does not occur. A gauge is 0
 * where the run set it to something else before; one that is never anything else counts as never set.
 */
function occurred(summary: Summary, role: { name: string; own: boolean }, value: Metric): boolean {
  if (value.kind === "counter") return value.count !== 0 || role.own;
  if (value.kind !== "gauge" || value.value !== 0) return true;
  const whole = own(summary.metrics, family(role.name))?.values;
  return whole?.value === 0 && (whole.min !== 0 || whole.max !== 0);
}

/**
 * The checks of the measured part. A check that the short run did not meet has no series of its own. Its counts are
 * those of the whole run, warm-up included, so that a failing check is never lost.
 */
export function checks(summary: Summary, series: readonly Series[]): Observed["checks"] {
  const found = new Map<string, { passes: number; fails: number }>();
  for (const { key, role } of series) {
    const raw = own(summary.metrics, key);
    const share = role.kind === "check" && raw !== undefined ? metric(key, raw, 1) : null;
    if (role.kind !== "check" || share?.kind !== "share") continue;
    found.set(role.name, { passes: share.hits, fails: share.total - share.hits });
  }
  for (const [name, whole] of summary.checks) if (!found.has(name)) found.set(name, whole);
  return [...found]
    .filter(([, { passes, fails }]) => passes + fails > 0)
    .map(([name, { passes, fails }]) => ({ name: name.slice(0, 2_000), passes, fails }))
    .slice(0, MOST);
}

/** The operators of thresholds. */
export const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "===": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

/**
 * The script's thresholds, held or not, under the names the script gave them. One on a distribution or share
 * without a sample is neither: k6 compares with 0, and every limit holds for nothing.
 */
export function limits(
  summary: Summary,
  declared: readonly Limit[],
  seconds: number,
): Observed["thresholds"] {
  return declared.slice(0, MOST).flatMap(({ key, metric: name, text }) => {
    const raw = own(summary.metrics, key);
    const ok = own(raw?.thresholds, text)?.ok;
    if (raw === undefined || typeof ok !== "boolean" || metric(key, raw, seconds) === null) return [];
    const held = rateHeld(raw, text, seconds) ?? ok;
    return [{ metric: name.slice(0, 2_000), limit: text.slice(0, 2_000), held }];
  });
}

/** Whether a counter's rate holds: k6 divides by the whole run, warm-up included, and so cannot tell. */
function rateHeld(raw: Raw, text: string, seconds: number): boolean | undefined {
  const [, op, limit] = /^\s*rate\s*([<>=!]=*)\s*(-?[\d.]+)\s*$/.exec(text) ?? [];
  const compare = op === undefined ? undefined : COMPARE[op];
  const count = raw.values.count;
  if (raw.type !== "counter" || !compare || typeof count !== "number") return undefined;
  return compare(count / seconds, Number(limit));
}
