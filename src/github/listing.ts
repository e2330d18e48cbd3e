import { type Listing, type TreeEntry, treeEntry } from "../model/tree.ts";
import { orForgeError, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import { isGitea } from "./gitea.ts";

/** Pages that are asked for, at most: Gitea cuts its lists into pages of a thousand. GitHub's are whole, or cut off. */
const MOST_PAGES = 100;

/** Every file of a commit over the API; null where the forge cuts the list off. */
export const restListing = (
  client: Client,
  repository: RepositoryName,
  tree_sha: string,
): Promise<Listing | null> =>
  orForgeError(async () => {
    const entries = new Map<string, TreeEntry>();
    const blobs = new Map<string, string>();
    const whole = { ...repository, tree_sha, recursive: "true" };
    const pages = isGitea(client) ? MOST_PAGES : 1;
    let cut = true;
    for (let page = 1; cut && page <= pages; page++) {
      const { data } = await client.rest.git.getTree({ ...whole, ...(pages > 1 && { page }) });
      for (const { path, mode, type, sha } of data.tree) {
        if (type === "tree") continue;
        entries.set(path, treeEntry(mode, sha));
        blobs.set(path, sha);
      }
      cut = data.truncated;
    }
    return cut ? null : { entries, text: (path) => blobText(client, repository, blobs.get(path)) };
  });

async function blobText(client: Client, repository: RepositoryName, file_sha: string | undefined) {
  if (file_sha === undefined) return null;
  const { data } = await orForgeError(() => client.rest.git.getBlob({ ...repository, file_sha }));
  return Buffer.from(data.content, "base64").toString("utf8");
}
