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
  /** A clone of actions/checkout. */
  readonly checkout: string;
}

const CACHE = join(homedir(), ".cache/steelyard");
const GITEA = { path: "code.gitea.io/gitea", version: "v1.26.0", tags: "sqlite sqlite_unlock_notify" };
const RUNNER = { path: "gitea.com/gitea/act_runner", version: "v0.2.13", tags: "" };

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

function cloned(address: string, name: string): string {
  const folder = join(CACHE, name);
  if (!existsSync(folder)) {
    execFileSync("git", ["clone", "-q", "--mirror", address, `${folder}.part`], { stdio: "inherit" });
    renameSync(`${folder}.part`, folder);
  }
  return folder;
}

/** The programs that are given, in this order, and the others as they are published. */
export const programs = ([gitea, source, runner, checkout]: readonly string[]): Programs => ({
  gitea: gitea ?? built(GITEA),
  source: source ?? filesOf(GITEA),
  runner: runner ?? built(RUNNER),
  checkout: checkout ?? cloned("https://github.com/actions/checkout", "actions-checkout"),
});
