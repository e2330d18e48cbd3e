/** A pull request that proposes a change of baselines. */
export interface Proposal {
  readonly number: number;
  /** Address of its page. */
  readonly url: string;
}

/** Whole texts of files, by path from the top of the repository. */
export type Files = ReadonlyMap<string, string>;

/**
 * Port: proposes a change of one repository without a checkout. Tests use a repository in memory. Every method throws
 * where the forge refuses.
 */
export interface Proposals {
  /** The commit that a branch points to; null where there is no such branch. */
  tip(branch: string): Promise<string | null>;
  /** Whether a commit is part of a branch's history. */
  contains(branch: string, commit: string): Promise<boolean>;
  /** A file's text in a commit; null where the commit has no such file. */
  file(commit: string, path: string): Promise<string | null>;
  /** Creates a commit on top of `parent` with these files written; no branch points to it yet. */
  commit(parent: string, message: string, files: Files): Promise<string>;
  /**
   * Creates a branch at a commit, or moves it there.
   *
   * @param from the commit that it pointed to when last read; null where it did not exist
   * @returns false where it points elsewhere by now; it is then left alone
   */
  move(branch: string, from: string | null, to: string): Promise<boolean>;
  /** The open pull request from a branch; null where there is none. */
  pull(branch: string): Promise<Proposal | null>;
  open(branch: string, onto: string, title: string, body: string): Promise<Proposal>;
  edit(pull: number, title: string, body: string): Promise<Proposal>;
}
