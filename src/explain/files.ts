import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";

/** Bytes of a source that is read, at most. */
const MOST_BYTES = 2 ** 20;

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
