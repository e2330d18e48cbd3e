import { own } from "../../base/own.ts";
import { selector } from "../../model/metric.ts";
import { format, type Unit } from "../../model/quantity.ts";
import type { Buckets } from "../../model/record.ts";
import type { GoodTrial } from "../../model/run.ts";

/** The contents of a histogram between two bounds, over all trials. */
export interface Bucket {
  /** "≤ 250 ms", "250 ms to 2.5 s", "> 5 s"; the last one is "all". */
  readonly range: string;
  readonly n: number;
  /** Observations in all buckets. */
  readonly of: number;
  /** Observations by value of the label, most first; values without any are left out. */
  readonly kinds: readonly (readonly [kind: string, n: number])[];
}

/**
 * A histogram that a service published, in the buckets of a record, plus one bucket for all. Empty where no trial has it,
 * or where a bound is not one of the histogram's own: counts between two of its bounds are unknown.
 */
export function bucketsOf({ histogram, bounds, by }: Buckets, good: readonly GoodTrial[]): Bucket[] {
  const whole = below(histogram, bounds, {}, good);
  const total = whole?.at(-1) ?? 0;
  if (whole === undefined || total === 0) return [];
  const kinds = by === undefined ? [] : valuesOf(`${histogram}_count`, by, good);
  const parts = kinds.flatMap((kind) => {
    const count = below(histogram, bounds, { [by!]: kind }, good);
    return count === undefined ? [] : [{ kind, count }];
  });
  const bucket = (range: string, n: (counts: readonly number[]) => number): Bucket => ({
    range,
    n: n(whole),
    of: total,
    kinds: parts
      .map(({ kind, count }) => [kind, n(count)] as const)
      .filter(([, count]) => count > 0)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
  });
  const ranges = rangesOf(bounds, /_bytes$/.test(histogram) ? "B" : /_seconds$/.test(histogram) ? "s" : "1");
  const each = ranges.map((range, i) => bucket(range, (n) => n[i]! - (n[i - 1] ?? 0)));
  return [...each, bucket("all", (n) => n.at(-1)!)];
}

function rangesOf(bounds: readonly number[], unit: Unit): string[] {
  const labels = bounds.map((bound) => format(bound, unit));
  return [
    `≤ ${labels[0]}`,
    ...labels.slice(1).map((bound, i) => `${labels[i]} to ${bound}`),
    `> ${labels.at(-1)}`,
  ];
}

/**
 * Observations at or below each bound, then all of them, summed over the trials that have any. Undefined where none has,
 * or where a bound is not the histogram's.
 */
function below(
  histogram: string,
  bounds: readonly number[],
  labels: Readonly<Record<string, string>>,
  good: readonly GoodTrial[],
): number[] | undefined {
  const tags = Object.entries(labels).map(([label, value]) => `${label}:${value}`);
  const sums = [...bounds, 0].map(() => 0);
  let any = false;
  for (const { observed } of good) {
    const counted = own(observed.metrics, `${histogram}_count${tags.length > 0 ? `{${tags}}` : ""}`);
    if (counted?.kind !== "counter" || counted.count === 0) continue;
    any = true;
    for (const [i, bound] of bounds.entries()) {
      const share = own(observed.metrics, `${histogram}{${[...tags, `le:${bound}`].join(",")}}`);
      if (share?.kind !== "share") return undefined;
      sums[i]! += share.hits;
    }
    sums[bounds.length]! += counted.count;
  }
  return any ? sums : undefined;
}

/** The values of a label in the names of a metric's parts. */
function valuesOf(metric: string, label: string, good: readonly GoodTrial[]): string[] {
  const names = new Set(good.flatMap(({ observed }) => Object.keys(observed.metrics)));
  const [from, to] = [`${metric}{${label}:`, "}"];
  return [...names].flatMap((name) =>
    name.startsWith(from) && selector(name) ? name.slice(from.length, -to.length) : [],
  );
}
