import { userError } from "../base/errors.ts";
import type { BisectCommit as Commit } from "../model/bisect.ts";
import { type Checkout, gitOutput } from "./git.ts";

export type { Commit };

const SHALLOW =
  "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` here";

/** The commit of a ref. @throws SteelyardError (user) for an unknown ref; Interrupted */
export async function commitOf(checkout: Checkout, ref: string): Promise<Commit> {
  const verified = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const sha = await gitOutput(checkout, ...verified);
  const printed = sha === null ? null : await gitOutput(checkout, "log", "-1", "--format=%aI%n%s", sha);
  if (sha === null || printed === null) {
    throw userError(`There is no commit "${ref.slice(0, 200)}".`, {
      where: checkout.cwd,
      remedy: `name a branch, tag or commit that \`git rev-parse\` knows; in a shallow clone, ${SHALLOW}`,
    });
  }
  const [authored = "", subject = ""] = printed.split("\n");
  return { sha, subject: subject.slice(0, 500), authored };
}

/** The first parent of a commit. @throws SteelyardError (user) if it has none, or this clone lacks it */
export const parentOf = (checkout: Checkout, sha: string): Promise<Commit> => commitOf(checkout, `${sha}^1`);

/**
 * The commits after `good` up to `bad` along first parents, oldest first. The last one is `bad`.
 *
 * @throws SteelyardError (user) if good is not an ancestor of bad; Interrupted
 */
export async function firstParents(checkout: Checkout, good: Commit, bad: Commit): Promise<string[]> {
  const [a, b] = [good.sha.slice(0, 12), bad.sha.slice(0, 12)];
  const where = `${a}..${b}`;
  if (good.sha === bad.sha) {
    throw userError("Good and bad are the same commit.", { where, remedy: "name two: bisect GOOD BAD" });
  }
  const base = await gitOutput(checkout, "merge-base", good.sha, bad.sha);
  if (base !== good.sha) {
    const turned = base === bad.sha;
    throw userError(`The good commit ${a} is not an ancestor of the bad commit ${b}.`, {
      where,
      remedy: turned
        ? "name them the other way round: good first"
        : `name an earlier commit that was good, such as their merge-base; in a shallow clone, ${SHALLOW}`,
    });
  }
  const listed = await gitOutput(
    checkout,
    "rev-list",
    "--first-parent",
    "--reverse",
    `${good.sha}..${bad.sha}`,
  );
  return (listed ?? "").split("\n").filter((sha) => sha !== "");
}
