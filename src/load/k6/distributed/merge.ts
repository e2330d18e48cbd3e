import { own } from "../../../base/own.ts";
import { QUANTILES } from "../../../model/metric.ts";
import type { LoadResult } from "../../../model/ports.ts";
import type { Observed } from "../../../model/run.ts";
import { COMPARE } from "../figures.ts";
import type { K6Log } from "../log.ts";
import { type Ended, judged } from "../outcome.ts";
import type { Limit } from "../series.ts";
import { BadNumber, type Raw, type Summary } from "../summary.ts";
import { GRID, type Quantiled, union } from "./quantiles.ts";

/** Statistics that each process is asked for. */
export const SEGMENT_STATS: readonly string[] = [
  ...GRID.map((percentile) => `p(${percentile})`),
  "avg",
  "min",
  "max",
  "count",
];

/** Gauges of the number of VUs: those of all processes add up. */
const VUS = new Set(["vus", "vus_max"]);

/**
 * The summaries of all processes of a load as one. Counts and shares add up exactly; a quantile has its largest possible
 * error (`union`). A gauge has no sum: it is kept only where all processes agree.
 *
 * @param limits thresholds of the script, which no process can judge: here they are judged by the merged figures
 * @throws BadNumber for figures that are no numbers
 */
export function mergeSummaries(parts: readonly Summary[], limits: readonly Limit[]): Summary {
  const names = new Set(parts.flatMap(({ metrics }) => Object.keys(metrics)));
  const metrics: Record<string, Raw> = {};
  for (const name of names) {
    const raws = parts.flatMap(({ metrics: all }) => own(all, name) ?? []);
    const texts = limits.filter(({ key }) => key === name).map(({ text }) => text);
    const merged = mergeRaw(name, raws, texts);
    if (merged !== null) metrics[name] = merged;
  }
  const checks = new Map<string, { passes: number; fails: number }>();
  for (const [name, { passes, fails }] of parts.flatMap((part) => [...part.checks])) {
    const before = checks.get(name) ?? { passes: 0, fails: 0 };
    checks.set(name, { passes: before.passes + passes, fails: before.fails + fails });
  }
  return { metrics, checks };
}

function mergeRaw(name: string, raws: readonly Raw[], limits: readonly string[]): Raw | null {
  const { type, contains } = raws[0]!;
  const common = { type, contains };
  const sum = (stat: string) => raws.reduce((all, raw) => all + numberOf(name, raw, stat), 0);
  const judged = (value: (stat: string) => number | undefined) => ({
    ...(limits.length > 0 && {
      thresholds: Object.fromEntries(limits.map((text) => [text, held(text, value)])),
    }),
  });
  switch (type) {
    case "counter": {
      const values = { count: sum("count") };
      return { ...common, values, ...judged((stat) => own(values, stat)) };
    }
    case "rate": {
      const [passes, fails] = [sum("passes"), sum("fails")];
      const rate = passes + fails === 0 ? 0 : passes / (passes + fails);
      return { ...common, values: { passes, fails, rate }, ...judged((stat) => own({ rate }, stat)) };
    }
    case "gauge": {
      const all = (stat: string) => raws.map((raw) => numberOf(name, raw, stat));
      const values = VUS.has(name)
        ? { value: sum("value"), min: sum("min"), max: sum("max") }
        : {
            value: numberOf(name, raws[0]!, "value"),
            min: Math.min(...all("min")),
            max: Math.max(...all("max")),
          };
      if (!VUS.has(name) && new Set(all("value")).size > 1) return null;
      return { ...common, values, ...judged((stat) => own(values, stat)) };
    }
    case "trend": {
      const some = raws.filter((raw) => numberOf(name, raw, "count") > 0);
      if (some.length === 0) return raws[0]!;
      const parts = some.map(
        (raw): Quantiled => ({
          n: numberOf(name, raw, "count"),
          min: numberOf(name, raw, "min"),
          max: numberOf(name, raw, "max"),
          quantile: (percentile) => numberOf(name, raw, `p(${percentile})`),
        }),
      );
      const quantile = union(parts);
      const count = sum("count");
      const total = some.reduce((all, raw, i) => all + numberOf(name, raw, "avg") * parts[i]!.n, 0);
      const grid = QUANTILES.map((percentile) => quantile(percentile));
      const values: Record<string, number> = {
        ...Object.fromEntries(QUANTILES.map((percentile, i) => [`p(${percentile})`, grid[i]!.value])),
        avg: total / count,
        count,
        min: Math.min(...parts.map(({ min }) => min)),
        max: Math.max(...parts.map(({ max }) => max)),
      };
      const value = (stat: string) => {
        const [, percentile] = /^p\(([\d.]+)\)$/.exec(stat === "med" ? "p(50)" : stat) ?? [];
        return percentile === undefined ? own(values, stat) : quantile(Number(percentile)).value;
      };
      return { ...common, values, errors: grid.map(({ error }) => error), ...judged(value) };
    }
  }
}

