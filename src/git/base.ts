import { userError } from "../base/errors.ts";
import { type Checkout, gitOutput } from "./git.ts";
import { remoteBranch, shaOf, shownRef } from "./show.ts";

/** The commit that head is compared with. */
export interface Base {
  readonly sha: string;
  readonly subject: string;
  /** The ref whose merge-base it is, as people write it: the given ref, or one such as `origin/main`. */
  readonly ref: string;
  /** Whether it is the checked-out commit itself. */
  readonly same: boolean;
  /** Where it is a release, whose tag `ref` is. */
  readonly release?: true | undefined;
}

/** A base that was looked for. */
export interface MergeBase extends Base {
  /** The commit of the ref. */
  readonly tip: string;
}

/** Usual places of a default branch, for clones whose `origin/HEAD` does not name it. */
const USUAL = [remoteBranch("main"), remoteBranch("master"), "main", "master"];

/**
 * The merge-base of the checked-out commit and a ref: their last common commit, not the tip of a branch that moved
 * on. A ref that is an ancestor is its own merge-base.
 *
 * @param ref any ref; the default branch if undefined
 * @throws SteelyardError (user) outside a repository, for an unknown ref, and for histories without a common commit
 *   or cut off (a shallow clone); Interrupted
 */
export async function mergeBase(checkout: Checkout, ref?: string): Promise<MergeBase> {
  const where = checkout.cwd;
  const head = await gitOutput(checkout, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (head === null) {
    const remedy = "run it inside a git checkout with a commit, or measure only head: remove --base";
    throw userError("There is no commit here to find the base of.", { where, remedy });
  }
  const full = ref ?? (await defaultBranch(checkout));
  const branch = shownRef(full);
  const shallow = (await gitOutput(checkout, "rev-parse", "--is-shallow-repository")) === "true";
  const deepen =
    "fetch the whole history: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` here";
  const tip = await shaOf(checkout, full);
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
  return { sha, subject: subject.slice(0, 500), ref: branch, tip, same: sha === head };
}

/**
 * The default branch of this clone, such as "refs/remotes/origin/main".
 *
 * @throws SteelyardError (user) if it is unknown
 */
export async function defaultBranch(checkout: Checkout): Promise<string> {
  const named = await gitOutput(checkout, "symbolic-ref", "--quiet", remoteBranch("HEAD"));
  for (const branch of [...(named ? [named] : []), ...USUAL]) {
    if ((await shaOf(checkout, branch)) !== null) return branch;
  }
  throw userError("The default branch is not known here.", {
    where: checkout.cwd,
    remedy:
      "name the commit to compare with: --base REF; in a workflow: `fetch-depth: 0` for actions/checkout",
  });
}
