import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_FOLDERS } from "../model/packages.ts";

/** Bytes of a source that is read, at most. */
const MOST_BYTES = 2 ** 20;
/** Files and folders of a tree, at most: of a larger one it is not known whether an end of a path is in it once. */
const MOST_ENTRIES = 50_000;

/** The entries of a folder; none where it cannot be read, such as a database's files that belong to a container's user. */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The text of a source; null where it is too large or cannot be read. */
export function sourceText(path: string): string | null {
  try {
    return statSync(path).size > MOST_BYTES ? null : readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Paths of files from a tree on, by their names. */
export type Files = ReadonlyMap<string, readonly string[]>;

/** The files of a tree, without packages; none of a tree with too many. */
export function filesByName(tree: string): Files {
  const found = new Map<string, string[]>();
  let left = MOST_ENTRIES;
  const look = (path: string) => {
    for (const entry of entriesIn(join(tree, path))) {
      if (--left < 0) return;
      const { name } = entry;
      const file = path === "" ? name : `${path}/${name}`;
      const same = found.get(name);
      if (entry.isFile() && same) same.push(file);
      else if (entry.isFile()) found.set(name, [file]);
      if (entry.isDirectory() && !name.startsWith(".") && !PACKAGE_FOLDERS.includes(name)) look(file);
    }
  };
  look("");
  return left < 0 ? new Map() : found;
}
