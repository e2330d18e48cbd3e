import type { World } from "../../base/world.ts";
import { pushCommit } from "../../git/branch.ts";
import type { Context } from "../../github/context.ts";
import type { Proposals } from "../../model/proposal.ts";

/** Puts branches of the job's repository at new commits by git, for a forge whose API makes no commits. */
export const pusher =
  (
    { env, signal }: World,
    { server, repository: { owner, repo } }: Pick<Context, "server" | "repository">,
    token: string,
  ): Proposals["put"] =>
  (branch, from, commit) =>
    pushCommit({ env, signal }, { ...commit, branch, from, token, remote: `${server}/${owner}/${repo}` });
