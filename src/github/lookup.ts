import { orNull, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import type { Lookup } from "./forge.ts";
import { giteaLookup, isGitea } from "./gitea.ts";
import { restForge } from "./rest.ts";

export function restLookup(client: Client, repository: RepositoryName): Lookup {
  const { rest } = client;
  const permission = async (username: string) => {
    const level = () => rest.repos.getCollaboratorPermissionLevel({ ...repository, username });
    const found = (await orNull(async () => (await level()).data.permission, [404])) ?? "none";
    return found === "owner" ? "admin" : found; // as Gitea calls it
  };
  return {
    pull: (number) => restForge(client, repository).pull(number),
    commit: (ref) =>
      orNull(
        async () => (await rest.repos.getCommit({ ...repository, ref, per_page: 1 })).data.sha,
        [404, 422],
      ),
    permission,
    isBot: (login) => login === "github-actions[bot]",
    ...(isGitea(client) && giteaLookup(client, repository, permission)),
  };
}
