import { matches } from "../base/pattern.ts";
import type { Metric, Metrics } from "../model/metric.ts";
import type { Unit } from "../model/quantity.ts";
import { type Family, families, type Series } from "./families.ts";
import type { Page } from "./text.ts";

export interface Wanted {
  /** Names, with `*` for any letters; undefined for all metrics. */
  readonly include?: readonly string[] | undefined;
  /** Labels whose values become sub-metrics. */
  readonly split: readonly string[];
}

/** The figures between two readings, and notes about missing ones. */
export interface Figures {
  readonly metrics: Metrics;
  readonly notes: readonly string[];
}

/** Most metrics of one page. With more, the config should name the important ones. */
export const MOST_METRICS = 200;
/** Most values of a label that become sub-metrics. */
const MOST_VALUES = 20;
/** Quantiles that are computed from a histogram's buckets. */
const QUANTILES = [50, 90, 95, 99];
/** Start time of the process. A different value means a different process. */
const STARTED = "process_start_time_seconds";

/** A metric is missing; the message gives the reason. */
class Absent extends Error {}

/**
 * The figures between two readings of a page, with names under `prefix`.
 *
 * A counter is its increase, over all series or those of one label value. A new series began at 0. A series that
 * fell or disappeared was reset, with an unknown loss: the metric is missing. A gauge is its last value. A
 * histogram gives the mean, quantiles between the bounds of their bucket, the share at or below each bound, and the
 * count. A summary gives the mean and the count.
 *
 * @param seconds between the readings
 */
export function figures(before: Page, after: Page, seconds: number, wanted: Wanted, prefix: string): Figures {
  const metrics: Metrics = {};
  const notes: string[] = [];
  const [first, last] = [families(before), families(after)];
  const restarted = startOf(first) !== startOf(last);
  if (restarted) notes.push("the process was restarted during the trial: its counters are missing");
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
    `of ${names.length} metrics the first ${MOST_METRICS} are kept: name the important ones under include`,
  );
  return { metrics: Object.fromEntries(Object.entries(metrics).slice(0, MOST_METRICS)), notes };
}

/** Start time of the process behind a page, in seconds since the epoch; undefined if the page lacks it. */
export const startOf = (all: ReadonlyMap<string, Family>) => all.get(STARTED)?.series[0]?.value;

function including(include: readonly string[] | undefined): (name: string) => boolean {
  if (include === undefined) return (name) => name !== STARTED;
  return (name) => include.some((pattern) => matches(pattern, name));
}

type Labels = Readonly<Record<string, string>>;

const belongs = ({ labels }: Series, wanted: Labels) =>
  Object.entries(wanted).every(([label, value]) => labels.get(label) === value);

/** The series of a family: all of them, then those of each value of each split label. */
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
/** A metric, with the suffix of its name and its labels. */
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
  if (count === 0) return all; // there is no mean of nothing
  const sum = added(readings, "sum");
  all.push([name, { stat: "mean" }, { kind: "gauge", unit, value: sum / count }]);
  return kind === "summary" ? all : [...all, ...buckets(name, unit, readings)];
}

/** Several series have no single value: that would be a sum of temperatures. */
function gauge(name: string, unit: Unit, series: readonly Series[]): Found[] {
  if (series.length > 1) throw new Absent(`${series.length} series: split it by a label that separates them`);
  const value = series[0]?.value ?? Number.NaN;
  if (!Number.isFinite(value)) throw new Absent(`its value is ${value}`);
  return [[name, {}, { kind: "gauge", unit, value }]];
}

/** The increase of a part, over all series, between the readings. */
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
    if (delta < 0 && part !== "sum") throw new Absent("it was reset during the trial");
    sum += delta;
  }
  if (earlier.size > 0) throw new Absent("one of its series disappeared during the trial");
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
 * A quantile of a histogram, interpolated within its bucket as by Prometheus' histogram_quantile. Undefined in the
 * last bucket, which has no upper bound.
 *
 * @param below the number at or below each bound, rising; the last bound is +Inf
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

/** The base unit at the end of a name, by the naming conventions of Prometheus. */
function unitOf(name: string): Unit {
  const [, unit] = /_(seconds|bytes|ratio)(?:_total)?$/.exec(name) ?? [];
  return unit === "seconds" ? "s" : unit === "bytes" ? "B" : unit === "ratio" ? "ratio" : "1";
}

/** A name that selectors accept for any page content, such as `gateway:requests_total{status:500}`. */
function metricName(prefix: string, stem: string, labels: Labels): string {
  const name = stem.slice(0, 200).replace(/[^\w:]/g, "_");
  const tags = Object.entries(labels).map(([label, value]) => `${label}:${inert(value)}`);
  return `${prefix}${name}${tags.length > 0 ? `{${tags.join(",")}}` : ""}`;
}

/** A label's value without characters that would end a tag, a line or a name. */
const inert = (value: string) => value.slice(0, 100).replace(/[{},\p{C}\u2028\u2029]/gu, "_");
