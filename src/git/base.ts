import { userError } from "../base/errors.ts";
import { type Checkout, gitOutput } from "./git.ts";
import { shaOf } from "./show.ts";

/** The commit that head is compared with. */
export interface Base {
  readonly sha: string;
  readonly subject: string;
  /** What it is the merge-base with, as people know it: `origin/main`, or what was asked for. */
  readonly ref: string;
  /** Whether it is the very commit that is checked out. */
  readonly same: boolean;
}

/** Where a default branch may be found, where `origin/HEAD` does not name it. */
const USUAL = ["origin/main", "origin/master", "main", "master"];

/**
 * The merge-base of the commit that is checked out and a ref: the last commit that both have, never the tip of a
 * branch that went on meanwhile. A ref that is an ancestor is its own merge-base.
 *
 * @param ref any ref; the default branch where undefined
 * @throws SteelyardError (user) outside a repository, for a ref that is not there, where the histories have nothing
 *   in common or are cut off (a shallow clone); Interrupted
 */
export async function mergeBase(checkout: Checkout, ref?: string): Promise<Base> {
  const where = checkout.cwd;
  const head = await gitOutput(checkout, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (head === null) {
    const remedy = "run it inside a git checkout with a commit, or measure head alone: leave --base out";
    throw userError("There is no commit here to find the base of.", { where, remedy });
  }
  const branch = ref ?? (await defaultBranch(checkout));
  const shallow = (await gitOutput(checkout, "rev-parse", "--is-shallow-repository")) === "true";
  const deepen =
    "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` here";
  const tip = await shaOf(checkout, branch);
  if (tip === null) {
    const remedy = shallow ? deepen : "name a branch, tag or commit that `git rev-parse` knows";
    throw userError(`There is no commit "${branch.slice(0, 200)}".`, { where, remedy });
  }
  const sha = await gitOutput(checkout, "merge-base", head, tip);
  if (sha === null || sha === "") {
    if (shallow) {
      const what = `This clone is too shallow to hold the merge-base of HEAD and ${branch}.`;
      throw userError(what, { where, remedy: deepen });
    }
    const remedy = "name a commit of this history: --base REF";
    throw userError(`HEAD and ${branch} have no commit in common.`, { where, remedy });
  }
  const subject = (await gitOutput(checkout, "log", "-1", "--format=%s", sha)) ?? "";
  return { sha, subject: subject.slice(0, 500), ref: branch, same: sha === head };
}

/**
 * The default branch as this clone knows it: "origin/main".
 *
 * @throws SteelyardError (user) where none is known
 */
export async function defaultBranch(checkout: Checkout): Promise<string> {
  const named = await gitOutput(checkout, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD");
  for (const branch of [...(named ? [named] : []), ...USUAL]) {
    if ((await shaOf(checkout, branch)) !== null) return branch;
  }
  throw userError("The default branch is not known here.", {
    where: checkout.cwd,
    remedy: "name what to compare with: --base REF; in a workflow: `fetch-depth: 0` for actions/checkout",
  });
}
