import { spawnSync } from "node:child_process";

/** The author of commits, and leave to clone submodules from this machine. */
const SETTINGS = ["user.name=Test", "user.email=test@example.com", "protocol.file.allow=always"];

export interface GitPlace {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs git and waits for it. Returns its output. @throws Error with git's message when it fails */
export function runGit(place: GitPlace, ...args: readonly string[]): string {
  const argv = [...SETTINGS.flatMap((setting) => ["-c", setting]), ...args];
  const done = spawnSync("git", argv, { ...place, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}
