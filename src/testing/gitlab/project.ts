/** State of the GitLab double: one project and its contents. */
export interface Project {
  readonly id: number;
  readonly mergeRequests: MergeRequestState[];
  /** In the order written, of all merge requests. */
  readonly notes: NoteState[];
  readonly jobs: JobState[];
  /** Files by commit, then by path. */
  readonly trees: Record<string, Record<string, string>>;
  /** Tips by branch. */
  readonly branches: Record<string, string>;
  readonly tags: Record<string, string>;
  /** Merge-bases by "one two". */
  readonly mergeBases: Record<string, string>;
  /** The user of the token. */
  self: string;
  /** Whether the token may write notes. */
  readOnly: boolean;
  /** Quick actions that notes made GitLab carry out. */
  readonly actions: string[];
  nextId: number;
}
export interface MergeRequestState {
  readonly iid: number;
  state: "opened" | "closed" | "merged";
  sha: string;
  readonly branch: string;
  readonly target: string;
  readonly source: number;
  /** The merge-base of its newest version, as the API names it. */
  readonly baseSha?: string;
}
export interface NoteState {
  readonly id: number;
  readonly iid: number;
  body: string;
  readonly author: string;
  readonly system?: boolean;
}
export interface JobState {
  readonly id: number;
  readonly pipeline: number;
  readonly name: string;
  readonly archive?: Uint8Array;
  /** Whether its artifact is kept on another server. */
  readonly stored?: boolean;
  /** Whether another execution of it followed. */
  readonly retried?: boolean;
}

/** The user that GitLab makes for a project access token. */
export const TOKEN_USER = "project_31_bot_5f3a";

export const aProject = (more: Partial<Project> = {}): Project => ({
  id: 31,
  self: TOKEN_USER,
  readOnly: false,
  nextId: 1_000,
  mergeRequests: [],
  notes: [],
  jobs: [],
  actions: [],
  trees: {},
  branches: {},
  tags: {},
  mergeBases: {},
  ...more,
});
