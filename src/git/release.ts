import { userError } from "../base/errors.ts";
import { matches } from "../base/pattern.ts";
import { type Checkout, gitOutput } from "./git.ts";
import { gitTree } from "./tree.ts";

/**
 * The tag of the last release before the checked-out commit: of the tags of its history that match a pattern, without
 * those of the commit itself, the one made last.
 *
 * @param pattern such as "v*"
 * @throws SteelyardError (user) where there is none
 */
export async function lastRelease(checkout: Checkout, pattern: string): Promise<string> {
  const sort = ["--sort=-version:refname", "--sort=-creatordate"]; // the last one first, then the greater number
  const list = ["for-each-ref", "--merged=HEAD", "--no-contains=HEAD", "--format=%(refname)", ...sort];
  const tags = ((await gitOutput(checkout, ...list, "refs/tags/")) ?? "").split("\n");
  const found = tags.map((ref) => ref.replace(/^refs\/tags\//, "")).find((tag) => matches(pattern, tag));
  if (found) return found;
  const shallow = (await gitOutput(checkout, "rev-parse", "--is-shallow-repository")) === "true";
  throw userError(`There is no release before this commit: no earlier tag in its history is "${pattern}".`, {
    where: "policy.release",
    remedy: shallow
      ? "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow --tags` here"
      : "fetch the tags (git fetch --tags), set policy.release to the pattern of yours, or name one: --base TAG",
  });
}

/** The tags, files and merge-bases of a clone, in the form of a forge. */
export const gitTags = (checkout: Checkout) => ({
  async tags() {
    const format = "--format=%(refname) %(objectname) %(*objectname)";
    const lines = ((await gitOutput(checkout, "for-each-ref", format, "refs/tags/")) ?? "").split("\n");
    return lines.map((line) => {
      const [ref = "", object = "", commit = ""] = line.split(" ");
      return { name: ref.replace(/^refs\/tags\//, ""), sha: commit || object };
    });
  },
  tree: (ref: string) => gitTree(checkout, ref),
  mergeBase: (base: string, head: string) => gitOutput(checkout, "merge-base", base, head),
});
