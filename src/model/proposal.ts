/** A pull request that proposes something. */
export interface Proposal {
  readonly number: number;
  /** Its page, for people. */
  readonly url: string;
}

/** Files by path from the top of the repository, with their whole text. */
export type Files = ReadonlyMap<string, string>;

/**
 * What it takes to propose a change of one repository, without a checkout: a port, so that the procedure can be tried
 * on a repository in memory. Every method throws where the forge refuses.
 */
export interface Proposals {
  /** The commit a branch is at; null where there is no such branch. */
  tip(branch: string): Promise<string | null>;
  /** Whether a commit is part of a branch's history. */
  contains(branch: string, commit: string): Promise<boolean>;
  /** A file's text as a commit has it; null where it has none. */
  file(commit: string, path: string): Promise<string | null>;
  /** A new commit that is `parent` with these files written; no branch has it yet. */
  commit(parent: string, message: string, files: Files): Promise<string>;
  /**
   * Lets a branch begin, or moves it, to a commit.
   *
   * @param from where it was seen last; null where it was not there
   * @returns false where it is somewhere else by now, and was left there
   */
  move(branch: string, from: string | null, to: string): Promise<boolean>;
  /** The open pull request from a branch; null where there is none. */
  pull(branch: string): Promise<Proposal | null>;
  open(branch: string, onto: string, title: string, body: string): Promise<Proposal>;
  edit(pull: number, title: string, body: string): Promise<Proposal>;
}
