import { resolve } from "node:path";
import { isExpected } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import type { Waivers } from "../../compare/waivers.ts";
import { WAIVERS_PATH } from "../../config/waivers.ts";
import { defaultBranch } from "../../git/base.ts";
import type { Checkout } from "../../git/git.ts";
import { isChangedSince, shaOf, shownRef } from "../../git/show.ts";
import { gitTree } from "../../git/tree.ts";
import type { Run } from "../../model/run.ts";
import { filesIn, readText } from "../../store/files.ts";
import { waiversAt, waiversIn } from "../rulefiles.ts";

/** The waivers that a run is judged with, by `findWaivers`; their source is logged. */
export async function waiversOf(
  world: World,
  { duel, commit, ended }: Run,
  named: string | undefined,
): Promise<Waivers | undefined> {
  const ref = duel?.base.release ? undefined : duel?.base.ref; // what was accepted since a release counts
  const found = await findWaivers(world, named, ref, commit?.sha);
  if (found === undefined) return undefined;
  logTo(world.err).info(`waivers: ${found.rows.length}, read from ${found.from}`);
  return { ...found, at: ended }; // the same files give the same verdict on any day
}

/**
 * The waivers that count, and their source. The first of these counts: the named file, the tip of the base where one is
 * known (a change cannot excuse itself), the checkout.
 *
 * @param ref of the base; the default branch where undefined
 * @param head its commit
 * @returns undefined where nobody has written any
 * @throws SteelyardError (user) for a file that cannot be read: a waiver that is not understood accepts nothing
 */
export async function findWaivers(
  world: World,
  named: string | undefined,
  ref: string | undefined,
  head = "HEAD",
): Promise<Omit<Waivers, "at"> | undefined> {
  if (named !== undefined) {
    const text = await readText(resolve(world.cwd, named), "waivers file", "mend --waivers FILE");
    return { from: named, ...waiversIn(text, named), changed: false };
  }
  const tip = await baseTip(world, ref);
  if (tip === null) {
    const found = await waiversAt(filesIn(world.cwd, "waivers file", "mend its permissions"));
    return found === null ? undefined : { from: "the checkout", ...found, changed: false };
  }
  const from = `${tip.ref} (${tip.sha.slice(0, 9)})`;
  const found = await waiversAt(gitTree(world, tip.sha), `${tip.ref}:${WAIVERS_PATH}`);
  const changed = await isChangedSince(world, tip.sha, head, WAIVERS_PATH);
  return found === null && !changed ? undefined : { from, rows: [], ...found, changed };
}

/** The tip of the branch that base is taken from, else of the default branch; null where neither is known here. */
async function baseTip(checkout: Checkout, ref: string | undefined) {
  try {
    const own = ref === undefined ? null : await shaOf(checkout, ref);
    if (ref !== undefined && own !== null) return { ref, sha: own };
    const branch = await defaultBranch(checkout);
    const sha = await shaOf(checkout, branch);
    return sha === null ? null : { ref: shownRef(branch), sha };
  } catch (error) {
    if (isExpected(error)) return null; // no such branch, or no git here
    throw error;
  }
}
