import { linklessStat, namesIn } from "../../exec/linkless.ts";
import { isPlaceholder } from "../../model/datafolder.ts";
import type { FolderState } from "./datafolders.ts";

/** Paths of the files in a folder of a checkout that git tracks; null where git does not tell, as outside of a repository. */
export type Tracked = (checkout: string, folder: string) => Promise<readonly string[] | null>;

/**
 * The state of a folder in a checkout. Git decides which files are the checkout's own: after the first start, committed
 * files may belong to the database's user, and data that git ignores may belong to the developer.
 */
export async function stateOf(
  folder: string,
  checkout: string,
  tracked: Tracked = async () => null,
): Promise<FolderState> {
  const files = await tracked(checkout, folder);
  if (files?.some((path) => !isPlaceholder(path))) return "own";
  try {
    const found = linklessStat(folder);
    if (found === undefined) return "empty";
    const owners = [linklessStat(checkout)?.uid, process.getuid?.()];
    if (files === null && found.isDirectory() && !owners.includes(found.uid)) return "foreign";
    if (found.isDirectory() && namesIn(folder).every(({ name }) => isPlaceholder(name))) return "empty";
    return files === null ? "own" : "foreign";
  } catch {
    return "foreign"; // one that cannot be looked into
  }
}
