/** Most points of a small drawing: more would not be visible. */
const MOST = 120;

/** Thins a series for a small drawing: keeps the lowest and the highest point of each stretch, in order. */
export function thinned(values: readonly number[]): { readonly at: number; readonly value: number }[] {
  const all = values.map((value, at) => ({ at, value }));
  if (all.length <= MOST) return all;
  const size = all.length / (MOST / 2);
  const found: typeof all = [];
  for (let k = 0; k < MOST / 2; k++) {
    const stretch = all.slice(Math.floor(k * size), Math.floor((k + 1) * size));
    const low = stretch.reduce((a, b) => (b.value < a.value ? b : a));
    const high = stretch.reduce((a, b) => (b.value > a.value ? b : a));
    found.push(...(low.at === high.at ? [low] : [low, high].sort((a, b) => a.at - b.at)));
  }
  const last = all.at(-1)!;
  if (found.at(-1)!.at !== last.at) found.push(last); // the newest value is always shown
  return found;
}

/** The coordinates of a drawing: x over [0, width], y from the bottom up, with a margin of 3 on all sides. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

/** Smallest span of a small drawing as a share of its middle; otherwise noise would fill the drawing. */
const LEAST_SPAN = 0.2;

/** The range of y in a small drawing; values are not empty. */
export function span(values: readonly number[]): { readonly low: number; readonly high: number } {
  const [low, high] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const room = Math.max(0, (LEAST_SPAN * Math.abs(low + high)) / 2 - (high - low)) / 2;
  return { low: low - room, high: high + room };
}

export const xIn = ({ width, count }: Frame, at: number): number =>
  3 + (count > 1 ? at / (count - 1) : 0.5) * (width - 6);
export const yIn = ({ height, low, high }: Frame, value: number): number =>
  high > low ? height - 3 - ((value - low) / (high - low)) * (height - 6) : height / 2;

/** The path of a line through values; the first is at place `from`. */
export const path = (values: readonly number[], frame: Frame, from = 0): string =>
  thinned(values)
    .map(
      ({ at, value }, i) =>
        `${i === 0 ? "M" : "L"}${xIn(frame, from + at).toFixed(1)} ${yIn(frame, value).toFixed(1)}`,
    )
    .join("");

/** The path of a line that is interrupted at some places, where figures on both sides are not comparable. */
export const brokenPath = (values: readonly number[], frame: Frame, breaks: readonly number[]): string =>
  [0, ...breaks].map((from, i) => path(values.slice(from, breaks[i]), frame, from)).join("");
