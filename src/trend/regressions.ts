import type { Charts, Series } from "../model/chart.ts";
import type { Neighbour, Regression } from "../model/regression.ts";

/** Every worsening of a gate metric that Steelyard measured, in the order of the series. */
export function regressionsOf(charts: Charts): Regression[] {
  return charts.series
    .filter(({ gate, runs }) => gate && charts.runs[runs.at(-1)!]!.source === "steelyard")
    .flatMap((series) => regressions(series, charts));
}

function regressions(series: Series, { runs }: Charts): Regression[] {
  const { runnerClass, workload, variant, metric, unit, better, changes } = series;
  const neighbour = (point: number): Neighbour => {
    const { sha, at, link } = runs[series.runs[point]!]!;
    return { sha, at, link };
  };
  const edges = [
    0,
    ...changes.map(({ at }) => at),
    ...series.breaks.map(({ at }) => at),
    series.values.length,
  ];
  edges.sort((a, b) => a - b);
  return changes.flatMap(({ at, before, after, worse, p }, i) => {
    if (!worse) return [];
    const [from, to] = [edges.findLast((edge) => edge < at)!, edges.find((edge) => edge > at)!];
    const machine = series.breaks.find((edge) => edge.at > at)?.at ?? series.values.length;
    const later = changes.slice(i + 1).filter((one) => one.at < machine);
    return [
      {
        runnerClass,
        workload,
        variant,
        metric,
        unit,
        better,
        before,
        after,
        p,
        n: [at - from, to - at] as const,
        good: neighbour(at - 1),
        bad: neighbour(at),
        at,
        times: series.runs.map((run) => runs[run]!.at),
        undone: later.some((one) => worsening(before, one.after, series) < series.band),
      },
    ];
  });
}

/** How much worse one level is than another: a log ratio, or without one the difference as a share of the first. */
function worsening(before: number, after: number, { better }: Series): number {
  const change =
    before > 0 && after > 0 ? Math.log(after / before) : (after - before) / Math.abs(before || 1);
  return better === "lower" ? change : -change;
}
