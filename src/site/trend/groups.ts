import type { ChangePoint, ChartRun, Charts, Series } from "../../model/chart.ts";
import type { Unit } from "../../model/figure.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { View } from "../../model/view.ts";
import { verdictAt } from "./text.ts";

/** One chart: a metric of a workload on a runner class, with its variants overlaid. */
export interface Group {
  readonly runnerClass: string;
  readonly workload: string;
  readonly metric: string;
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  readonly gate: boolean;
  /** One per variant. */
  readonly series: readonly Series[];
}

/** The charts of a history, in its order. */
export function groups(series: readonly Series[]): Group[] {
  const found = new Map<string, Series[]>();
  for (const one of series) {
    const key = JSON.stringify([one.runnerClass, one.workload, one.metric, one.unit]);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].map((all) => {
    const { runnerClass, workload, metric, unit, better } = all[0]!;
    return { runnerClass, workload, metric, unit, better, gate: all.some(({ gate }) => gate), series: all };
  });
}

/** The chart of a view; undefined where the history lacks it. */
export const groupOf = (all: readonly Group[], chart: NonNullable<View["chart"]>): Group | undefined =>
  all.find(
    (one) =>
      one.workload === chart.workload &&
      one.metric === chart.metric &&
      (chart.runnerClass === "" || one.runnerClass === chart.runnerClass),
  );

/** A variant's name for people. */
export const variantName = ({ variant }: Series): string => variant ?? "no variant";

/** The worst verdict among the newest points of a chart; null where none was compared. */
export function latestVerdict({ series }: Group): Verdict | null {
  const newest = Math.max(...series.map(({ runs }) => runs.at(-1) ?? -1));
  const places = series
    .filter(({ runs }) => runs.at(-1) === newest)
    .map(({ verdicts }) => verdicts.at(-1) ?? -1);
  return verdictAt(Math.max(...places));
}

/** A change point and its series. */
export interface Found {
  readonly group: Group;
  readonly series: Series;
  readonly change: ChangePoint;
  /** The runs on both sides of it. */
  readonly before: ChartRun;
  readonly after: ChartRun;
}

/** All change points of a chart, newest first. */
export const foundIn = (group: Group, runs: readonly ChartRun[]): Found[] =>
  group.series
    .flatMap((series) =>
      series.changes.map((change) => ({
        group,
        series,
        change,
        before: runs[series.runs[change.at - 1]!]!,
        after: runs[series.runs[change.at]!]!,
      })),
    )
    .sort((a, b) => b.after.at - a.after.at);

/** The size of a change in either direction. */
export const sizeOf = ({ before, after }: ChangePoint): number =>
  before > 0 && after > 0 ? Math.abs(Math.log(after / before)) : Math.abs(after - before);

/** The largest worsening; undefined where there is none. */
export const worstOf = (found: readonly Found[]): Found | undefined =>
  found.filter(({ change }) => change.worse).sort((a, b) => sizeOf(b.change) - sizeOf(a.change))[0];

/** The newest run with a verdict, else the newest run; undefined for an empty history. */
export const newestRun = ({ runs }: Charts): ChartRun | undefined =>
  runs.findLast(({ verdict }) => verdict !== null) ?? runs.at(-1);
