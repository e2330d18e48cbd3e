import type { ChartRun, Series } from "../../model/chart.ts";

/** The data of a plot: one x axis and columns, in the format of the chart library. */
export interface Columns {
  /** Unix seconds, or the number of the run. */
  readonly xs: number[];
  /** For each x its time, Unix seconds. */
  readonly times: number[];
  /** For each x its run; −1 for a row that only separates two machines. */
  readonly runs: number[];
  /** For each series: value, lower and upper end. Null breaks a line; undefined is skipped. */
  readonly parts: readonly {
    readonly value: (number | null | undefined)[];
    readonly low: (number | null | undefined)[];
    readonly high: (number | null | undefined)[];
    /** For each point of the series: its row. */
    readonly rows: number[];
  }[];
}

/**
 * The rows of some series: every run in any of them, and one more where a machine changed.
 *
 * @param intervals whether intervals are drawn; otherwise their columns are empty
 */
export function columns(
  series: readonly Series[],
  runs: readonly ChartRun[],
  axis: "time" | "run",
  intervals: boolean,
): Columns {
  const used = [...new Set(series.flatMap((one) => one.runs))].sort((a, b) => a - b);
  const place = new Map(used.map((run, i) => [run, i]));
  const xOf = (run: number) => (axis === "time" ? runs[run]!.at : place.get(run)!);
  const gaps = new Map<number, Set<number>>();
  series.forEach((one, s) => {
    for (const { at } of one.breaks) {
      const x = (xOf(one.runs[at - 1]!) + xOf(one.runs[at]!)) / 2;
      gaps.set(x, new Set([...(gaps.get(x) ?? []), s]));
    }
  });
  const none: ReadonlySet<number> = new Set();
  const rows = [
    ...used.map((run) => ({ x: xOf(run), run, breaks: none })),
    ...[...gaps].map(([x, breaks]) => ({ x, run: -1, breaks })),
  ];
  rows.sort((a, b) => a.x - b.x);
  const rowOf = new Map(rows.map(({ run }, i) => [run, i]));
  return {
    xs: rows.map(({ x }) => x),
    times: rows.map(({ run }, i) => runs[run < 0 ? rows[i - 1]!.run : run]?.at ?? 0),
    runs: rows.map(({ run }) => run),
    parts: series.map((one, s) => {
      const at = one.runs.map((run) => rowOf.get(run)!);
      const spread = (values: readonly (number | null)[]) => {
        const column: (number | null | undefined)[] = new Array(rows.length).fill(undefined);
        rows.forEach(({ breaks }, i) => {
          if (breaks.has(s)) column[i] = null;
        });
        values.forEach((value, i) => {
          column[at[i]!] = value ?? undefined;
        });
        return column;
      };
      const ends = intervals ? { low: spread(one.low), high: spread(one.high) } : { low: [], high: [] };
      return { value: spread(one.values), ...ends, rows: at };
    }),
  };
}

/** Index of the item nearest to x in an ascending list; −1 for an empty one. */
export function nearest(ascending: readonly number[], x: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= x) low = middle;
    else high = middle;
  }
  if (high < 0) return -1;
  return Math.abs(ascending[high]! - x) < Math.abs(ascending[low]! - x) ? high : low;
}

/**
 * Lowest and highest figure between two x, with a margin. Intervals are included only up to the height of the values, so
 * that one uncertain run does not flatten all others.
 */
export function extent(
  { xs, parts }: Columns,
  [from, to]: readonly [number, number],
  extra: readonly number[],
  zero: boolean,
): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  let [least, most] = [Infinity, -Infinity];
  for (const part of parts) {
    for (const row of part.rows) {
      if (xs[row]! < from || xs[row]! > to) continue;
      const value = part.value[row]!;
      low = Math.min(low, value);
      high = Math.max(high, value);
      least = Math.min(least, part.low[row] ?? value);
      most = Math.max(most, part.high[row] ?? value);
    }
  }
  for (const value of extra) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const room = Math.max(high - low, Math.abs(high) * 0.02, Number.MIN_VALUE);
  low = Math.min(low, Math.max(least, low - room));
  high = Math.max(high, Math.min(most, high + room));
  const margin = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1;
  const floor = low >= 0 ? Math.max(0, low - margin) : low - margin;
  return [zero ? Math.min(0, floor) : floor, zero ? Math.max(0, high + margin) : high + margin];
}
