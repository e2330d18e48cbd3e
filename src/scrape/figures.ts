import type { Metric, Metrics } from "../model/metric.ts";
import type { Unit } from "../model/quantity.ts";
import { type Family, families, type Series } from "./families.ts";
import type { Page } from "./text.ts";

export interface Wanted {
  /** Names with `*` for any letters; undefined for all. */
  readonly include?: readonly string[] | undefined;
  /** Labels whose values become sub-metrics. */
  readonly split: readonly string[];
}

/** What happened between two readings, and what could not be had of it, in words. */
export interface Figures {
  readonly metrics: Metrics;
  readonly notes: readonly string[];
}

/** Most metrics of one page: with more, those that matter should be named. */
export const MOST_METRICS = 200;
/** Most values of a label that become sub-metrics. */
const MOST_VALUES = 20;
/** Quantiles that are read off a histogram's buckets. */
const QUANTILES = [50, 90, 95, 99];
/** When a process began: another one is another process. */
const STARTED = "process_start_time_seconds";

/** A metric is absent, and this is why. */
class Absent extends Error {}

/**
 * The figures of what happened between two readings of a page, under `prefix`.
 *
 * Counters are what was added, over all series or those of one label value. A series that is new began at 0; one
 * that fell or is gone began anew in between, and nobody knows what was lost: the metric is absent. Gauges are their
 * last value. Of histograms come the mean, quantiles between the bounds of their bucket, the share at or below each
 * bound, and the count; of summaries the mean and the count.
 *
 * @param seconds between the readings
 */
export function figures(before: Page, after: Page, seconds: number, wanted: Wanted, prefix: string): Figures {
  const metrics: Metrics = {};
  const notes: string[] = [];
  const [first, last] = [families(before), families(after)];
  const restarted = startOf(first) !== startOf(last);
  if (restarted) notes.push("the process started anew during the trial: its counters are absent");
  for (const name of [...last.keys()].sort().filter(including(wanted.include))) {
    const family = last.get(name)!;
    if (restarted && family.kind !== "gauge") continue;
    const earlier = first.get(name)?.series ?? [];
    for (const [labels, series] of groups(family, wanted.split, name, notes)) {
      try {
        const mine = earlier.filter((one) => belongs(one, labels));
        const found = of(family.kind, name, { before: mine, after: series, seconds });
        for (const [stem, own, metric] of found)
          metrics[metricName(prefix, stem, { ...labels, ...own })] = metric;
      } catch (error) {
        if (!(error instanceof Absent)) throw error;
        notes.push(`${metricName("", name, labels)}: ${error.message}`);
      }
    }
  }
  const names = Object.keys(metrics);
  if (names.length <= MOST_METRICS) return { metrics, notes };
  notes.push(
    `of ${names.length} metrics the first ${MOST_METRICS} are kept: name those that matter under include`,
  );
  return { metrics: Object.fromEntries(Object.entries(metrics).slice(0, MOST_METRICS)), notes };
}

/** When the process behind a page was started, seconds since the epoch; undefined where it does not say. */
export const startOf = (all: ReadonlyMap<string, Family>) => all.get(STARTED)?.series[0]?.value;

function including(include: readonly string[] | undefined): (name: string) => boolean {
  if (include === undefined) return (name) => name !== STARTED;
  return (name) => include.some((pattern) => matches(name, pattern.split("*")));
}

