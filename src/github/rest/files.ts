import type { Tree } from "../../model/tree.ts";
import { orForgeError, orNull, pagesOf, type RepositoryName } from "../answers.ts";
import type { Client } from "../client.ts";
import type { Forge } from "../forge.ts";
import { restListing } from "../listing.ts";

/** Commits and their files. */
export function files(client: Client, repository: RepositoryName) {
  const { rest } = client;
  return {
    mergeBase: (base, head) =>
      orNull(async () => {
        const basehead = `${base}...${head}`;
        const { data } = await rest.repos.compareCommitsWithBasehead({
          ...repository,
          basehead,
          per_page: 1,
        });
        return data.merge_base_commit.sha;
      }, [404]),
    tags: () =>
      orForgeError(async () => {
        const all = await client.paginate(rest.repos.listTags, pagesOf(repository));
        return all.map(({ name, commit: { sha } }) => ({ name, sha }));
      }),
    tree: (ref) => restTree(client, repository, ref),
    listing: (sha) => restListing(client, repository, sha),
    defaultBranch: () =>
      orForgeError(async () => (await rest.repos.get({ ...repository })).data.default_branch),
  } satisfies Partial<Forge>;
}

/** A commit's files over the API. Files above one megabyte are available only in raw form. */
function restTree({ rest }: Client, repository: RepositoryName, ref: string): Tree {
  const look = (path: string, format: string) =>
    orNull(async () => {
      const content = await rest.repos.getContent({ ...repository, path, ref, mediaType: { format } });
      return content.data as unknown;
    }, [404]);
  return {
    name: ref,
    async file(path) {
      const data = await look(path, "raw");
      if (data === null || typeof data === "string") return data;
      if (data instanceof ArrayBuffer) return new TextDecoder().decode(data);
      const { content, encoding } = data as { content?: unknown; encoding?: unknown }; // a forge without raw answers
      if (typeof content !== "string" || encoding !== "base64") return null; // a folder or a link
      return Buffer.from(content, "base64").toString("utf8");
    },
    async id(path) {
      const data = (await look(path, "json")) as Entry | readonly Entry[] | null;
      if (data === null || !Array.isArray(data)) return (data as Entry | null)?.sha ?? null;
      return data.map(({ name, sha }: Entry) => `${name} ${sha}`).join("\n");
    },
    async folder(path) {
      const data = await look(path, "json");
      return Array.isArray(data) ? data.map(({ name }: Entry) => name) : null;
    },
  };
}

interface Entry {
  readonly name: string;
  readonly sha: string;
}
