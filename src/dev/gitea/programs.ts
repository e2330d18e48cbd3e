import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The programs of the round. */
export interface Programs {
  readonly gitea: string;
  /** Gitea's own files: it reads `options` and `templates` from there. */
  readonly source: string;
  readonly runner: string;
  /** A folder with clones of the actions of others, by their names. */
  readonly actions: string;
}

const CACHE = join(homedir(), ".cache/steelyard");
const GITEA = { path: "code.gitea.io/gitea", version: "v1.26.0", tags: "sqlite sqlite_unlock_notify" };
const RUNNER = { path: "gitea.com/gitea/runner", version: "v1.0.8", tags: "" };
/** Actions of others that the written workflows use, by owner. */
export const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  actions: ["checkout", "upload-artifact", "download-artifact"],
  "benchmark-action": ["github-action-benchmark"],
};

/** The files of a Go module, fetched if they are not there. @throws without Go, and for a module that cannot be fetched */
function filesOf({ path, version }: typeof GITEA): string {
  const json = execFileSync("go", ["mod", "download", "-json", `${path}@${version}`], { encoding: "utf8" });
  return (JSON.parse(json) as { Dir: string }).Dir;
}

/** The program of a Go module, built once; the first time takes minutes. */
function built(module: typeof GITEA): string {
  const { path, version, tags } = module;
  const binary = join(CACHE, `${path.split("/").at(-1)}-${version}`);
  if (existsSync(binary)) return binary;
  mkdirSync(CACHE, { recursive: true });
  const part = `${binary}.part`;
  const flags = ["-tags", tags, "-ldflags", `-X main.Version=${version.slice(1)}`];
  execFileSync("go", ["build", ...flags, "-o", part, "."], { cwd: filesOf(module), stdio: "inherit" });
  renameSync(part, binary);
  return binary;
}

function cloned(): string {
  const folder = join(CACHE, "actions");
  for (const [owner, names] of Object.entries(ACTIONS)) {
    for (const name of names.filter((one) => !existsSync(join(folder, one)))) {
      const part = join(folder, `${name}.part`);
      const address = `https://github.com/${owner}/${name}`;
      execFileSync("git", ["clone", "-q", "--mirror", address, part], { stdio: "inherit" });
      renameSync(part, join(folder, name));
    }
  }
  return folder;
}

/** The programs that are given, in this order, and the others as they are published. */
export const programs = ([gitea, source, runner, actions]: readonly string[]): Programs => ({
  gitea: gitea ?? built(GITEA),
  source: source ?? filesOf(GITEA),
  runner: runner ?? built(RUNNER),
  actions: actions ?? cloned(),
});