/** Whether a name consists of these parts with anything between them. No regular expression: those may take long. */
function matches(name: string, parts: readonly string[]): boolean {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

type Labels = Readonly<Record<string, string>>;

const belongs = ({ labels }: Series, wanted: Labels) =>
  Object.entries(wanted).every(([label, value]) => labels.get(label) === value);

/** The series of a family: all of them, then those of each value of each label that it is split by. */
function groups(
  { series }: Family,
  split: readonly string[],
  name: string,
  notes: string[],
): [labels: Labels, series: readonly Series[]][] {
  const parts = split.flatMap((label) => {
    const values = [...new Set(series.flatMap(({ labels }) => labels.get(label) ?? []))].sort();
    if (values.length <= MOST_VALUES) {
      return values.map((value): [Labels, readonly Series[]] => {
        const labels = { [label]: value };
        return [labels, series.filter((one) => belongs(one, labels))];
      });
    }
    notes.push(`${name} is not split by ${label}, which has ${values.length} values`);
    return [];
  });
  return [[{}, series], ...parts];
}

interface Readings {
  readonly before: readonly Series[];
  readonly after: readonly Series[];
  readonly seconds: number;
}
/** A metric, with what comes to its name and its labels. */
type Found = readonly [stem: string, labels: Labels, metric: Metric];

function of(kind: Family["kind"], name: string, readings: Readings): Found[] {
  const unit = unitOf(name);
  if (kind === "gauge") return gauge(name, unit, readings.after);
  const { seconds } = readings;
  const counted = (stem: string, count: number, of: Unit): Found => [
    stem,
    {},
    { kind: "counter", unit: of, count, seconds },
  ];
  if (kind === "counter") return [counted(name, added(readings, "value"), unit)];
  const count = added(readings, "count");
  const all = [counted(`${name}_count`, count, "1")];
  if (count === 0) return all; // a mean of nothing is none
  const sum = added(readings, "sum");
  all.push([name, { stat: "mean" }, { kind: "gauge", unit, value: sum / count }]);
  return kind === "summary" ? all : [...all, ...buckets(name, unit, readings)];
}

/** Of several series there is no one value: that would be a sum of temperatures. */
function gauge(name: string, unit: Unit, series: readonly Series[]): Found[] {
  if (series.length > 1)
    throw new Absent(`${series.length} series: split it by a label that tells them apart`);
  const value = series[0]?.value ?? Number.NaN;
  if (!Number.isFinite(value)) throw new Absent(`its value is ${value}`);
  return [[name, {}, { kind: "gauge", unit, value }]];
}

/** What was added to a part of all series between the readings. */
function added({ before, after }: Readings, part: Series["part"], le?: number): number {
  const mine = (one: Series) => one.part === part && (le === undefined || one.le === le);
  const earlier = new Map(before.filter(mine).map((one) => [keyOf(one), one.value]));
  let sum = 0;
  for (const one of after.filter(mine)) {
    const key = keyOf(one);
    const delta = one.value - (earlier.get(key) ?? 0);
    earlier.delete(key);
    if (!Number.isFinite(delta)) throw new Absent(`its value is ${one.value}`);
    // the sum of a distribution of negative numbers may fall
    if (delta < 0 && part !== "sum") throw new Absent("it began anew during the trial");
    sum += delta;
  }
  if (earlier.size > 0) throw new Absent("a series of it was gone after the trial");
  return sum;
}

const keyOf = ({ labels, le }: Series) => JSON.stringify([le, [...labels].sort()]);

/** The shares at or below the bounds, and the quantiles that the bounds allow. */
function buckets(name: string, unit: Unit, readings: Readings): Found[] {
  const all = readings.after.filter(({ part }) => part === "bucket");
  const bounds = [...new Set(all.map(({ le }) => le))].sort((a, b) => a - b);
  const below = bounds.map((le) => ({ le, n: added(readings, "bucket", le) }));
  const total = below.at(-1);
  const rising = below.every(({ n }, i) => n >= (below[i - 1]?.n ?? 0));
  if (total === undefined || total.le !== Number.POSITIVE_INFINITY || bounds.some(Number.isNaN) || !rising) {
    throw new Absent("its buckets do not add up");
  }
  if (total.n === 0) return [];
  const shares = below
    .slice(0, -1)
    .map(
      ({ le, n }): Found => [
        name,
        { le: String(le) },
        { kind: "share", hits: n, total: total.n, better: "higher" },
      ],
    );
  const quantiles = QUANTILES.flatMap((q): Found[] => {
    const value = bucketQuantile(q / 100, below);
    return value === undefined ? [] : [[name, { stat: `p${q}` }, { kind: "gauge", unit, value }]];
  });
  return [...quantiles, ...shares];
}

/**
 * A quantile of a histogram, interpolated within its bucket as Prometheus' histogram_quantile does. Undefined in the
 * last bucket, which has no upper bound: there it may be anything.
 *
 * @param below the number at or below each bound, rising, the last bound +Inf
 */
export function bucketQuantile(
  q: number,
  below: readonly { readonly le: number; readonly n: number }[],
): number | undefined {
  const rank = q * (below.at(-1)?.n ?? 0);
  const at = below.findIndex(({ n }) => n >= rank && n > 0);
  const bucket = below[at];
  if (bucket === undefined || bucket.le === Number.POSITIVE_INFINITY) return undefined;
  const under = below[at - 1];
  if (under === undefined && bucket.le <= 0) return bucket.le;
  const [from, n] = [under?.le ?? 0, under?.n ?? 0];
  return bucket.n === n ? bucket.le : from + ((bucket.le - from) * (rank - n)) / (bucket.n - n);
}

/** The base unit that a name ends with, as the naming conventions of Prometheus want it. */
function unitOf(name: string): Unit {
  const [, unit] = /_(seconds|bytes|ratio)(?:_total)?$/.exec(name) ?? [];
  return unit === "seconds" ? "s" : unit === "bytes" ? "B" : unit === "ratio" ? "ratio" : "1";
}

/** `gateway:requests_total{status:500}`: a name that selectors take, whatever the page held. */
function metricName(prefix: string, stem: string, labels: Labels): string {
  const name = stem.slice(0, 200).replace(/[^\w:]/g, "_");
  const tags = Object.entries(labels).map(([label, value]) => `${label}:${inert(value)}`);
  return `${prefix}${name}${tags.length > 0 ? `{${tags.join(",")}}` : ""}`;
}

/** A label's value without what would end a tag, a line or a name. */
const inert = (value: string) => value.slice(0, 100).replace(/[{},\p{C}\u2028\u2029]/gu, "_");
