import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { environmentError, SteelyardError } from "../base/errors.ts";
import { ownerLives, ownName } from "../exec/owner.ts";
import { asked, type Checkout, complaint, git } from "./git.ts";

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
  const below = (await asked(checkout, "rev-parse", "--show-prefix")) ?? "";
  const folder = await mkdtemp(join(realpathSync(tmpdir()), PREFIX));
  const note = join(notes, `${basename(folder)}.json`);
  // Interrupted or not, what was made is removed.
  const calm = { ...checkout, signal: new AbortController().signal };
  const remove = () => removed(calm, folder, note);
  try {
    mkdirSync(notes, { recursive: true });
    writeFileSync(note, JSON.stringify({ owner: ownName(), folder, checkout: checkout.cwd }));
    const tree = join(folder, "tree");
    // Hooks are programs of the checkout's owner that expect to be in it.
    const done = await git(
      checkout,
      ["-c", "core.hooksPath=/dev/null", "worktree", "add", "--quiet", "--detach", tree, sha],
      CHECKOUT,
    );
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
 * Removes worktrees that earlier runs left behind: every one noted down whose maker no longer lives.
 *
 * @returns the folders that were removed
 */
export async function sweepWorktrees(notes: string, checkout: Omit<Checkout, "cwd">): Promise<string[]> {
  const swept: string[] = [];
  for (const name of names(notes)) {
    const note = join(notes, name);
    const found = placeIn(note);
    if (found === undefined) rmSync(note, { force: true });
    else if (ownerLives(found.owner) === false) {
      await removed({ ...checkout, cwd: found.checkout }, found.folder, note);
      swept.push(found.folder);
    }
  }
  return swept;
}

/** By hand first: `git worktree remove` refuses folders with submodules, and knows nothing of half-made ones. */
async function removed(checkout: Checkout, folder: string, note: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  await git(checkout, ["worktree", "prune"]).catch(() => {}); // no repository any more, nothing to prune
  rmSync(note, { force: true });
}

function names(notes: string): string[] {
  try {
    return readdirSync(notes).filter((name) => name.startsWith(PREFIX) && name.endsWith(".json"));
  } catch {
    return []; // no folder, nothing was ever noted down
  }
}

/** Where a note says a worktree is; undefined where it was cut off, or names what is no such folder. */
function placeIn(note: string): { owner: string; folder: string; checkout: string } | undefined {
  try {
    const { owner, folder, checkout } = JSON.parse(readFileSync(note, "utf8"));
    const sound =
      basename(folder) === basename(note, ".json") &&
      basename(folder).startsWith(PREFIX) &&
      dirname(folder) !== folder;
    return sound && typeof checkout === "string" ? { owner: String(owner), folder, checkout } : undefined;
  } catch {
    return undefined;
  }
}
