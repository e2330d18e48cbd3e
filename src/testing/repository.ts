import type { Files, NewCommit, Proposal, Proposals } from "../model/proposal.ts";

interface Commit {
  readonly parent: string | null;
  readonly message: string;
  readonly files: Files;
}

/** A repository on a forge, in memory: commits, branches and pull requests, as far as proposals need them. */
export class Repository implements Proposals {
  readonly commits = new Map<string, Commit>();
  readonly branches = new Map<string, string>();
  readonly pulls: (Proposal & {
    branch: string;
    onto: string;
    title: string;
    body: string;
    open: boolean;
  })[] = [];
  /** Runs before a branch is moved: somebody else, who is faster. */
  meanwhile: () => void = () => {};

  constructor(files: Readonly<Record<string, string>>) {
    this.push("main", files);
  }

  /** A commit on a branch, by somebody. */
  push(branch: string, files: Readonly<Record<string, string>>, message = "By hand"): string {
    const parent = this.branches.get(branch) ?? null;
    const sha = this.add(parent, message, new Map(Object.entries(files)));
    this.branches.set(branch, sha);
    return sha;
  }

  private add(parent: string | null, message: string, files: Files): string {
    const sha = (this.commits.size + 1).toString(16).padStart(40, "c");
    const before = parent === null ? [] : this.commits.get(parent)!.files;
    this.commits.set(sha, { parent, message, files: new Map([...before, ...files]) });
    return sha;
  }

  async tip(branch: string) {
    return this.branches.get(branch) ?? null;
  }

  async contains(branch: string, commit: string) {
    for (let at = this.branches.get(branch) ?? null; at !== null; at = this.commits.get(at)!.parent) {
      if (at === commit) return true;
    }
    return false;
  }

  async file(commit: string, path: string) {
    return this.commits.get(commit)?.files.get(path) ?? null;
  }

  tree(commit: string) {
    return { file: (path: string) => this.file(commit, path) };
  }

  async put(branch: string, from: string | null, { parent, message, files }: NewCommit) {
    this.meanwhile();
    if ((this.branches.get(branch) ?? null) !== from) return false;
    this.branches.set(branch, this.add(parent, message, files));
    return true;
  }

  async pull(branch: string) {
    return this.pulls.find((pull) => pull.open && pull.branch === branch) ?? null;
  }

  async open(branch: string, onto: string, title: string, body: string) {
    const number = this.pulls.length + 1;
    const url = `https://example.test/pull/${number}`;
    this.pulls.push({ number, url, branch, onto, title, body, open: true });
    return this.pulls.at(-1)!;
  }

  async edit(pull: number, title: string, body: string) {
    const found = this.pulls.find(({ number }) => number === pull)!;
    return Object.assign(found, { title, body });
  }

  /** Merges an open pull request as its page would, or turns it down. */
  close(number: number, merge: boolean): void {
    const pull = this.pulls.find((one) => one.number === number)!;
    pull.open = false;
    if (merge) this.branches.set(pull.onto, this.branches.get(pull.branch)!);
    else this.branches.delete(pull.branch);
  }
}
