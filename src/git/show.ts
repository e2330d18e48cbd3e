import { type Checkout, git, gitOutput } from "./git.ts";

/** The commit of a ref, tag or name; null if there is none, or no repository. */
export async function shaOf(checkout: Checkout, ref: string): Promise<string | null> {
  const sha = await gitOutput(
    checkout,
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${ref}^{commit}`,
  );
  return sha === "" ? null : sha;
}

/** Whether a file differs between a commit and its merge-base with another; false if that is unknown. */
export async function isChangedSince(
  checkout: Checkout,
  since: string,
  commit: string,
  path: string,
): Promise<boolean> {
  const done = await git(checkout, ["diff", "--quiet", `${since}...${commit}`, "--", path]);
  return done.code === 1;
}
