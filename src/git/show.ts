import { type Checkout, git, gitOutput } from "./git.ts";

const REMOTES = "refs/remotes/";

/** A branch of the remote, which no tag can be taken for. @param name without "origin/" */
export const remoteBranch = (name: string): string => `${REMOTES}origin/${name}`;

/** A ref as people write it: "origin/main". */
export const shownRef = (ref: string): string => (ref.startsWith(REMOTES) ? ref.slice(REMOTES.length) : ref);

/**
 * The commit of a ref, tag or name; null if there is none, or no repository. A remote branch of that name comes first: git
 * itself takes a tag that is called `origin/main`.
 */
export const shaOf = async (checkout: Checkout, ref: string): Promise<string | null> =>
  (await commitOf(checkout, REMOTES + ref)) ?? (await commitOf(checkout, ref));

async function commitOf(checkout: Checkout, ref: string): Promise<string | null> {
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
