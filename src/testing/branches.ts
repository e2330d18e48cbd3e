import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "./git.ts";

/** A bare repository on this machine, as on a forge, with methods to inspect it. */
export class Forge implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "steelyard-forge-"));
  readonly remote = `file://${this.folder}`;

  constructor() {
    this.git("init", "-q", "--bare", "-b", "main");
  }

  git(...args: string[]): string {
    return runGit({ cwd: this.folder }, ...args);
  }

  /**
   * Commits files on top of a branch from outside, as another tool would.
   *
   * @param mode of the files: 120000 makes links of them, whose text is where they lead
   * @throws when somebody else moved the branch meanwhile, as a push would be rejected
   */
  put(branch: string, files: Readonly<Record<string, string>>, message = "Theirs", mode = "100644"): void {
    const tip = this.has(branch) ? this.git("rev-parse", `refs/heads/${branch}`).trim() : null;
    const env = { ...process.env, GIT_INDEX_FILE: join(this.folder, `index-${branch}`) };
    const git = (args: string[], input = "") => runGit({ cwd: this.folder, env, input }, ...args).trim();
    git(["read-tree", tip ?? "--empty"]);
    for (const [path, text] of Object.entries(files)) {
      const blob = git(["hash-object", "-w", "--stdin"], text);
      git(["update-index", "--add", "--cacheinfo", `${mode},${blob},${path}`]);
    }
    const commit = git([
      "commit-tree",
      git(["write-tree"]),
      ...(tip === null ? [] : ["-p", tip]),
      "-m",
      message,
    ]);
    git(["update-ref", `refs/heads/${branch}`, commit, tip ?? "0".repeat(40)]);
  }

  has(branch: string): boolean {
    const args = ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`];
    return spawnSync("git", args, { cwd: this.folder }).status === 0;
  }

  /** Paths on a branch. */
  files(branch: string): string[] {
    return this.git("ls-tree", "-r", "--name-only", branch).split("\n").filter(Boolean);
  }

  read(branch: string, path: string): string {
    return this.git("show", `${branch}:${path}`);
  }

  commits(branch: string): number {
    return Number(this.git("rev-list", "--count", branch));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
