import type { ChartRun, Charts, Series } from "../model/chart.ts";
import { VERDICTS } from "../model/fates.ts";
import { USUAL_BAND } from "../model/policy.ts";
import type { Entry, Figure, Result } from "../model/trend.ts";
import { latestJudged, ordered } from "./history.ts";
import { levelsOf } from "./levels.ts";
import { difference } from "./machine.ts";

/** Smallest change that matters where no figure states one: 3 %. */
const CHART_BAND = Math.log1p(USUAL_BAND);

/** The facts of a page about itself. */
export type About = Pick<Charts, "title" | "repository" | "generated" | "steelyard">;

/** One figure, and its run. */
interface Point {
  readonly run: number;
  readonly entry: Entry;
  readonly result: Result;
  readonly figure: Figure;
}

/** The data of the trend page, computed from the history. */
export function chartsOf(history: readonly Entry[], about: About): Charts {
  const entries = [...history].sort(ordered);
  const series = new Map<string, Point[]>();
  entries.forEach((entry, run) => {
    for (const result of entry.results) {
      for (const figure of result.figures) {
        const { workload, variant } = result;
        const key = JSON.stringify([entry.runnerClass, workload, variant, figure.metric, figure.unit]);
        const points = series.get(key) ?? [];
        if (points.length === 0) series.set(key, points);
        points.push({ run, entry, result, figure });
      }
    }
  });
  return {
    ...about,
    runs: entries.map(runOf),
    newest: latestJudged(entries).map((entry) => entries.indexOf(entry)),
    series: [...series.values()].map(seriesOf).sort(bySubject),
  };
}

/** Points on either side of a change that it takes to find it again. */
const BESIDE = 4;

/** The entries next to a change of level: without them it would be found elsewhere, or not at all. */
export function besideChanges(history: readonly Entry[]): Set<Entry> {
  const entries = [...history].sort(ordered);
  const { series } = chartsOf(history, NOTHING);
  return new Set(
    series.flatMap(({ changes, runs }) =>
      changes.flatMap(({ at }) =>
        runs.slice(Math.max(0, at - BESIDE), at + BESIDE).map((run) => entries[run]!),
      ),
    ),
  );
}

const NOTHING: About = { title: "", repository: null, generated: "", steelyard: "" };

const runOf = (entry: Entry): ChartRun => ({
  at: Math.floor(Date.parse(entry.at) / 1000),
  sha: entry.commit?.sha ?? null,
  subject: entry.commit?.subject ?? "",
  author: entry.commit?.author ?? null,
  verdict: entry.verdict,
  mde: entry.mde === null ? null : rounded(entry.mde),
  release: entry.release,
  link: entry.link,
  source: entry.source,
});

function seriesOf(points: readonly Point[]): Series {
  const { entry, result, figure } = points.at(-1)!;
  const values = points.map((point) => rounded(point.figure.value));
  const breaks = points.flatMap(({ entry: { fingerprint } }, at) => {
    const what = at === 0 ? "" : difference(points[at - 1]!.entry.fingerprint, fingerprint);
    return what === "" ? [] : [{ at, what }];
  });
  const band = figure.band ?? CHART_BAND;
  const places = breaks.map(({ at }) => at);
  return {
    runnerClass: entry.runnerClass,
    workload: result.workload,
    variant: result.variant,
    metric: figure.metric,
    unit: figure.unit,
    better: figure.better,
    gate: figure.gate,
    band: rounded(band),
    runs: points.map(({ run }) => run),
    values,
    low: points.map((point) => bound(point, 0)),
    high: points.map((point) => bound(point, 1)),
    n: points.map((point) => point.figure.n),
    verdicts: points.map(({ figure: { verdict } }) => (verdict === null ? -1 : VERDICTS.indexOf(verdict))),
    budgets: budgetsOf(points),
    breaks,
    ...levelsOf(values, places, band, figure.better),
  };
}

const bound = ({ figure }: Point, side: 0 | 1) =>
  figure.interval === null ? null : rounded(figure.interval[side]);

/** Rounds to five digits: more is noise, and the page has up to ten thousand points. */
const rounded = (value: number) => Number(value.toPrecision(5));

/** The limits over time, each from the point where it first applied. */
function budgetsOf(points: readonly Point[]): Series["budgets"] {
  const found: { from: number; least: number | null; most: number | null }[] = [];
  points.forEach(({ figure: { budget } }, from) => {
    const [least, most] = budget ?? [null, null];
    const before = found.at(-1) ?? { least: null, most: null };
    if (before.least !== least || before.most !== most) found.push({ from, least, most });
  });
  return found;
}

const bySubject = (a: Series, b: Series) =>
  compared(a.runnerClass, b.runnerClass) ||
  compared(a.workload, b.workload) ||
  Number(b.gate) - Number(a.gate) ||
  compared(a.metric, b.metric) ||
  compared(a.variant ?? "", b.variant ?? "");

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
