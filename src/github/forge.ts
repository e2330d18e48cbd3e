import { SteelyardError } from "../base/errors.ts";
import type { Author } from "../model/author.ts";
import type { Tree } from "../model/tree.ts";

/** A pull request, as far as it matters here. */
export interface Pull {
  readonly number: number;
  readonly open: boolean;
  readonly head: { readonly sha: string; readonly repository: string | null; readonly owner: string | null };
  /** The branch it goes to. */
  readonly base: string;
}

/** A run of a workflow. */
export interface WorkflowRun {
  readonly id: number;
  /** Path of the workflow file, without the ref that may follow it. */
  readonly path: string;
  readonly event: string;
  readonly repository: string;
  readonly head: { readonly sha: string; readonly branch: string | null; readonly repository: string | null };
}

export interface Artifact {
  readonly id: number;
  readonly name: string;
  /** Bytes of the archive. */
  readonly size: number;
  readonly expired: boolean;
  readonly created: string;
}

/** A comment on a pull request. */
export interface Remark {
  readonly id: number;
  readonly body: string;
  readonly author: Author | null;
  readonly url: string;
}

/** What a check says. */
export interface CheckRun {
  readonly name: string;
  readonly sha: string;
  readonly conclusion: "success" | "neutral" | "failure" | "action_required";
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly CheckAnnotation[];
  readonly details: string;
  /** The comment that was posted with it, by its id; undefined where there is none. */
  readonly comment?: number | undefined;
}
export interface CheckAnnotation {
  readonly path: string;
  readonly line: number;
  readonly level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

export interface CommitStatus {
  readonly sha: string;
  readonly state: "success" | "failure" | "pending";
  readonly context: string;
  readonly description: string;
  readonly details: string;
}

/** Something the forge refused, or could not do after all retries. */
export class ForgeError extends SteelyardError {
  /** Of HTTP; 0 where there was no answer at all. */
  readonly status: number;
  constructor(status: number, message: string) {
    super("environment", message, {
      where: status === 0 ? "the forge's API" : `the forge's API (${status})`,
      remedy:
        status === 401 || status === 403
          ? "give the job the permissions that the manual names"
          : "run this job again: the figures are kept in the artifact",
    });
    this.status = status;
  }
}

/**
 * One repository on a forge that speaks GitHub's REST API. Every method throws `ForgeError`; what is merely not there is
 * null. Waiting and retrying is done behind it.
 */
export interface Forge {
  pull(number: number): Promise<Pull | null>;
  /** Open pull requests from a branch of a repository. */
  pullsFrom(owner: string, branch: string): Promise<readonly Pull[]>;
  /** Pull requests that have a commit, open or not. */
  pullsOf(sha: string): Promise<readonly Pull[]>;
  run(id: number): Promise<WorkflowRun>;
  artifacts(run: number): Promise<readonly Artifact[]>;
  /** The archive of an artifact, at most so many bytes. */
  archive(artifact: number, most: number): Promise<Uint8Array>;
  /** The last commit that two refs have in common; null where there is none, or one of them is not there. */
  mergeBase(base: string, head: string): Promise<string | null>;
  tree(ref: string): Tree;
  defaultBranch(): Promise<string>;
  /** The login that writes; null where the token belongs to no user. */
  self(): Promise<string | null>;
  comments(pull: number): Promise<readonly Remark[]>;
  addComment(pull: number, body: string): Promise<Remark>;
  /** Null where the comment is gone. */
  editComment(id: number, body: string): Promise<Remark | null>;
  removeComment(id: number): Promise<void>;
  /** Address of the check; null where this forge has no checks. */
  addCheck(check: CheckRun): Promise<string | null>;
  /** Comments that our checks of this name on a commit vouch for; null where this forge has no checks to ask. */
  vouched(sha: string, name: string): Promise<readonly number[] | null>;
  addStatus(status: CommitStatus): Promise<string>;
}
