import { userError } from "../base/errors.ts";
import { type Checkout, complaint, git, gitOutput } from "./git.ts";

/**
 * The checked-out commit, after a check that it is the one to measure and that its history is present.
 *
 * @param wanted the commit to measure; null to accept any
 * @throws SteelyardError (user) with the lines to write in the workflow
 */
export async function verifyCheckout(checkout: Checkout, wanted: string | null): Promise<string> {
  const where = checkout.cwd;
  const found = await git(checkout, ["rev-parse", "--verify", "HEAD^{commit}"]);
  if (found.code !== 0) {
    throw userError("There is no checkout here that git can read.", {
      where,
      remedy: "add a step before this one: uses: actions/checkout with fetch-depth: 0",
      cause: complaint(found),
    });
  }
  const head = found.stdout.trim();
  if (wanted !== null && head !== wanted) {
    const merge = await mergeOf(checkout, wanted);
    throw userError(
      merge
        ? `The forge's merge of the change into its base is checked out (${head.slice(0, 9)}), not the change's own commit.`
        : `${head.slice(0, 9)} is checked out, but the commit to measure is ${wanted.slice(0, 9)}.`,
      { where, remedy: `actions/checkout with: ref: \${{ github.event.pull_request.head.sha }}` },
    );
  }
  if ((await gitOutput(checkout, "rev-parse", "--is-shallow-repository")) === "true") {
    throw userError("This clone is shallow: it does not contain the commit that the change started from.", {
      where,
      remedy: "actions/checkout with: fetch-depth: 0",
    });
  }
  return head;
}

/** Whether the checked-out commit is a merge of the wanted commit. */
async function mergeOf(checkout: Checkout, wanted: string): Promise<boolean> {
  const parents = (await gitOutput(checkout, "log", "-1", "--format=%P")) ?? "";
  return parents.split(" ").length > 1 && parents.split(" ").includes(wanted);
}
