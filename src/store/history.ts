import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { SteelyardError, userError } from "../base/errors.ts";
import { linkAt, namesIn, removeFile } from "../exec/linkless.ts";
import { Entry } from "../model/trend.ts";
import { readVersioned } from "../model/versioned.ts";
import { isThere, json, readOwnText, writeText } from "./files.ts";

/** The folder of a site with the history, one file for each run. */
export const RUNS = "runs";
const RESTORE =
  "restore it from the branch's git history; nothing is published over a history that cannot be read";
/** Number of files that are read at a time. */
const AT_ONCE = 64;

/** An entry and its path, relative to the site. */
export interface Stored {
  readonly path: string;
  readonly entry: Entry;
}

/**
 * The path of an entry: by its month, named after its time, its commit and its content. Two publishers of the same
 * measurement get the same path, and no file is ever rewritten with other content.
 */
export function entryPath(entry: Entry): string {
  const { at, commit, source, run, attempt, results } = entry;
  const keys = results.map(({ workload, variant }) => [workload, variant]);
  const digest = createHash("sha256")
    .update(JSON.stringify([source, run, attempt, keys]))
    .digest("hex");
  const time = new Date(at).toISOString();
  const stamp = time.slice(0, 19).replace(/[-:]/g, "");
  const [year, month] = time.split("-");
  return [
    RUNS,
    year,
    month,
    `${stamp}-${commit?.sha.slice(0, 9) ?? "none"}-${digest.slice(0, 12)}.json`,
  ].join("/");
}

/**
 * The history of a site; empty if there is none yet.
 *
 * @throws SteelyardError (user) for a file that is damaged, of another version or in the wrong place; it never
 *   counts as missing, and so is never overwritten
 */
export async function readHistory(site: string): Promise<Stored[]> {
  const names = files(join(site, RUNS))
    .map((path) => relative(site, path).split(sep).join("/"))
    .sort();
  const found: Stored[] = [];
  for (let from = 0; from < names.length; from += AT_ONCE) {
    found.push(...(await Promise.all(names.slice(from, from + AT_ONCE).map((path) => stored(site, path)))));
  }
  return found;
}

async function stored(site: string, path: string): Promise<Stored> {
  const where = join(site, path);
  const entry = readVersioned(
    await readOwnText(where, "file of the history", RESTORE),
    "entry",
    Entry,
    where,
    RESTORE,
  );
  return { path, entry };
}

/** Files of entries below a folder. A link is an error: ignoring it would lose its entries. */
function files(folder: string): string[] {
  try {
    return namesIn(folder).flatMap(({ name, kind }) => {
      const path = join(folder, name);
      if (kind === "link") throw linkAt(path);
      if (kind === "folder") return files(path);
      return name.endsWith(".json") ? [path] : [];
    });
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    throw userError("Cannot read the history.", { where: folder, remedy: RESTORE, cause });
  }
}

/** Writes a new entry. @throws SteelyardError (user) if another entry has its path */
export async function writeEntry(site: string, entry: Entry): Promise<void> {
  const path = join(site, entryPath(entry));
  const text = json(Entry.parse(entry), false);
  if (await isThere(path)) {
    if ((await readOwnText(path, "file of the history", RESTORE)) === text) return;
    throw userError("This file of the history has other content already. It is not overwritten.", {
      where: path,
      remedy: "publish with another --attempt",
    });
  }
  await writeText(path, text);
}

export const removeEntry = (site: string, path: string): void => removeFile(join(site, path));

/** Bytes of all files below a folder, without those of git. */
export async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = names
    .filter((one) => one.isFile() && !`${one.parentPath}${sep}`.includes(`${sep}.git${sep}`))
    .map(async (one) => (await stat(join(one.parentPath, one.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
