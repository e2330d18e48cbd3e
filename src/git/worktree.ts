import { realpathSync, rmdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { environmentError, SteelyardError } from "../base/errors.ts";
import { namesIn, readWhole, removeFile, removeTree, standing, writePrivate } from "../exec/linkless.ts";
import { ownerLives, ownName } from "../exec/owner.ts";
import { type Checkout, complaint, git, gitOutput } from "./git.ts";

/** A commit's files in a folder of their own, outside the checkout. Disposing of it removes them. */
export interface Worktree extends AsyncDisposable {
  /** The folder that corresponds to the one git was asked in: the top, or a folder below it. */
  readonly cwd: string;
}

/** Beginning of the name of a temporary folder that holds a worktree, and of the note about it. */
const PREFIX = "steelyard-base-";
/** Seconds that checking out may take: large files may have to be fetched. */
const CHECKOUT = 1800;

/**
 * Checks a commit out into a temporary folder. The user's checkout is not touched: neither its files, nor its index,
 * nor its branch.
 *
 * @param notes folder in which it is noted down, for `sweepWorktrees` after a kill
 * @throws SteelyardError (environment) when it cannot be made, everything removed again; Interrupted
 */
export async function worktree(checkout: Checkout, sha: string, notes: string): Promise<Worktree> {
  const below = (await gitOutput(checkout, "rev-parse", "--show-prefix")) ?? "";
  const folder = await mkdtemp(join(realpathSync(tmpdir()), PREFIX));
  const note = join(notes, `${basename(folder)}.json`);
  // Interrupted or not, what was made is removed.
  const calm = { ...checkout, signal: new AbortController().signal };
  const remove = () => removeWorktree(calm, folder, note);
  try {
    writePrivate(note, JSON.stringify({ owner: ownName(), folder }));
    const tree = join(folder, "tree");
    const done = await git(checkout, ["worktree", "add", "--quiet", "--detach", tree, sha], CHECKOUT);
    if (done.code !== 0) {
      throw environmentError(`The commit ${sha.slice(0, 12)} cannot be checked out beside head.`, {
        where: tree,
        remedy: "see whether `git worktree add` works here, and whether the disk has room",
        cause: complaint(done),
      });
    }
    return { cwd: join(tree, below), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    if (error instanceof SteelyardError || !(error instanceof Error) || !("code" in error)) throw error;
    throw environmentError("A folder for base cannot be made.", { where: folder, cause: error });
  }
}

/**
 * Removes worktrees that earlier runs left behind: every one noted down whose maker no longer lives. A note may have been
 * written by what was measured: no more is removed than git itself lists as a worktree of this checkout, in a folder of
 * ours in the temporary folder.
 *
 * @returns the folders that were removed
 */
export async function sweepWorktrees(notes: string, checkout: Checkout): Promise<string[]> {
  const swept: string[] = [];
  for (const { name, kind } of namesIn(notes)) {
    if (kind !== "file" || !name.startsWith(PREFIX) || !name.endsWith(".json")) continue;
    const note = join(notes, name);
    const found = placeIn(note);
    if (found !== undefined && ownerLives(found.owner) !== false) continue;
    if (found !== undefined && (await leftBehind(checkout, found.folder))) {
      await removeWorktree(checkout, found.folder, note);
      swept.push(found.folder);
    } else removeFile(note);
  }
  return swept;
}

/** Whether a folder is a worktree of ours; one that is empty, of a run killed before git knew of it, is removed. */
async function leftBehind(checkout: Checkout, folder: string): Promise<boolean> {
  const found = dirname(folder) === realpathSync(tmpdir()) ? standing(folder) : undefined;
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const listed = (await gitOutput(checkout, "worktree", "list", "--porcelain", "-z"))?.split("\0") ?? [];
  if (listed.includes(`worktree ${join(folder, "tree")}`)) return true;
  try {
    rmdirSync(folder);
  } catch {
    // not empty: whose it is cannot be known
  }
  return false;
}

/** By hand first: `git worktree remove` refuses folders with submodules, and knows nothing of half-made ones. */
async function removeWorktree(checkout: Checkout, folder: string, note: string): Promise<void> {
  removeTree(folder);
  await git(checkout, ["worktree", "prune"]).catch(() => {}); // no repository any more, nothing to prune
  removeFile(note);
}

/** Bytes of a note: two names. */
const MOST_BYTES = 8_192;

/** Where a note says a worktree is; undefined where it was cut off, or names another folder than it is named after. */
function placeIn(note: string): { readonly owner: string; readonly folder: string } | undefined {
  try {
    const { owner, folder } = JSON.parse(readWhole(note, MOST_BYTES));
    const sound = basename(folder) === basename(note, ".json") && basename(folder).startsWith(PREFIX);
    return sound ? { owner: String(owner), folder } : undefined;
  } catch {
    return undefined;
  }
}
