import { orForgeError, orNull, pagesOf, pullOf, pullsFrom, type RepositoryName } from "../answers.ts";
import type { Client } from "../client.ts";
import type { Forge } from "../forge.ts";
import { mergeQueue } from "../queue.ts";

/** Pull requests, and the queue that merges them. */
export function pulls(client: Client, repository: RepositoryName) {
  const { rest } = client;
  return {
    pull: (pull_number) =>
      orNull(async () => pullOf((await rest.pulls.get({ ...repository, pull_number })).data), [404]),
    pullsFrom: (owner, branch) =>
      orForgeError(async () => (await pullsFrom(client, repository, owner, branch)).map(pullOf)),
    pullsOf: (commit_sha) =>
      orForgeError(async () => {
        const list = { ...pagesOf(repository), commit_sha };
        return (await client.paginate(rest.repos.listPullRequestsAssociatedWithCommit, list)).map(pullOf);
      }),
    queue: (branch) => mergeQueue(client, repository, branch),
  } satisfies Partial<Forge>;
}
