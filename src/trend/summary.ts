import { userError } from "../base/errors.ts";
import { UNTRACKED } from "../compare/tracked.ts";
import { family, type Metric, nature } from "../model/metric.ts";
import { Entry, type Figure } from "../model/trend.ts";
import { tag } from "../model/versioned.ts";

/** The facts that a k6 summary lacks. */
export interface SummaryFacts {
  readonly workload: string;
  readonly runnerClass: string;
  readonly at: string;
  readonly sha: string | null;
  readonly subject: string;
}

/** k6's own metrics that are times, for files that do not state it. */
const TIMES =
  /^(http_req_|grpc_req_|ws_connecting|ws_session_duration|ws_ping|iteration_duration|group_duration|browser_web_vital_(?!cls))/;
/** The statistics read, with our names. */
const STATS: readonly (readonly [theirs: string, ours: string])[] = [
  ["med", "p50"],
  ["p(50)", "p50"],
  ["avg", "mean"],
  ["p(90)", "p90"],
  ["p(95)", "p95"],
  ["p(99)", "p99"],
];

/**
 * Reads a summary that k6 wrote (`--summary-export`, or the data of `handleSummary`) as an entry.
 *
 * @param run a name for it, always the same for the same file
 * @throws SteelyardError (user) for any other text
 */
export function summaryEntry(text: string, where: string, run: string, facts: SummaryFacts): Entry {
  const remedy = "pass a file that k6 wrote: k6 run --summary-export=FILE script.js";
  let data: { metrics?: unknown } | null;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw userError("This k6 summary is not JSON (cut off or damaged).", { where, remedy, cause });
  }
  const metrics = data?.metrics;
  if (typeof metrics !== "object" || metrics === null) {
    throw userError('This is not a k6 summary: it has no "metrics".', { where, remedy });
  }
  const figures = Object.entries(metrics)
    .flatMap(([name, metric]) => figuresOf(name, metric))
    .slice(0, 200);
  if (figures.length === 0) throw userError("This k6 summary holds no figures.", { where, remedy });
  return Entry.parse({
    schema: tag("entry"),
    source: "k6",
    run,
    at: facts.at,
    commit: facts.sha === null ? null : { sha: facts.sha, subject: facts.subject, author: null, at: null },
    attempt: 1,
    release: null,
    link: null,
    runnerClass: facts.runnerClass,
    fingerprint: null,
    verdict: null,
    mde: null,
    results: [{ workload: facts.workload, variant: null, verdict: null, figures }],
  });
}

function figuresOf(name: string, metric: unknown): Figure[] {
  if (typeof metric !== "object" || metric === null || UNTRACKED.has(family(name)) || name.length > 380)
    return [];
  const { values = metric, contains } = metric as { values?: unknown; contains?: unknown };
  if (typeof values !== "object" || values === null) return [];
  const time = contains === "time" || (contains === undefined && TIMES.test(name));
  const unit = time ? "s" : contains === "data" ? "B" : "1";
  const number = (key: string) => {
    const value = (values as Record<string, unknown>)[key];
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  };
  const figure = (stat: string, value: number | undefined, shape: Metric): Figure[] =>
    value === undefined
      ? []
      : [
          {
            metric: stat === "value" ? name : `${name}.${stat}`,
            ...nature({ metric: name, stat }, shape),
            gate: family(name) === "http_req_duration" && stat === "p50",
            value,
            interval: null,
            n: null,
            verdict: null,
            change: null,
            band: null,
            budget: null,
          },
        ];
  if (number("passes") !== undefined) {
    return figure("rate", number("rate") ?? number("value"), { kind: "share", hits: 0, total: 1 });
  }
  if (number("count") !== undefined && number("avg") === undefined) {
    return figure("rate", number("rate"), { kind: "counter", unit, count: 0, seconds: 1 });
  }
  const gauge: Metric = { kind: "gauge", unit, value: 0 };
  if (number("avg") === undefined) return figure("value", number("value"), gauge);
  const seen = new Set<string>();
  return STATS.flatMap(([theirs, ours]) => {
    const value = number(theirs);
    if (value === undefined || seen.has(ours)) return [];
    seen.add(ours);
    return figure(ours, time ? value * 1e-3 : value, gauge);
  });
}
