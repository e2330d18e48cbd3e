import type { RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import type { Forge } from "./forge.ts";
import { giteaForge, isGitea } from "./gitea.ts";
import { checks } from "./rest/checks.ts";
import { comments } from "./rest/comments.ts";
import { files } from "./rest/files.ts";
import { pulls } from "./rest/pulls.ts";
import { runs } from "./rest/runs.ts";

/** The forge of a repository, over GitHub's REST API, as the forge has it. */
export const restForge = (client: Client, repository: RepositoryName): Forge => ({
  ...pulls(client, repository),
  ...runs(client, repository),
  ...files(client, repository),
  ...comments(client, repository),
  ...checks(client, repository),
  ...(isGitea(client) && giteaForge(client, repository)),
});
