import { posix } from "node:path";
import { orNull } from "../github/answers.ts";
import { type Listing, type Tree, treeEntry } from "../model/tree.ts";
import type { GitlabClient } from "./client.ts";

interface ApiEntry {
  /** Of the content. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly mode: string;
}

/** Bytes of a file, at most: as of one in a clone. */
const MOST_BYTES = 64 * 2 ** 20;
/** Pages of a hundred entries that are asked for, at most. */
const MOST_PAGES = 300;

/** A file's text at a commit; null where there is none. */
const fileAt = (client: GitlabClient, root: string, path: string, ref: string): Promise<string | null> =>
  orNull(async () => {
    const at = `${root}/repository/files/${encodeURIComponent(path)}/raw`;
    return new TextDecoder().decode(await client.bytes(at, { ref }, MOST_BYTES));
  }, [404]);

/** @param commitOf the commit of a branch; null where there is none */
export function gitlabTree(
  client: GitlabClient,
  root: string,
  name: string,
  commitOf: (ref: string) => Promise<string | null>,
): Tree {
  /** The entries of a folder; null where there is none. GitLab answers an empty list where a folder is missing, too. */
  const entries = (folder: string) =>
    orNull(async () => {
      const ref = await commitOf(name);
      if (ref === null) return null;
      const query = { ref, ...(folder !== "." && { path: folder }) };
      const all = (await client.pages<ApiEntry>(`${root}/repository/tree`, query)) ?? [];
      return all.length === 0 ? null : all;
    }, [404]);
  return {
    name,
    async file(path) {
      const ref = await commitOf(name);
      return ref === null ? null : fileAt(client, root, path, ref);
    },
    async id(path) {
      const found = (await entries(posix.dirname(path)))?.find((one) => one.name === posix.basename(path));
      return found === undefined ? null : treeEntry(found.mode, found.id).id;
    },
    folder: async (path) => (await entries(path))?.map((one) => one.name) ?? null,
  };
}

/** Every file of a commit; null where there are too many. */
export async function gitlabListing(
  client: GitlabClient,
  root: string,
  ref: string,
): Promise<Listing | null> {
  const query = { ref, recursive: true, pagination: "keyset" };
  const all = await client.pages<ApiEntry>(`${root}/repository/tree`, query, MOST_PAGES);
  if (all === null) return null;
  const files = all.filter(({ type }) => type !== "tree");
  const entries = new Map(files.map(({ path, mode, id }) => [path, treeEntry(mode, id)]));
  return { entries, text: async (path) => (entries.has(path) ? fileAt(client, root, path, ref) : null) };
}