/** @throws BadNumber */
function numberOf(name: string, { values }: Raw, stat: string): number {
  const value = own(values, stat);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new BadNumber(`k6 reports ${name} with ${stat} = ${String(value)}`);
}

/** k6's notation of a threshold: "p(95)<200". */
const THRESHOLD = /^\s*([a-z]+(?:\([\d.]+\))?)\s*(===?|!=|[<>]=?)\s*(-?[\d.]+(?:[eE][+-]?\d+)?)\s*$/;

/** Whether a threshold holds for merged figures; without `ok` where it cannot be told. */
function held(text: string, statistic: (stat: string) => number | undefined): { readonly ok?: boolean } {
  const [, stat = "", operator = "", limit] = THRESHOLD.exec(text) ?? [];
  const value = stat === "" ? undefined : statistic(stat);
  const compare = own(COMPARE, operator);
  return value === undefined || compare === undefined ? {} : { ok: compare(value, Number(limit)) };
}

/** The figures of a load that ended well, from the summaries of all its processes, or why they are none. */
export function judgedTogether(
  ended: Ended,
  parts: readonly Summary[],
  segments: NonNullable<Observed["generator"]["segments"]>,
): LoadResult {
  const result = judged(ended, () => mergeSummaries(parts, ended.selection.limits));
  if (!result.ok || segments.count === 1) return result;
  const { observed } = result;
  return { ...result, observed: { ...observed, generator: { ...observed.generator, segments } } };
}

/** Most errors kept of all processes. */
const KEPT = 5;

/**
 * The logs of all processes as one. The measured part lasts from the first start to the end of the longest, by each
 * process's own clock: clocks of several machines differ.
 *
 * @param warm whether there was a warm-up, whose slow requests do not count
 */
export function mergeLogs(
  parts: readonly { readonly name: string; readonly log: K6Log }[],
  { spread, warm }: { readonly spread: number; readonly warm: boolean },
): K6Log {
  const logs = parts.map(({ log }) => log);
  const spans = logs.flatMap(({ begin, end }) => (begin === null || end === null ? [] : [{ begin, end }]));
  const complete = spans.length === parts.length;
  const begin = Math.min(...spans.map((one) => one.begin));
  const firsts = logs.flatMap(({ first }) => first ?? []);
  return {
    begin: complete ? begin : null,
    end: complete ? begin + Math.max(...spans.map((one) => one.end - one.begin)) + spread * 1000 : null,
    thrown: logs.reduce((sum, { thrown }) => sum + thrown, 0),
    exception: logs.find(({ exception }) => exception !== null)?.exception ?? null,
    errors: parts.flatMap(({ name, log }) => log.errors.map((error) => `${name}: ${error}`)).slice(0, KEPT),
    failedRequest: logs.find(({ failedRequest }) => failedRequest !== null)?.failedRequest ?? null,
    slow: logs
      .flatMap(({ slow, begin: own }) =>
        slow.filter(({ at }) => !warm || own === null || Date.parse(at) >= own),
      )
      .sort((a, b) => b.seconds - a.seconds),
    first: firsts.sort((a, b) => a.at - b.at)[0] ?? null,
    asked: [...new Set(logs.flatMap(({ asked }) => asked))],
  };
}
