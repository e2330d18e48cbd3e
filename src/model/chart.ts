import type { Unit } from "./figure.ts";
import type { Entry } from "./trend.ts";
import type { Verdict } from "./verdict.ts";

/** Days after which the newest run is stale. */
export const STALE_DAYS = 14;

/**
 * The data of the trend page: the history as columns, with all statistics already computed. It is embedded in the page
 * when that is built, and only that page reads it, so it has no version of its own.
 */
export interface Charts {
  readonly title: string;
  /** Address of the repository, for links to commits; null where it is not known. */
  readonly repository: string | null;
  /** The day on which the page was built. Rebuilt from the same history on one day, the page is identical. */
  readonly generated: string;
  readonly steelyard: string;
  /** Oldest first. */
  readonly runs: readonly ChartRun[];
  /** Positions in `runs` of the latest judged commit: its shards and runner classes, without attempts that were repeated. */
  readonly newest: readonly number[];
  readonly series: readonly Series[];
}

/** One run, as a tooltip shows it. */
export interface ChartRun {
  /** Unix seconds. */
  readonly at: number;
  readonly sha: string | null;
  readonly subject: string;
  readonly author: string | null;
  readonly verdict: Verdict | null;
  /** Smallest worsening that it would have detected, a log ratio; null where nothing was tested. */
  readonly mde: number | null;
  readonly release: string | null;
  readonly link: string | null;
  readonly source: Entry["source"];
}

/** One metric of one workload and variant on one runner class. All arrays but the last four have one element per point. */
export interface Series {
  readonly runnerClass: string;
  readonly workload: string;
  readonly variant: string | null;
  readonly metric: string;
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  readonly gate: boolean;
  /** Smallest change that matters, a log ratio. */
  readonly band: number;
  /** Positions in `runs`, ascending. */
  readonly runs: readonly number[];
  readonly values: readonly number[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly n: readonly (number | null)[];
  /** Indices into `VERDICTS`, −1 where nothing was compared: names would double the size of the page. */
  readonly verdicts: readonly number[];
  /** Budgets, each valid from a point on. */
  readonly budgets: readonly {
    readonly from: number;
    readonly least: number | null;
    readonly most: number | null;
  }[];
  /** Points before which the machine changed, and the properties that changed. */
  readonly breaks: readonly { readonly at: number; readonly what: string }[];
  readonly levels: readonly Level[];
  readonly changes: readonly ChangePoint[];
}

/** Points [from, to) that share a level; `band` contains 95 % of such runs, null where there are too few. */
export interface Level {
  readonly from: number;
  readonly to: number;
  readonly center: number;
  readonly band: readonly [number, number] | null;
}

/** A change of level between two consecutive points. */
export interface ChangePoint {
  /** The first point of the new level. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly worse: boolean;
  /** Probability of a change at least as clear in a series without any change. */
  readonly p: number;
}
