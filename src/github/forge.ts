import { SteelyardError } from "../base/errors.ts";
import type { Author } from "../model/author.ts";
import type { Listing, Tree } from "../model/tree.ts";

/** The used parts of a pull request. */
export interface Pull {
  readonly number: number;
  readonly open: boolean;
  readonly head: { readonly sha: string; readonly branch: string; readonly repository: string | null };
  /** The branch that it is merged into. */
  readonly base: string;
  /** A commit of that branch from before a merge; undefined where the forge names none. */
  readonly baseSha?: string | undefined;
}

/** A run of a workflow. */
export interface WorkflowRun {
  readonly id: number;
  /** Path of the workflow file, without a ref after it. */
  readonly path: string;
  readonly event: string;
  readonly repository: string;
  /** 1 for the first, more after reruns; null where the forge does not say. */
  readonly attempt: number | null;
  readonly head: { readonly sha: string; readonly branch: string | null; readonly repository: string | null };
}

/** One execution of a job. A rerun adds another of the same name. */
export interface JobExecution {
  readonly name: string;
  /** The attempt of the workflow run. */
  readonly attempt: number;
  /** Whether no machine has taken it yet. */
  readonly waits: boolean;
  /** By the forge's clock, ISO 8601; `completed` is null while it runs. */
  readonly started: string;
  readonly completed: string | null;
}

export interface Artifact {
  readonly id: number;
  readonly name: string;
  /** Bytes of the archive. */
  readonly size: number;
  readonly expired: boolean;
  readonly created: string;
}

/** A pull request in a merge queue. */
export interface QueueEntry {
  readonly pull: number;
  /** Its head when it was queued. */
  readonly head: string;
  /** The commits that the forge made for the queue: the one before this entry, and the one with it. */
  readonly before: string;
  readonly after: string;
}

/** A comment on a pull request. */
export interface Remark {
  readonly id: number;
  readonly body: string;
  readonly author: Author | null;
  readonly url: string;
  /** Time of creation by the forge's clock, ISO 8601. */
  readonly created: string;
}

/** The content of a check. */
export interface CheckRun {
  readonly name: string;
  readonly sha: string;
  readonly conclusion: "success" | "neutral" | "failure" | "action_required";
  readonly title: string;
  readonly summary: string;
  /** For later readers among our own programs, below the summary; people see nothing of it. */
  readonly text?: string | undefined;
  readonly annotations: readonly CheckAnnotation[];
  readonly details: string;
  readonly record?: CheckRecord | undefined;
  /** Whether any metric of head was compared with one of base's or of a baseline's. */
  readonly compared: boolean;
}

/** A record in a check for later reports; it is the external id. */
export type CheckRecord =
  /** The comment that was posted with it. */
  | { readonly kind: "comment"; readonly id: number }
  /** The default branch's own run could neither build nor start this commit. */
  | { readonly kind: "unable" };
