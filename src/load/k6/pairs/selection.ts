import type { Workload } from "../../../model/config.ts";
import { family, selector } from "../../../model/metric.ts";
import { SIDES, type Side } from "../../../model/schedule.ts";
import type { Discovery } from "../discovery.ts";
import { nameable, type Series } from "../series.ts";
import { LEFT, TAG, TURNS, type Way } from "./script.ts";
import { blockOf } from "./segments.ts";

const DURATION = "http_req_duration";
/** Metrics that decide a pair: always selected. Each is one more comparison for every sample of its metric. */
const ALWAYS = [DURATION, "http_req_failed", "checks"];
/** Metrics that k6 itself makes for HTTP and for the run: selected only where the workload names them. */
const COMMON = /^(http_|iteration|data_|group_duration$|vus|dropped_iterations$|steelyard_)/;

/** A tag and its value; k6 refuses anything else. */
const TAG_OF = /^[^:]+:./s;
/** Durations by name are selected where a run has at most so many series of them. */
const MOST_OF_NAMES = 100;

/** k6's name of a metric's samples of one block, or of one side's part of it. */
export const keyOf = (metric: string, pair: number, side: Side | null, tags: readonly string[] = []) =>
  `${metric}{${[`${TAG}:${blockOf(pair)}${side === null ? "" : `.${side}`}`, ...tags].join(",")}}`;

/** The series a side's time is known by: how long its turns took. */
export const busy = (way: Way["kind"]) => (way === "module" ? TURNS : "iteration_duration");

export interface PairSelecting {
  readonly workload: Workload;
  readonly way: Way["kind"];
  readonly pairs: number;
  readonly found: Discovery;
  /** The names of a discovered tag value: k6's on a side, and ours. */
  readonly labels: Readonly<Record<Side, (value: string) => { readonly k6: string; readonly ours: string }>>;
}

export interface PairSelection {
  /** An empty list for each series: they exist only where thresholds name them. */
  readonly thresholds: Readonly<Record<string, readonly never[]>>;
  /** The metrics of one side of a pair. */
  series(pair: number, side: Side): Series[];
}

/**
 * The series of all blocks. They are the metrics that decide a pair, the script's own, those of other protocols, and
 * those that the workload's settings name, with tags as k6 writes them where a short run splits by no such tag
 * (`group_duration{group:::a}`). Durations by name are added where they are few: k6 compares each sample with
 * all series of its metric.
 */
export function pairSelection({ workload, way, pairs, found, labels }: PairSelecting): PairSelection {
  const wanted = named(workload);
  const names = found.split.filter(({ metric }) => metric === DURATION).length;
  const isByName = SIDES.length * pairs * names <= MOST_OF_NAMES;
  const plain = new Set([
    ...ALWAYS,
    ...found.metrics.filter((name) => !name.includes("{") && (!COMMON.test(name) || wanted.has(name))),
  ]);
  const known = new Set(
    found.split.map(({ metric, tag, value }) => `${metric}{${tag}:${labels.base(value).ours}}`),
  );
  const tagged = [...wanted].flatMap((name): { name: string; metric: string; tags: string[] }[] => {
    const [, metric = "", inner = ""] = /^([^{]*)\{(.*)\}$/s.exec(name) ?? [];
    const tags = inner.split(",").map((tag) => tag.trim());
    const isSound = found.metrics.includes(metric) && tags.every((tag) => TAG_OF.test(tag));
    return isSound && !known.has(name) ? [{ name, metric, tags }] : [];
  });
  const series = (pair: number, side: Side): Series[] => [
    ...tagged.map(
      ({ name, metric, tags }): Series => ({
        key: keyOf(metric, pair, side, tags),
        role: { kind: "metric", name, own: false },
      }),
    ),
    ...[...plain].map((name): Series => {
      const own = !ALWAYS.includes(name) && !/^(ws|grpc|browser)_/.test(name) && !COMMON.test(name);
      return { key: keyOf(name, pair, side), role: { kind: "metric", name, own } };
    }),
    ...found.split.flatMap(({ metric, tag, value }): Series[] => {
      const { k6, ours } = labels[side](value);
      const name = `${metric}{${tag}:${ours}}`;
      if (!(wanted.has(name) || (isByName && metric === DURATION)) || !nameable(k6)) return [];
      return [
        { key: keyOf(metric, pair, side, [`${tag}:${k6}`]), role: { kind: "metric", name, own: false } },
      ];
    }),
  ];
  const keys = Array.from({ length: pairs }, (_, pair) => [
    keyOf("iterations", pair, null),
    ...SIDES.flatMap((side) => [
      ...series(pair, side).map(({ key }) => key),
      keyOf("iterations", pair, side),
      keyOf(busy(way), pair, side),
      keyOf(LEFT, pair, side),
      keyOf("http_reqs", pair, side, ["status:0"]),
      ...(plain.has("ws_sessions") ? [keyOf("ws_sessions", pair, side, ["status:101"])] : []),
    ]),
  ]).flat();
  return { thresholds: Object.fromEntries(keys.map((key) => [key, []])), series };
}

/** Metrics that the settings of a workload name, with tags and without. */
function named({ gate, budgets, expect, metrics }: Workload): ReadonlySet<string> {
  const texts = [...gate, ...Object.keys(budgets), ...Object.keys(expect), ...Object.keys(metrics)];
  return new Set(
    texts.flatMap((text) => {
      const metric = selector(text)?.metric;
      return metric === undefined ? [] : [metric, family(metric)];
    }),
  );
}
