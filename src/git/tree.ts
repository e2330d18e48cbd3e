import { environmentError } from "../base/errors.ts";
import type { Tree } from "../model/tree.ts";
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