export interface CheckAnnotation {
  readonly path: string;
  readonly line: number;
  readonly level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

export interface CommitStatus {
  readonly sha: string;
  /** GitHub rejects `warning`; Gitea and Forgejo have it. */
  readonly state: "success" | "failure" | "pending" | "warning";
  readonly context: string;
  readonly description: string;
  readonly details: string;
}

/** A request that the forge rejected, or that failed after all retries. */
export class ForgeError extends SteelyardError {
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The forge's own remedy, where it differs from GitHub's. */
  readonly advice: string | undefined;
  constructor(status: number, message: string, advice?: string) {
    super("environment", message, {
      where: status === 0 ? "the forge's API" : `the forge's API (${status})`,
      remedy:
        advice ??
        (status === 401 || status === 403
          ? "give the job the permissions that the manual names"
          : "run this job again: the figures are kept in the artifact"),
    });
    this.status = status;
    this.advice = advice;
  }
}

/** A check of ours as it was posted. */
export interface PostedCheck {
  readonly conclusion: string | null;
  /** Null where it has none. */
  readonly text: string | null;
}

/**
 * One repository on a forge with GitHub's REST API. Every method throws `ForgeError`. A missing thing is null.
 * Implementations wait and retry.
 */
export interface Forge {
  pull(number: number): Promise<Pull | null>;
  /** Open pull requests from a branch of a repository. */
  pullsFrom(owner: string, branch: string): Promise<readonly Pull[]>;
  /** Pull requests that contain a commit, open or not. */
  pullsOf(sha: string): Promise<readonly Pull[]>;
  run(id: number): Promise<WorkflowRun>;
  /** The jobs of every attempt; null if this forge does not list them. */
  jobs(run: number): Promise<readonly JobExecution[] | null>;
  artifacts(run: number): Promise<readonly Artifact[]>;
  /** The archive of an artifact, up to a number of bytes. */
  archive(artifact: number, most: number): Promise<Uint8Array>;
  /** The last common commit of two refs; null if there is none, or a ref is missing. */
  mergeBase(base: string, head: string): Promise<string | null>;
  /** Every tag, with the commit that it names. */
  tags(): Promise<readonly { readonly name: string; readonly sha: string }[]>;
  tree(ref: string): Tree;
  /** Every file of a commit; null where the forge cuts the list off. */
  listing(sha: string): Promise<Listing | null>;
  defaultBranch(): Promise<string>;
  /** The login of the token; null if it belongs to no user. */
  self(): Promise<string | null>;
  comments(pull: number): Promise<readonly Remark[]>;
  addComment(pull: number, body: string): Promise<Remark>;
  /** Null if the comment was deleted. */
  editComment(id: number, body: string): Promise<Remark | null>;
  removeComment(id: number): Promise<void>;
  /** Address of the check; null if this forge has no checks. */
  addCheck(check: CheckRun): Promise<string | null>;
  /** Our newest check of this name on a commit; null where there is none, or this forge has no checks. */
  newestCheck(sha: string, name: string): Promise<PostedCheck | null>;
  /** The pull requests in the merge queue of a branch; null where there is no queue. */
  queue(branch: string): Promise<readonly QueueEntry[] | null>;
  /** The records of our checks of this name on a commit; null where this forge has no checks to ask. */
  records(sha: string, name: string): Promise<readonly CheckRecord[] | null>;
  addStatus(status: CommitStatus): Promise<string>;
}

/** Lookups before a manual measurement of a commit. */
export interface Lookup extends Pick<Forge, "pull"> {
  /** The commit of a branch, tag or name; null if there is none. */
  commit(ref: string): Promise<string | null>;
  /** The user's permission on the repository: "admin", "write", "read" or "none". */
  permission(login: string): Promise<string>;
  /** Whether this login starts workflows for other workflows of the repository: only who may write can have it do so. */
  isBot(login: string): boolean;
}

/** A measurement that was started by hand. */
export interface Started {
  /** As the workflow's `run-name` says; null on a forge that knows none, where it may be of any pull request. */
  readonly title: string | null;
  readonly url: string;
  /** Whether it has not ended yet. */
  readonly active: boolean;
}

/** The requests to a forge that start a measurement. Every method throws `ForgeError`. */
export interface Requests extends Lookup, Pick<Forge, "tree"> {
  react(comment: number, reaction: "eyes" | "rocket" | "-1"): Promise<void>;
  removeLabel(pull: number, label: string): Promise<void>;
  answer(pull: number, body: string): Promise<void>;
  /** When the head of a pull request of this repository was pushed, ISO 8601; null where the forge does not tell. */
  pushed(pull: Pull): Promise<string | null>;
  /** Measurements started by hand since a time, of a workflow by its file name. */
  recent(workflow: string, since: string): Promise<readonly Started[]>;
  /** Starts a workflow at the tip of a branch. */
  dispatch(workflow: string, ref: string, inputs: Readonly<Record<string, string>>): Promise<void>;
}
