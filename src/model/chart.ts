import type { Verdict } from "./fates.ts";
import type { Unit } from "./figure.ts";
import type { Entry } from "./trend.ts";

/** Days after which the newest run says nothing of today's program. */
export const STALE_DAYS = 14;

/**
 * What the trend page draws: the history as columns, with everything worked out that needs statistics. Written into
 * the page when it is built and read by it alone, so it has no version of its own.
 */
export interface Charts {
  readonly title: string;
  /** Address of the repository, for links to commits; null where it is not known. */
  readonly repository: string | null;
  /** The day the page was built: a page that is made again of the same history is the same page. */
  readonly generated: string;
  readonly steelyard: string;
  /** Oldest first. */
  readonly runs: readonly ChartRun[];
  readonly series: readonly Series[];
}

/** One run, as a hover shows it. Short names, because there are thousands. */
export interface ChartRun {
  /** Unix seconds. */
  readonly at: number;
  readonly sha: string | null;
  readonly subject: string;
  readonly author: string | null;
  readonly verdict: Verdict | null;
  /** Smallest worsening it would have seen, a log ratio; null where nothing was tested. */
  readonly mde: number | null;
  readonly release: string | null;
  readonly link: string | null;
  readonly source: Entry["source"];
}

/** One metric of one workload and variant on one runner class. All arrays but the last four are one a point. */
export interface Series {
  readonly runnerClass: string;
  readonly workload: string;
  readonly variant: string | null;
  readonly metric: string;
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  readonly gate: boolean;
  /** Positions in `runs`, ascending. */
  readonly runs: readonly number[];
  readonly values: readonly number[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly n: readonly (number | null)[];
  /** Places in the order of verdicts, −1 where nothing was compared: words would double the page. */
  readonly verdicts: readonly number[];
  /** Allowed figures from a point on. */
  readonly budgets: readonly {
    readonly from: number;
    readonly least: number | null;
    readonly most: number | null;
  }[];
  /** Points before which the machine changed, and what of it did. */
  readonly breaks: readonly { readonly at: number; readonly what: string }[];
  readonly levels: readonly Level[];
  readonly changes: readonly ChangePoint[];
}

/** Points [from, to) that share a level; the noise band is where 95 % of such runs fall, null for too few to tell. */
export interface Level {
  readonly from: number;
  readonly to: number;
  readonly center: number;
  readonly band: readonly [number, number] | null;
}

/** A change of level between two points that follow each other. */
export interface ChangePoint {
  /** The first point of the new level. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly worse: boolean;
  /** Chance of one as clear in a series that never changed. */
  readonly p: number;
}
