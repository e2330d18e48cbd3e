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

/**
 * The waivers that a run is judged with, and their source. The first of these counts: the named file, the tip of the
 * base where one is known (a change cannot excuse itself), the checkout.
 *
 * @returns undefined where nobody has written any
 * @throws SteelyardError (user) for a file that cannot be read: a waiver that is not understood accepts nothing
 */
export async function waiversOf(
  world: World,
  run: Run,
  named: string | undefined,
): Promise<Waivers | undefined> {
  const at = run.ended; // the same files give the same verdict on any day
  if (named !== undefined) return logWaivers(world, { ...(await namedWaivers(world, named)), at });
  const tip = await baseTip(world, run);
  if (tip === null) {
    const found = await waiversAt(filesIn(world.cwd, "waivers file", "mend its permissions"));
    if (found === null) return undefined;
    return logWaivers(world, { from: "the checkout", ...found, changed: false, at });
  }
  const from = `${tip.ref} (${tip.sha.slice(0, 9)})`;
  const found = await waiversAt(gitTree(world, tip.sha), `${tip.ref}:${WAIVERS_PATH}`);
  const changed = await isChangedSince(world, tip.sha, run.commit?.sha ?? "HEAD", WAIVERS_PATH);
  if (found === null && !changed) return undefined;
  return logWaivers(world, { from, rows: [], ...found, changed, at });
}

/** Those of a file that was named. @throws SteelyardError (user) where it is not there, or cannot be read */
export async function namedWaivers(world: World, named: string): Promise<Omit<Waivers, "at">> {
  const text = await readText(resolve(world.cwd, named), "waivers file", "mend --waivers FILE");
  return { from: named, ...waiversIn(text, named), changed: false };
}

function logWaivers(world: World, waivers: Waivers): Waivers {
  logTo(world.err).info(`waivers: ${waivers.rows.length}, read from ${waivers.from}`);
  return waivers;
}

/** The tip of the branch that base was taken from, else of the default branch; null where neither is known here. */
async function baseTip(checkout: Checkout, { duel }: Run): Promise<{ ref: string; sha: string } | null> {
  const ref = duel?.base.release ? undefined : duel?.base.ref; // what was accepted since a release counts
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
