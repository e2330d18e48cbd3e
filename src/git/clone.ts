import { realpathSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import { linklessStat, namesIn, readWhole, removeTree, writePrivate } from "../exec/linkless.ts";
import { ownerLives, ownName } from "../exec/owner.ts";

/** A temporary folder for a clone. Its disposal removes it. */
export interface TemporaryClone extends Disposable {
  readonly folder: string;
}

const PREFIX = "steelyard-publish-";
/** Where the process that uses a clone has its name: among git's own files, which no checkout touches. */
const OWNER = join(".git", "steelyard-owner");
/** Bytes of a name, at most. */
const NAME_SIZE = 1_000;

/** Makes a folder for a clone, by whose owner's name `sweepClones` knows it after a kill. */
export async function makeTemporaryClone(): Promise<TemporaryClone> {
  const folder = await mkdtemp(join(realpathSync(tmpdir()), PREFIX));
  writePrivate(join(folder, OWNER), ownName());
  return { folder, [Symbol.dispose]: () => removeTree(folder) };
}

/** Removes clones of this user whose owner was killed, and says so. Returns how many. */
export function sweepClones(log: Log): number {
  const place = realpathSync(tmpdir());
  const folders = namesIn(place).filter(({ name, kind }) => kind === "folder" && name.startsWith(PREFIX));
  const dead = folders.map(({ name }) => join(place, name)).filter(isLeft);
  for (const folder of dead) {
    removeTree(folder);
    log.warn(`removed ${folder}, left behind by a publisher that was killed`);
  }
  return dead.length;
}

/** Whether a folder is a clone of this user, and its owner is known to be dead. */
function isLeft(folder: string): boolean {
  if (linklessStat(folder)?.uid !== process.getuid?.()) return false;
  try {
    return ownerLives(readWhole(join(folder, OWNER), NAME_SIZE)) === false;
  } catch {
    return false; // another program's, or just being made
  }
}
