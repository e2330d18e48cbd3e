import { mkdirSync, realpathSync, rmdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { environmentError, explain, isExpected, SteelyardError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { linklessStat, namesIn, readWhole, removeFile, removeTree, writePrivate } from "../exec/linkless.ts";
import { ownerLives, ownName } from "../exec/owner.ts";
import type { Finished } from "../exec/run.ts";
import { type Checkout, complaint, git, gitOutput } from "./git.ts";

/** A commit's files in a separate folder outside the checkout. Its disposal removes them, or warns that it cannot. */
export interface Worktree extends AsyncDisposable {
  /** The folder that corresponds to git's working directory: the top of the tree, or a folder below it. */
  readonly cwd: string;
  /** The top of the tree. */
  readonly top: string;
}

/** Prefix of the temporary folder that holds a worktree, and of the note about it. */
const PREFIX = "steelyard-base-";
/** Time limit of a checkout in seconds. It may have to fetch large files. */
const CHECKOUT = 1800;

/**
 * Where a worktree with a name of its own has its top: the same path for each measurement, because a build may write its
 * own path into what it makes.
 */
export const namedTop = (name: string): string => join(folderNamed(name), "tree");
const folderNamed = (name: string): string => join(realpathSync(tmpdir()), `${PREFIX}${name}`);

/**
 * Checks a commit out into a temporary folder. Does not change the files, index or branch of the user's checkout.
 *
 * @param notes folder for a note, by which `sweepWorktrees` finds the worktree after a kill
 * @param name  has its top at `namedTop`, unless something has that name; a random name by default
 * @throws SteelyardError (environment) when it cannot be made, after everything is removed; Interrupted
 */
export async function addWorktree(
  checkout: Checkout,
  sha: string,
  notes: string,
  log: Log,
  name?: string,
): Promise<Worktree> {
  const below = (await gitOutput(checkout, "rev-parse", "--show-prefix")) ?? "";
  const folder = await newFolder(name);
  const note = join(notes, `${basename(folder)}.json`);
  // Must remove the folder even after an interruption.
  const calm = { ...checkout, signal: new AbortController().signal };
  const remove = () =>
    removeWorktree(calm, folder, note).catch((error: unknown) => {
      if (!isExpected(error)) throw error;
      log.warn(explain(error)); // the measurement's outcome must not be lost for it
    });
  try {
    writePrivate(note, JSON.stringify({ owner: ownName(), folder }));
    const tree = join(folder, "tree");
    const done = await git(checkout, ["worktree", "add", "--quiet", "--detach", tree, sha], CHECKOUT);
    if (done.code !== 0) {
      throw environmentError(`The commit ${sha.slice(0, 12)} cannot be checked out next to head.`, {
        where: tree,
        remedy: "check that `git worktree add` works here, and that the disk has space",
        cause: complaint(done),
      });
    }
    await fillIn(checkout, tree, sha);
    return { cwd: join(tree, below), top: tree, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    if (error instanceof SteelyardError || !(error instanceof Error) || !("code" in error)) throw error;
    throw environmentError("A folder for base cannot be made.", { where: folder, cause: error });
  }
}

/** A new private folder. A name that is in use may be somebody else's. */
async function newFolder(name: string | undefined): Promise<string> {
  if (name !== undefined) {
    try {
      mkdirSync(folderNamed(name), 0o700);
      return folderNamed(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return mkdtemp(folderNamed(""));
}

/**
 * Fetches files of submodules and of Git LFS, which git leaves out of a worktree, where the user's checkout has them.
 * Without them base would fail to build, or be measured without its data.
 *
 * @throws SteelyardError (environment) that names the first one that is not available
 */
async function fillIn(checkout: Checkout, tree: string, sha: string): Promise<void> {
  const top = (await gitOutput(checkout, "rev-parse", "--show-toplevel")) ?? checkout.cwd;
  const [head, base] = [top, tree].map((cwd) => ({ ...checkout, cwd })) as [Checkout, Checkout];
  await fillSubmodules(head, base, sha);
  await fillLfs(head, base, sha);
}

async function fillSubmodules(head: Checkout, base: Checkout, sha: string): Promise<void> {
  const used = (await submodules(head)).filter(({ filled }) => filled).map(({ path }) => path);
  const empty = (await submodules(base)).filter(({ filled }) => !filled).map(({ path }) => path);
  const wanted = empty.filter((path) => used.includes(path));
  if (wanted.length === 0) return;
  const update = ["submodule", "update", "--init", "--checkout", "--recursive", "--quiet", "--", ...wanted];
  const done = await git(base, update, CHECKOUT);
  if (done.code === 0) return;
  const remedy = "make `git submodule update --init` work on this machine without a password";
  throw lacking(base.cwd, sha, `the submodule ${wanted[0]}`, remedy, done);
}

async function fillLfs(head: Checkout, base: Checkout, sha: string): Promise<void> {
  const pointers = await lfsPointers(base);
  if (pointers.length === 0) return;
  const known = await lfsPointers(head);
  const wanted = pointers.filter((path) => !known.includes(path));
  if (wanted.length === 0) return;
  const done = await git(base, ["lfs", "pull"], CHECKOUT);
  const [first] = (await lfsPointers(base)).filter((path) => wanted.includes(path));
  if (first === undefined) return;
  const remedy = "fetch the files of both commits before: `git lfs fetch origin BASE HEAD`";
  throw lacking(base.cwd, sha, `the Git LFS file ${first}`, remedy, done);
}

const lacking = (tree: string, sha: string, what: string, remedy: string, done: Finished) =>
  environmentError(`The commit ${sha.slice(0, 12)} lacks ${what}, which the checkout has.`, {
    where: tree,
    remedy,
    ...(done.code !== 0 && { cause: complaint(done) }),
  });

/** Parts of a checkout that git names without having their content: empty submodules, and pointers of Git LFS. */
export async function unfilled(at: Checkout): Promise<{ submodules: string[]; pointers: string[] }> {
  const empty = (await submodules(at)).filter(({ filled }) => !filled).map(({ path }) => path);
  return { submodules: empty, pointers: await lfsPointers(at) };
}

/** The submodules of a tree, and whether their files are there. */
async function submodules(at: Checkout): Promise<{ readonly path: string; readonly filled: boolean }[]> {
  const listed = await gitOutput(at, "config", "--file", ".gitmodules", "--null", "--get-regexp", "\\.path$");
  return (listed ?? "")
    .split("\0")
    .flatMap((entry) => (entry.includes("\n") ? [entry.slice(entry.indexOf("\n") + 1)] : []))
    .map((path) => ({ path, filled: namesIn(join(at.cwd, path)).length > 0 }));
}

/** Files of a tree that are only pointers of Git LFS. */
async function lfsPointers(at: Checkout): Promise<string[]> {
  const pattern = "^version https://git-lfs.github.com/spec/v1$";
  const found = await gitOutput(at, "grep", "-lzE", "-e", pattern, "--", ":(top,attr:filter=lfs)");
  return found?.split("\0").filter((path) => path !== "") ?? [];
}

/**
 * Removes worktrees of earlier runs whose owner has ended, by their notes. The measured code may have written a
 * note. So a folder is removed only if git lists it as a worktree of this checkout, and if it is a Steelyard folder
 * in the temporary folder.
 *
 * @param failed takes the error for each one that cannot be removed
 * @returns the removed folders
 */
export async function sweepWorktrees(
  notes: string,
  checkout: Checkout,
  failed: (error: unknown) => void,
): Promise<string[]> {
  const swept: string[] = [];
  for (const { name, kind } of namesIn(notes)) {
    if (kind !== "file" || !name.startsWith(PREFIX) || !name.endsWith(".json")) continue;
    const note = join(notes, name);
    const found = placeIn(note);
    if (found !== undefined && ownerLives(found.owner) !== false) continue;
    if (found !== undefined && (await leftBehind(checkout, found.folder))) {
      await removeWorktree(checkout, found.folder, note).then(() => swept.push(found.folder), failed);
    } else removeFile(note);
  }
  return swept;
}

/**
 * Whether a folder is a leftover worktree. Removes an empty folder, which a run left that was killed before git
 * knew of it.
 */
async function leftBehind(checkout: Checkout, folder: string): Promise<boolean> {
  const found = dirname(folder) === realpathSync(tmpdir()) ? linklessStat(folder) : undefined;
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const listed = (await gitOutput(checkout, "worktree", "list", "--porcelain", "-z"))?.split("\0") ?? [];
  if (listed.includes(`worktree ${join(folder, "tree")}`)) return true;
  try {
    rmdirSync(folder);
  } catch {
    // not empty: its owner is unknown
  }
  return false;
}

/**
 * Deletes the folder first: `git worktree remove` rejects folders with submodules and does not know incomplete
 * ones. A folder that cannot be deleted keeps its note, so that the next sweep tries again.
 *
 * @throws SteelyardError (environment) where files belong to another user, such as those of a database in a container
 */
async function removeWorktree(checkout: Checkout, folder: string, note: string): Promise<void> {
  try {
    removeTree(folder);
  } catch (error) {
    if (!["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw environmentError("A worktree cannot be deleted: a service has made files in it as another user.", {
      where: folder,
      remedy: `sudo rm -rf ${folder}`,
      cause: error,
    });
  }
  await git(checkout, ["worktree", "prune"]).catch(() => {}); // no repository any more, nothing to prune
  removeFile(note);
}

/** Size limit of a note in bytes. It holds two names. */
const MOST_BYTES = 8_192;

/** The worktree in a note; undefined if it was cut off, or if it names a folder other than its own name. */
function placeIn(note: string): { readonly owner: string; readonly folder: string } | undefined {
  try {
    const { owner, folder } = JSON.parse(readWhole(note, MOST_BYTES));
    const sound = basename(folder) === basename(note, ".json") && basename(folder).startsWith(PREFIX);
    return sound ? { owner: String(owner), folder } : undefined;
  } catch {
    return undefined;
  }
}
