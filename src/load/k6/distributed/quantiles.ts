/** The figures of a distribution that one process reports: some of its quantiles, exact. */
export interface Quantiled {
  readonly n: number;
  readonly min: number;
  readonly max: number;
  /** By percentile, such as "95" or "99.9". */
  quantile(percentile: number): number;
}

/** A quantile, and its largest possible error. */
export interface Merged {
  readonly value: number;
  readonly error: number;
}

/**
 * Percentiles that each process is asked for: a bucket between two of them holds a thousandth of its samples, and less
 * towards the end. k6 sorts its samples once, whatever the number of percentiles.
 */
export const GRID: readonly number[] = [
  ...Array.from({ length: 999 }, (_, i) => (i + 1) / 10),
  ...Array.from({ length: 9 }, (_, i) => Number((99.9 + (i + 1) / 100).toFixed(2))),
  ...Array.from({ length: 9 }, (_, i) => Number((99.99 + (i + 1) / 1000).toFixed(3))),
];

/** So many samples of that value. */
type Weighted = readonly [value: number, count: number];

/**
 * Quantiles of the union of samples of which only each part's quantiles are known.
 *
 * A quantile of n sorted samples is interpolated at the index (n − 1) · p, so it is at least every sample below that index
 * and at most every sample above it. That bounds each sample from both sides: each part becomes buckets with known
 * counts. The same quantile of all lower bounds and of all upper ones then encloses that of the union. The value is their
 * middle, and the error half of their distance, so that the true one always lies within.
 *
 * @param parts with at least one sample each
 * @throws Error for no parts
 */
export function union(parts: readonly Quantiled[]): (percentile: number) => Merged {
  if (parts.length === 0) throw new Error("a union of nothing");
  const lows = sorted(parts.flatMap((part) => bounds(part, "low")));
  const highs = sorted(parts.flatMap((part) => bounds(part, "high")));
  const n = parts.reduce((sum, part) => sum + part.n, 0);
  return (percentile) => {
    const index = (percentile / 100) * (n - 1);
    const [low, high] = [interpolated(lows, index), interpolated(highs, index)];
    return { value: (low + high) / 2, error: Math.max(0, (high - low) / 2) };
  };
}

/** The lower or the upper bound of every sample of a part. */
function bounds(part: Quantiled, side: "low" | "high"): Weighted[] {
  const last = part.n - 1;
  const points = [
    { index: 0, value: part.min },
    ...GRID.map((percentile) => ({ index: (percentile / 100) * last, value: part.quantile(percentile) })),
    { index: last, value: part.max },
  ].map(({ index, value }) => ({ index: whole(index), value }));
  // Of an index between two samples: the first sample that is at least the quantile, or the last that is at most it.
  const edges = points.map(({ index, value }) => ({
    at: side === "low" ? Math.ceil(index) : Math.floor(index),
    value,
  }));
  return edges.flatMap(({ at, value }, i): Weighted[] => {
    const beyond = side === "low" ? (edges[i + 1]?.at ?? part.n) - at : at - (edges[i - 1]?.at ?? -1);
    return beyond > 0 ? [[value, beyond]] : [];
  });
}

/** An index that is a whole number but for the rounding of its calculation. */
const whole = (index: number) => (Math.abs(index - Math.round(index)) < 1e-7 ? Math.round(index) : index);

interface Cumulated {
  readonly value: number;
  /** Samples up to here, these included. */
  readonly upTo: number;
}

function sorted(all: readonly Weighted[]): Cumulated[] {
  let upTo = 0;
  return [...all]
    .sort(([a], [b]) => a - b)
    .map(([value, count]) => {
      upTo += count;
      return { value, upTo };
    });
}

/** The sample at an index, between two where it is no whole number. */
function interpolated(all: readonly Cumulated[], index: number): number {
  const below = at(all, Math.floor(index));
  return below + (at(all, Math.ceil(index)) - below) * (index - Math.floor(index));
}

function at(all: readonly Cumulated[], index: number): number {
  let [first, last] = [0, all.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    if (all[middle]!.upTo > index) last = middle;
    else first = middle + 1;
  }
  return all[first]!.value;
}
