import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A bare repository on this machine, as on a forge, with methods to inspect it. */
export class Forge implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "steelyard-forge-"));
  readonly remote = `file://${this.folder}`;

  constructor() {
    this.git("init", "-q", "--bare", "-b", "main");
  }

  git(...args: string[]): string {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    const done = spawnSync("git", [...who, ...args], {
      cwd: this.folder,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
    return done.stdout;
  }

  /**
   * Commits files on top of a branch from outside, as another tool would.
   *
   * @param mode of the files: 120000 makes links of them, whose text is where they lead
   * @throws when somebody else moved the branch meanwhile, as a push would be rejected
   */
  put(branch: string, files: Readonly<Record<string, string>>, message = "Theirs", mode = "100644"): void {
    const tip = this.has(branch) ? this.git("rev-parse", `refs/heads/${branch}`).trim() : null;
    const index = { GIT_INDEX_FILE: join(this.folder, `index-${branch}`) };
    const git = (args: string[], input = "") => {
      const env = { ...process.env, ...index, ...WHO };
      const done = spawnSync("git", args, { cwd: this.folder, env, input, encoding: "utf8" });
      if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
      return done.stdout.trim();
    };
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

const WHO = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
};
