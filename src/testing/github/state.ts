/** State of the GitHub double: one repository and its contents. */
export interface State {
  readonly repository: string;
  readonly defaultBranch: string;
  readonly pulls: PullState[];
  readonly issues: IssueState[];
  /** Of pull requests and issues, in the order written. */
  readonly comments: CommentState[];
  readonly checks: object[];
  readonly statuses: object[];
  /** Files by commit or branch, then by path. */
  readonly trees: Record<string, Record<string, string>>;
  /** Whether lists of files are cut off, as those of very large commits are. */
  cutTrees: boolean;
  /** Commits by branch, where branches are written. */
  readonly branches: Record<string, string>;
  /** What users may do, by login. */
  readonly permissions: Record<string, string>;
  /** Merge-bases by "base...head". */
  readonly mergeBases: Record<string, string>;
  /** `made` is when the tag or its commit was; `annotated` has an object of its own. */
  readonly tags: {
    readonly name: string;
    readonly sha: string;
    readonly made?: string;
    readonly annotated?: true;
  }[];
  /** Commits after a merge-base, oldest first, by "base...head". */
  readonly commits: Record<
    string,
    readonly { readonly sha: string; readonly message: string; readonly parents?: readonly string[] }[]
  >;
  readonly runs: RunState[];
  /** Executions of jobs, by run. */
  readonly jobs: JobState[];
  readonly artifacts: ArtifactState[];
  /** Pushes, newest first. */
  readonly pushes: { readonly ref: string; readonly after: string; readonly timestamp: string }[];
  /** Merge queues by branch; commits are null until they are made. */
  readonly queues: Record<
    string,
    readonly { readonly pull: number; readonly before: string | null; readonly after: string | null }[]
  >;
  /** Runs of workflows, by file name, that were started by hand. */
  readonly started: StartedState[];
  /** Workflows that were started over the API. */
  readonly dispatched: object[];
  /** "comment reaction" */
  readonly reactions: string[];
  /** By number of the pull request. */
  readonly labels: Record<string, string[]>;
  /** Who the token belongs to; null for an app's, which cannot ask. */
  self: string | null;
  /** The slug of the token's app, which posts its checks. */
  app: string;
  /** The login that writes. */
  author: { login: string; type: string };
  /** Whether the token may write. */
  readOnly: boolean;
  nextId: number;
}
export interface PullState {
  number: number;
  state: "open" | "closed";
  head: { sha: string; ref: string; repository: string | null };
  base: string;
  /** The commit of the base branch that the API names; of nothing by default. */
  baseSha?: string;
  /** The commits that its merge brought to the base branch, the last one at last; absent where it was not merged. */
  landed?: readonly string[];
  title?: string;
  body?: string;
}
export interface IssueState {
  number: number;
  state: "open" | "closed";
  title: string;
  body: string;
  user: { login: string; type: string };
  /** When something last happened to it. */
  updated: string;
}
export interface CommentState {
  id: number;
  pull: number;
  body: string;
  user: { login: string; type: string };
  /** By default a time long ago. */
  readonly created?: string;
}
export interface RunState {
  id: number;
  path: string;
  event: string;
  repository: string;
  head: { sha: string; branch: string; repository: string };
  attempt?: number;
}
export interface StartedState {
  workflow: string;
  title: string;
  status: string;
  created: string;
}
export interface JobState {
  run: number;
  name: string;
  attempt: number;
  /** Whether no machine has taken it yet. */
  waits?: boolean;
  started: string;
  completed: string | null;
}
export interface ArtifactState {
  id: number;
  run: number;
  name: string;
  archive: Uint8Array;
  /** Bytes that the API claims; the archive's own by default. */
  size?: number;
  expired?: boolean;
  created?: string;
}

export const BOT = { login: "github-actions[bot]", type: "Bot" };

export function aState(more: Partial<State> = {}): State {
  return {
    repository: "octo/shop",
    defaultBranch: "main",
    pulls: [],
    issues: [],
    comments: [],
    checks: [],
    statuses: [],
    runs: [],
    jobs: [],
    artifacts: [],
    tags: [],
    pushes: [],
    started: [],
    dispatched: [],
    reactions: [],
    labels: {},
    queues: {},
    trees: {},
    branches: {},
    permissions: {},
    mergeBases: {},
    commits: {},
    self: null,
    app: "github-actions",
    author: BOT,
    readOnly: false,
    cutTrees: false,
    nextId: 1_000,
    ...more,
  };
}
