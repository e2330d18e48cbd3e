import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { SteelyardError, userError } from "../../base/errors.ts";
import type { World } from "../../base/world.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { defaultBranch } from "../../git/base.ts";
import { gitOutput } from "../../git/git.ts";
import { configText, STARTER, starterText, todo } from "../../init/config.ts";
import { findings, isReadable } from "../../init/findings.ts";
import { gitlabFiles } from "../../init/gitlab.ts";
import { NOWHERE, sourceOf } from "../../init/source.ts";
import { badge, type ForgeName, perfPath, repositoryOf, workflows } from "../../init/workflows.ts";
import { isThere, readIfThere, readText, writeText } from "../../store/files.ts";

export { FORGES } from "../../init/workflows.ts";

/** Most files that are read, and the largest size of one; no hand-written script is larger. */
const MOST_READ = 5_000;
const LONGEST = 200_000;

export interface InitOptions {
  /** The source of the action, "octo/steelyard@v1". */
  readonly from: string | undefined;
  /** Where the repository lives. */
  readonly forge: ForgeName;
}

/**
 * Examines the checkout and writes a first setup: a config, the workflows, and a script where there is none.
 * Existing files are left as they are, so a second run does nothing.
 *
 * @returns a summary for people: the files written, and the remaining steps
 * @throws SteelyardError (user) outside the top of a git checkout, or for a source that is none
 */
export async function initialize(world: World, { from, forge }: InitOptions): Promise<string> {
  const source = from === undefined ? NOWHERE : sourceOf(from);
  if (source === undefined) {
    throw userError(`--from got "${from?.slice(0, 80)}".`, {
      where: "the command line",
      remedy: "give a repository and a ref of it, such as octo/steelyard@v1",
    });
  }
  const paths = await filesOf(world);
  const texts = await read(world, paths.filter(isReadable).slice(0, MOST_READ));
  const found = findings(paths, (path) => texts.get(path) ?? "");
  const branch = await branchOf(world);
  const remote = (await gitOutput(world, "remote", "get-url", "origin")) ?? "";
  const repository = repositoryOf(remote) ?? "YOUR/REPOSITORY";

  const existing =
    forge === "gitlab"
      ? await readIfThere(resolve(world.cwd, perfPath(forge)), "file of jobs", "mend its permissions")
      : undefined;
  const written = workflows(forge, source, branch, existing);
  const wanted: Record<string, string> = {
    ".github/steelyard.yml": configText(found),
    ...(found.scripts.length === 0 && { [STARTER]: starterText }),
    ...written,
  };
  const kept = new Set<string>();
  for (const [path, text] of Object.entries(wanted)) {
    if (await isThere(resolve(world.cwd, path))) kept.add(path);
    else await writeText(groundedPath(world.cwd, path), text);
  }
  const open = [
    ...(kept.has(".github/steelyard.yml") ? [] : todo(found)),
    ...(source === NOWHERE && Object.keys(written).some((path) => !kept.has(path))
      ? ["Replace OWNER/REPO in the workflows by the repository that has Steelyard, or run init with --from."]
      : []),
    ...(forge === "gitlab" ? gitlabFiles(source, existing).open : []),
  ];
  return [
    ...Object.keys(wanted).map((path) =>
      kept.has(path) ? `kept   ${path}: it is there already` : `wrote  ${path}`,
    ),
    ...(open.length === 0 ? [] : ["", "Look at these:", ...open.map((line) => `  - ${line}`)]),
    "",
    "Then:",
    "  steelyard doctor   # the config and this machine",
    "  steelyard check    # measure and judge once, here",
    "",
    ...(forge === "github" ? ["The badge, for the README:", `  ${badge(repository, branch)}`, ""] : []),
  ].join("\n");
}

/** Files of the checkout that git tracks or would add, except names that no config should repeat. */
async function filesOf(world: World): Promise<string[]> {
  const top = await gitOutput(world, "rev-parse", "--show-cdup");
  if (top !== "") {
    throw userError(top === null ? "This is no git checkout." : "This is not the top of the checkout.", {
      where: world.cwd,
      remedy: top === null ? "git init, then again" : `cd ${top}, then again`,
    });
  }
  const listed = await gitOutput(world, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  return [...new Set((listed ?? "").split("\0"))].filter((path) => path !== "" && !/[\p{C}"\\]/u.test(path));
}

/** Texts by path; links and whatever is long or cannot be read are left out. */
async function read(world: World, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const file = resolve(world.cwd, path);
    const stat = await lstat(file).catch(() => null); // deleted, and still in the index
    if (!stat?.isFile() || stat.size > LONGEST) continue;
    texts.set(path, await readText(file, "file", "mend its permissions").catch(() => ""));
  }
  return texts;
}

/** The default branch's name; "main" where nothing tells. */
async function branchOf(world: World): Promise<string> {
  try {
    return (await defaultBranch(world)).replace(/^origin\//, "");
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
    const current = await gitOutput(world, "symbolic-ref", "--quiet", "--short", "HEAD"); // nothing is committed yet
    return current || "main";
  }
}
