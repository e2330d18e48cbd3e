import type { Author } from "./author.ts";
import type { Unit } from "./figure.ts";

/** A run beside a change point: the last of the old level, or the first of the new one. */
export interface Neighbour {
  readonly sha: string | null;
  /** Unix seconds. */
  readonly at: number;
  /** Where the run can be looked at. */
  readonly link: string | null;
}

/** A change point of a gate metric on the default branch, for the worse. */
export interface Regression {
  readonly runnerClass: string;
  readonly workload: string;
  readonly variant: string | null;
  readonly metric: string;
  readonly unit: Unit;
  readonly better: "lower" | "higher";
  /** The levels, base units. */
  readonly before: number;
  readonly after: number;
  /** Chance of one as clear in a series that never changed. */
  readonly p: number;
  /** Runs of the level before, and of that after. */
  readonly n: readonly [number, number];
  readonly good: Neighbour;
  readonly bad: Neighbour;
  /** Position of the change in its series, and when the runs of the series were, unix seconds. */
  readonly at: number;
  readonly times: readonly number[];
  /** Whether a later level of the same machine is as good again as that before, but for the metric's band. */
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

/** The commits between two. */
export interface Commits {
  /** Oldest first, without the first of the two; not more than a hundred. */
  readonly list: readonly { readonly sha: string; readonly subject: string }[];
  readonly total: number;
  /** Whether the first is an ancestor of the second. */
  readonly straight: boolean;
}

/** What is written anew of an issue; what is not named stays. */
export interface IssueEdit {
  readonly title?: string;
  readonly body: string;
  readonly state?: "open" | "closed";
}

/** The issues of one repository: a port. Every method throws where the forge refuses. */
export interface Issues {
  /** The login that writes; null where the token belongs to no user. */
  self(): Promise<string | null>;
  /** All that are open, and those closed ones that something happened to since; no pull requests. */
  issues(since: string): Promise<readonly Issue[]>;
  open(title: string, body: string): Promise<Issue>;
  /** Writes its text, and opens or closes it where that is said; null where it is gone. */
  edit(issue: number, change: IssueEdit): Promise<Issue | null>;
  remark(issue: number, text: string): Promise<void>;
  /** Null where one of them is not there. */
  between(good: string, bad: string): Promise<Commits | null>;
}
