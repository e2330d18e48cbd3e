import type { Series } from "../../model/chart.ts";

/** A point of a plot: the index of its series among those shown, and its index within the series. */
export interface Spot {
  readonly series: number;
  readonly point: number;
}

/** The point that a key moves to; undefined for other keys. */
export function moved(shown: readonly Series[], at: Spot | null, key: string): Spot | undefined {
  const [series, point] = at && shown[at.series] ? [at.series, at.point] : [0, shown[0]!.runs.length];
  const last = shown[series]!.runs.length - 1;
  const held = (to: number, max: number) => Math.max(0, Math.min(to, max));
  switch (key) {
    case "ArrowLeft":
      return { series, point: held(point - 1, last) };
    case "ArrowRight":
      return { series, point: held(point + 1, last) };
    case "Home":
      return { series, point: 0 };
    case "End":
      return { series, point: last };
    case "ArrowUp":
    case "ArrowDown": {
      const next = held(series + (key === "ArrowDown" ? 1 : -1), shown.length - 1);
      const run = shown[series]!.runs[held(point, last)]!;
      const there = shown[next]!.runs.findLastIndex((one) => one <= run);
      return { series: next, point: Math.max(0, there) };
    }
    default:
      return undefined;
  }
}
