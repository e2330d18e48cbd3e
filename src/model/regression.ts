import type { Author } from "./author.ts";
import type { Unit } from "./figure.ts";

/** A run next to a change point: the last of the old level, or the first of the new one. */
export interface Neighbour {
  readonly sha: string | null;
  /** Unix seconds. */
  readonly at: number;
  /** Address of the run. */
  readonly link: string | null;
}

/** A change point for the worse of a gate metric on the default branch. */
export interface Regression {
  readonly runnerClass: string;
  readonly workload: string;
  readonly variant: string | null;
  readonly metric: string;
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  /** The levels before and after, in base units. */
  readonly before: number;
  readonly after: number;
  /** Probability of a change at least as clear in a series without any change. */
  readonly p: number;
  /** Number of runs at the level before, and after. */
  readonly n: readonly [number, number];
  readonly good: Neighbour;
  readonly bad: Neighbour;
  /** Position of the change in its series, and the times of all runs in the series, unix seconds. */
  readonly at: number;
  readonly times: readonly number[];
  /** Whether a later level on the same machine is within the metric's band of the level before. */
  readonly undone: boolean;
}

/** An issue of the repository. */
export interface Issue {
  readonly number: number;
  readonly url: string;
  readonly body: string;
  readonly open: boolean;
  readonly author: Author | null;
}

/** The commits between two commits. */
export interface Commits {
  /** Oldest first, without the first of the two; at most a hundred. */
  readonly list: readonly { readonly sha: string; readonly subject: string }[];
  readonly total: number;
  /** Whether the first is an ancestor of the second. */
  readonly straight: boolean;
}

/** A change of an issue; absent fields stay. */
export interface IssueEdit {
  readonly title?: string;
  readonly body: string;
  readonly state?: "open" | "closed";
}

/** Port: the issues of one repository. Every method throws where the forge refuses. */
export interface Issues {
  /** The login that writes; null where the token belongs to no user. */
  self(): Promise<string | null>;
  /** All open issues, and closed ones that were updated since; no pull requests. */
  issues(since: string): Promise<readonly Issue[]>;
  open(title: string, body: string): Promise<Issue>;
  /** Changes an issue; null where it does not exist any more. */
  edit(issue: number, change: IssueEdit): Promise<Issue | null>;
  remark(issue: number, text: string): Promise<void>;
  /** Null where one of them does not exist. */
  between(good: string, bad: string): Promise<Commits | null>;
}
