import type { NewCommit, Proposals } from "../model/proposal.ts";
import { orForgeError, orNull, pullsFrom, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import { giteaCommits, isGitea } from "./gitea.ts";
import { restForge } from "./rest.ts";

/**
 * Branches and pull requests of a repository, over GitHub's REST API. Makes commits there, without a checkout.
 *
 * @param push puts a branch at a new commit where the API makes none, as on Gitea
 */
export function restProposals(client: Client, repository: RepositoryName, push: Proposals["put"]): Proposals {
  const { rest } = client;
  const forge = restForge(client, repository);
  const { tip, put } = isGitea(client)
    ? { tip: giteaCommits(client, repository).tip, put: push }
    : githubBranches(client, repository);
  const proposal = ({ number, html_url: url }: { number: number; html_url: string }) => ({ number, url });
  return {
    tip,
    contains: async (branch, commit) => (await forge.mergeBase(branch, commit)) === commit,
    tree: forge.tree,
    put,
    pull: (branch) =>
      orForgeError(async () => {
        const all = await pullsFrom(client, repository, repository.owner, branch);
        const name = `${repository.owner}/${repository.repo}`.toLowerCase();
        const own = all.find(({ head }) => head.repo?.full_name.toLowerCase() === name);
        return own ? proposal(own) : null;
      }),
    open: (branch, onto, title, body) =>
      orForgeError(async () =>
        proposal((await rest.pulls.create({ ...repository, head: branch, base: onto, title, body })).data),
      ),
    edit: (pull_number, title, body) =>
      orForgeError(async () =>
        proposal((await rest.pulls.update({ ...repository, pull_number, title, body })).data),
      ),
  };
}

/** Branches of a repository on GitHub, and new commits on them. */
function githubBranches(client: Client, repository: RepositoryName): Pick<Proposals, "tip" | "put"> {
  const { rest } = client;
  const tip = (branch: string) =>
    orNull(
      async () => (await rest.git.getRef({ ...repository, ref: `heads/${branch}` })).data.object.sha,
      [404],
    );
  const commit = ({ parent, message, files }: NewCommit) =>
    orForgeError(async () => {
      const before = await rest.git.getCommit({ ...repository, commit_sha: parent });
      const blobs = [...files].map(([path, content]) => {
        return { path, mode: "100644", type: "blob", content } as const;
      });
      const base_tree = before.data.tree.sha;
      const tree = await rest.git.createTree({ ...repository, base_tree, tree: blobs });
      const made = { ...repository, message, tree: tree.data.sha, parents: [parent] };
      return (await rest.git.createCommit(made)).data.sha;
    });
  const put: Proposals["put"] = async (branch, from, made) => {
    const sha = await commit(made);
    if (from !== null) {
      if ((await tip(branch)) !== from) return false;
      await orForgeError(() =>
        rest.git.updateRef({ ...repository, ref: `heads/${branch}`, sha, force: true }),
      );
      return true;
    }
    const ref = `refs/heads/${branch}`;
    return (await orNull(() => rest.git.createRef({ ...repository, ref, sha }), [422])) !== null;
  };
  return { tip, put };
}
