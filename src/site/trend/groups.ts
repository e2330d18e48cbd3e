import type { ChangePoint, ChartRun, Charts, Series } from "../../model/chart.ts";
import { worst } from "../../model/fates.ts";
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

/** The chart of a view; of several, as after a change of unit, the one with the newest run. Undefined where there is none. */
export function groupOf(all: readonly Group[], chart: NonNullable<View["chart"]>): Group | undefined {
  const found = all.filter(
    (one) =>
      one.workload === chart.workload &&
      one.metric === chart.metric &&
      (chart.runnerClass === "" || one.runnerClass === chart.runnerClass),
  );
  const newest = Math.max(...found.map(lastRun));
  return found.find((one) => lastRun(one) === newest);
}

/** The position of the newest run of a chart. */
const lastRun = ({ series }: Group) => Math.max(...series.map(({ runs }) => runs.at(-1) ?? -1));

/** A variant's name for people. */
export const variantName = ({ variant }: Series): string => variant ?? "no variant";

/** The worst verdict among the newest points of a chart, which shards of one commit share; null where none was compared. */
export function latestVerdict(group: Group, runs: readonly ChartRun[]): Verdict | null {
  const newest = lastRun(group);
  const sha = runs[newest]?.sha ?? null;
  const isNew = (run: number) => run === newest || (sha !== null && runs[run]?.sha === sha);
  const places = group.series
    .filter((one) => isNew(one.runs.at(-1) ?? -1))
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

/**
 * The run with the worst verdict of the latest judged commit, with the largest worsening that any of that commit's runs
 * could miss; else the newest run. Undefined for an empty history.
 */
export function newestRun({ runs, newest }: Charts): ChartRun | undefined {
  const latest = newest.map((at) => runs[at]!);
  const verdict = worst(latest.flatMap((run) => run.verdict ?? []));
  const run = latest.findLast((one) => one.verdict === verdict);
  if (run === undefined) return runs.at(-1);
  const mdes = latest.flatMap(({ mde }) => mde ?? []);
  return { ...run, mde: mdes.length > 0 ? Math.max(...mdes) : null };
}
