import { environmentError } from "../base/errors.ts";
import { type Listing, type Tree, type TreeEntry, treeEntry } from "../model/tree.ts";
import { type Checkout, git, gitOutput } from "./git.ts";

/** Size limit of a file in bytes. A baseline of many workloads stays far below. */
const MOST_BYTES = 64 * 2 ** 20;

/** The files of a commit, from the clone. Paths are relative to the working directory of git. */
export function gitTree(checkout: Checkout, sha: string): Tree {
  const look = async (args: readonly string[]) => {
    const done = await git(checkout, args, undefined, MOST_BYTES);
    if (!done.cut) return done.code === 0 ? done.stdout : null;
    throw environmentError("This file is too large.", {
      where: args.join(" "),
      remedy: `keep it below ${MOST_BYTES} bytes`,
    });
  };
  return {
    name: sha,
    file: (path) => look(["cat-file", "blob", `${sha}:./${path}`]),
    id: (path) => gitOutput(checkout, "rev-parse", "--verify", "--quiet", `${sha}:./${path}`),
    async folder(path) {
      const names = await look(["ls-tree", "--name-only", "-z", `${sha}:./${path}`]);
      return names?.split("\0").filter((name) => name !== "") ?? null;
    },
  };
}

/** Every file of a commit; null where git does not tell, or where the working directory is not the top of the repository. */
export async function gitListing(checkout: Checkout, sha: string): Promise<Listing | null> {
  const prefix = await gitOutput(checkout, "rev-parse", "--show-prefix");
  if (prefix !== "") return null;
  const done = await git(checkout, ["ls-tree", "-r", "-z", "--full-tree", sha], undefined, MOST_BYTES);
  if (done.code !== 0 || done.cut) return null;
  const entries = new Map<string, TreeEntry>();
  const blobs = new Map<string, string>();
  for (const [, mode, blob, path] of done.stdout.matchAll(/(\d+) \w+ ([0-9a-f]+)\t([^\0]+)\0/g)) {
    entries.set(path!, treeEntry(mode!, blob!));
    blobs.set(path!, blob!);
  }
  return {
    entries,
    async text(path) {
      const blob = blobs.get(path);
      if (blob === undefined) return null;
      const found = await git(checkout, ["cat-file", "blob", blob], undefined, MOST_BYTES);
      return found.code === 0 && !found.cut ? found.stdout : null;
    },
  };
}
