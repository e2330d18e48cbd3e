import { userError } from "../base/errors.ts";
import { type Checkout, complaint, git, gitOutput } from "./git.ts";

/**
 * The commit that is checked out, once it is sure that it is the one to be measured and that its history is there.
 *
 * @param wanted the commit; null for whatever is checked out
 * @throws SteelyardError (user) that names what to write in the workflow
 */
export async function verifyCheckout(checkout: Checkout, wanted: string | null): Promise<string> {
  const where = checkout.cwd;
  const found = await git(checkout, ["rev-parse", "--verify", "HEAD^{commit}"]);
  if (found.code !== 0) {
    throw userError("There is no checkout here that git can read.", {
      where,
      remedy: "a step before this one: uses: actions/checkout with fetch-depth: 0",
      cause: complaint(found),
    });
  }
  const head = found.stdout.trim();
  if (wanted !== null && head !== wanted) {
    const merge = await mergeOf(checkout, wanted);
    throw userError(
      merge
        ? `The merge of the pull request into its base is checked out (${head.slice(0, 9)}), which nobody wrote.`
        : `${head.slice(0, 9)} is checked out, and ${wanted.slice(0, 9)} is to be measured.`,
      { where, remedy: `actions/checkout with: ref: \${{ github.event.pull_request.head.sha }}` },
    );
  }
  if ((await gitOutput(checkout, "rev-parse", "--is-shallow-repository")) === "true") {
    throw userError("This clone is shallow: what the change started from is not in it.", {
      where,
      remedy: "actions/checkout with: fetch-depth: 0",
    });
  }
  return head;
}

/** Whether what is checked out merges the wanted commit into something. */
async function mergeOf(checkout: Checkout, wanted: string): Promise<boolean> {
  const parents = (await gitOutput(checkout, "log", "-1", "--format=%P")) ?? "";
  return parents.split(" ").length > 1 && parents.split(" ").includes(wanted);
}
