import type { Proposals } from "../model/proposal.ts";
import type { Client } from "./client.ts";
import { ForgeError } from "./forge.ts";
import { orForgeError, orNull, type RepositoryName, restForge } from "./rest.ts";

/** Branches and pull requests of a repository, over GitHub's REST API. Makes commits there, without a checkout. */
export function restProposals(client: Client, repository: RepositoryName): Proposals {
  const { rest } = client;
  const forge = restForge(client, repository);
  const tip = (branch: string) =>
    orNull(
      async () => (await rest.git.getRef({ ...repository, ref: `heads/${branch}` })).data.object.sha,
      [404],
    );
  const proposal = ({ number, html_url: url }: { number: number; html_url: string }) => ({ number, url });
  return {
    tip,
    contains: async (branch, commit) => (await forge.mergeBase(branch, commit)) === commit,
    file: (commit, path) => forge.tree(commit).file(path),
    commit: (parent, message, files) =>
      orForgeError(async () => {
        const before = await rest.git.getCommit({ ...repository, commit_sha: parent });
        const blobs = [...files].map(([path, content]) => {
          return { path, mode: "100644", type: "blob", content } as const;
        });
        const base_tree = before.data.tree.sha;
        const tree = await rest.git.createTree({ ...repository, base_tree, tree: blobs });
        const commit = { ...repository, message, tree: tree.data.sha, parents: [parent] };
        return (await rest.git.createCommit(commit)).data.sha;
      }),
    async move(branch, from, to) {
      if (from === null) {
        const made = orForgeError(() =>
          rest.git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha: to }),
        );
        return made.then(
          () => true,
          (error: unknown) => {
            if (error instanceof ForgeError && error.status === 422) return false; // it exists meanwhile
            throw error;
          },
        );
      }
      if ((await tip(branch)) !== from) return false;
      await orForgeError(() =>
        rest.git.updateRef({ ...repository, ref: `heads/${branch}`, sha: to, force: true }),
      );
      return true;
    },
    pull: (branch) =>
      orForgeError(async () => {
        const head = `${repository.owner}:${branch}`;
        const [first] = (await rest.pulls.list({ ...repository, state: "open", head })).data;
        return first ? proposal(first) : null;
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
