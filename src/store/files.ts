import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { environmentError, SteelyardError, userError } from "../base/errors.ts";

/** Largest file read: a run of 20,000 trials with a hundred quantiles each stays well below it. */
const MOST_BYTES = 512 * 2 ** 20;

const REASONS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ["the disk is full", "free some space"],
  EDQUOT: ["the disk quota is used up", "free some space"],
  EROFS: ["the file system is read-only", "choose another directory with --out"],
  EACCES: ["permission is denied", "choose another directory with --out, or mend its permissions"],
  EPERM: ["permission is denied", "choose another directory with --out, or mend its permissions"],
  ENOTDIR: ["a part of the path is a file", "choose another path"],
  EEXIST: ["a part of the path is a file", "choose another path"],
  EISDIR: ["it is a directory", "name a file"],
  ENOENT: ["it does not exist", "check the path"],
};

const codeOf = (cause: unknown): string => (cause as { code?: string } | null)?.code ?? "";

/** @throws SteelyardError (user) when it is absent, a directory, too large or not readable */
export async function readText(path: string, what: string, remedy: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES)
      throw userError(`This ${what} is too large (${size} bytes).`, { where: path, remedy });
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    const [why = undefined] = REASONS[codeOf(cause)] ?? [];
    throw userError(`Cannot read the ${what}: ${why ?? String(cause)}.`, { where: path, remedy });
  }
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (cause: unknown) => codeOf(cause) !== "ENOENT",
  );

/** The text, or undefined where there is no such file; every other obstacle is an error. */
export async function readIfThere(path: string, what: string, remedy: string): Promise<string | undefined> {
  return (await isThere(path)) ? readText(path, what, remedy) : undefined;
}

/**
 * Writes a file whole or not at all: to a temporary file beside it, synced, then renamed. Folders are made.
 *
 * @throws SteelyardError (environment) when the disk is full or the place cannot be written; the old file,
 *   where there was one, is untouched
 */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, text, { encoding: "utf8" });
  } catch (cause) {
    if (codeOf(cause) === "") throw cause; // not the file system's word: a bug
    const [why, remedy] = REASONS[codeOf(cause)] ?? [String(cause), "check the path"];
    throw environmentError(`Cannot write this file: ${why}.`, { where: path, remedy, cause });
  }
}

/** A value as a JSON file: two-space indented where people review it, compact where only programs read it. */
export const json = (value: unknown, reviewed: boolean) =>
  `${JSON.stringify(value, null, reviewed ? 2 : 0)}\n`;
