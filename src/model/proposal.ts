import type { TreeFiles } from "./tree.ts";

/** A pull request that proposes a change of baselines. */
export interface Proposal {
  readonly number: number;
  /** Address of its page. */
  readonly url: string;
}

/** Whole texts of files, by path from the top of the repository. */
export type Files = ReadonlyMap<string, string>;

/** A commit to be made: these files written on top of its parent. */
export interface NewCommit {
  readonly parent: string;
  readonly message: string;
  readonly files: Files;
}

/**
 * Port: proposes a change of one repository without a checkout. Tests use a repository in memory. Every method throws
 * where the forge refuses.
 */
export interface Proposals {
  /** The commit that a branch points to; null where there is no such branch. */
  tip(branch: string): Promise<string | null>;
  /** Whether a commit is part of a branch's history. */
  contains(branch: string, commit: string): Promise<boolean>;
  /** The files of a commit. */
  tree(commit: string): TreeFiles;
  /**
   * Creates a commit and a branch that points to it, or moves the branch there.
   *
   * @param from the commit that the branch pointed to when last read; null where it did not exist
   * @returns false where it points elsewhere by now; it is then left alone
   */
  put(branch: string, from: string | null, commit: NewCommit): Promise<boolean>;
  /** The open pull request from a branch; null where there is none. */
  pull(branch: string): Promise<Proposal | null>;
  open(branch: string, onto: string, title: string, body: string): Promise<Proposal>;
  edit(pull: number, title: string, body: string): Promise<Proposal>;
}
