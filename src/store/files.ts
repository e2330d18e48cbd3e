import { existsSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { environmentError, SteelyardError, userError } from "../base/errors.ts";
import { checkoutOf } from "../exec/grounded.ts";
import { makeFolder, readWhole, writeWhole } from "../exec/linkless.ts";
import type { TreeFiles } from "../model/tree.ts";

/**
 * Size limit for reading a file, in bytes. A run of 20,000 trials with a hundred quantiles each stays well below
 * it.
 */
const MOST_BYTES = 512 * 2 ** 20;

const REASONS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ["the disk is full", "free some space"],
  EDQUOT: ["the disk quota is used up", "free some space"],
  EROFS: ["the file system is read-only", "choose another directory with --out"],
  EACCES: ["permission is denied", "choose another directory with --out, or correct its permissions"],
  EPERM: ["permission is denied", "choose another directory with --out, or correct its permissions"],
  ENOTDIR: ["a part of the path is a file", "choose another path"],
  EEXIST: ["a part of the path is a file", "choose another path"],
  EISDIR: ["it is a directory", "name a file"],
  ENOENT: ["it does not exist", "check the path"],
};

const codeOf = (cause: unknown): string => (cause as { code?: string } | null)?.code ?? "";

/**
 * The text of a file that a person or a config named. Inside a checkout it must be a regular file of that checkout,
 * because a change may add links to any file, and error messages quote invalid content.
 *
 * @throws SteelyardError (user) for a missing, oversized or unreadable file, a directory, and a link out of the
 *   checkout
 */
export async function readText(path: string, what: string, remedy: string): Promise<string> {
  return reading(path, what, remedy, async () => {
    const target = await realpath(path);
    const top = checkoutOf(dirname(path));
    if (existsSync(join(top, ".git"))) {
      demandWithin(path, target, await realpath(top), what);
      return readWhole(target, MOST_BYTES);
    }
    const { size } = await stat(target);
    if (size > MOST_BYTES)
      throw userError(`This ${what} is too large (${size} bytes).`, { where: path, remedy });
    return await readFile(target, "utf8");
  });
}

/**
 * The text of a file in one of Steelyard's own folders, by a path without links.
 *
 * @throws SteelyardError (user) as `readText`, and for a link anywhere in the path
 */
export const readOwnText = (path: string, what: string, remedy: string): Promise<string> =>
  reading(path, what, remedy, async () => readWhole(path, MOST_BYTES));

async function reading(path: string, what: string, remedy: string, read: () => Promise<string>) {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    const [why = undefined] = REASONS[codeOf(cause)] ?? [];
    throw userError(`Cannot read the ${what}: ${why ?? String(cause)}.`, { where: path, remedy });
  }
}

function demandWithin(path: string, target: string, top: string, what: string): void {
  const lies = (folder: string) => target.startsWith(`${folder}${sep}`);
  if (lies(top) && !lies(join(top, ".git"))) return;
  throw userError(`The ${what} is a link that leads out of its checkout; it is not followed.`, {
    where: path,
    remedy: "put the file itself into the repository",
  });
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (cause: unknown) => codeOf(cause) !== "ENOENT",
  );

/** The text of a file, or undefined if it is missing. Any other problem is an error. */
export async function readIfThere(path: string, what: string, remedy: string): Promise<string | undefined> {
  return (await isThere(path)) ? readText(path, what, remedy) : undefined;
}

/** The files below a folder on disk, read as those of a commit are. @throws as `readText`, but for missing files */
export const filesIn = (folder: string, what: string, remedy: string): TreeFiles => ({
  file: async (path) => (await readIfThere(join(folder, path), what, remedy)) ?? null,
});

/**
 * Writes a whole file or nothing: to a temporary file next to it, synced, then renamed. Makes missing folders.
 *
 * @param path without links, see `groundedPath`
 * @throws SteelyardError (environment) for a full disk or a path that cannot be written, (user) for a link; an old
 *   file then stays unchanged
 */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeWhole(path, text);
  } catch (cause) {
    throw unwritable(cause, path);
  }
}

/** Makes a folder that other users cannot read. @throws as `writeText` */
export function makeOwnFolder(path: string): void {
  try {
    makeFolder(path, 0o700);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") {
      throw environmentError("Cannot make this folder: the file system takes none there.", {
        where: path,
        remedy: "choose another directory with --out",
        cause,
      });
    }
    throw unwritable(cause, path);
  }
}

function unwritable(cause: unknown, where: string): unknown {
  if (codeOf(cause) === "") return cause; // not an error of the file system: a bug, or a complete error already
  const [why, remedy] = REASONS[codeOf(cause)] ?? [String(cause), "check the path"];
  return environmentError(`Cannot write this file: ${why}.`, { where, remedy, cause });
}

/** A value as a JSON file: indented by two spaces for people, compact for programs. */
export const json = (value: unknown, reviewed: boolean) =>
  `${JSON.stringify(value, null, reviewed ? 2 : 0)}\n`;
