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

/** A file or folder of a tree. */
interface Below {
  readonly name: string;
  /** Its path from the tree on. */
  readonly path: string;
  readonly isFile: boolean;
}

/** The entries of a tree, in order; hidden folders and those left out are not opened. @param from a folder of the tree */
export function* walked(tree: string, leftOut: ReadonlySet<string>, from = ""): Generator<Below> {
  for (const entry of entriesIn(join(tree, from))) {
    const { name } = entry;
    const path = from === "" ? name : `${from}/${name}`;
    yield { name, path, isFile: entry.isFile() };
    if (entry.isDirectory() && !name.startsWith(".") && !leftOut.has(name))
      yield* walked(tree, leftOut, path);
  }
}

/** Paths of files from a tree on, by their names. */
export type Files = ReadonlyMap<string, readonly string[]>;

/** The files of a tree, without packages; none of a tree with too many. */
export function filesByName(tree: string): Files {
  const found = new Map<string, string[]>();
  let left = MOST_ENTRIES;
  for (const { name, path, isFile } of walked(tree, new Set(PACKAGE_FOLDERS))) {
    if (--left < 0) return new Map();
    const same = found.get(name);
    if (isFile && same) same.push(path);
    else if (isFile) found.set(name, [path]);
  }
  return found;
}
