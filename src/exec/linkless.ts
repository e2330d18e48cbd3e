import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type SteelyardError, userError } from "../base/errors.ts";

/**
 * Access to files by paths without symbolic links. A link that was committed, or made by a container, would lead a
 * read, write or removal out of the intended folder.
 *
 * On Linux each folder of a path is opened without following links, and the next name is looked up in the open
 * folder (`/proc/self/fd/N/name` is `openat`). A link that is created meanwhile has no effect. On other systems
 * each name is checked before it is used, and a race remains.
 *
 * Paths come from `groundedPath`, which follows the links in a given folder's name once. Errors of the file system
 * are thrown unchanged, with the given path.
 */

/**
 * Flag to open a folder only for passing through, without the right to list it. Linux only; Node has no constant
 * for it.
 */
const O_PATH = 0o10000000;
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } =
  constants;
const HAS_OPENAT = process.platform === "linux" && existsSync("/proc/self/fd");
/** The default size limit for reading a file, in bytes. */
const MOST_BYTES = 64 * 2 ** 20;

/** An open folder, and the path by which system calls reach it. */
interface Folder extends Disposable {
  readonly at: string;
}
/** A name in an open folder. */
interface Held extends Folder {
  readonly folder: string;
}

/** Opens a folder name by name. @param make permissions of missing folders; undefined to make none */
function descend(path: string, make?: number): Folder {
  let folder = step(sep, sep, undefined);
  let whole = "";
  for (const name of resolve(path).split(sep).filter(Boolean)) {
    using before = folder;
    whole += `${sep}${name}`;
    folder = step(`${before.at.replace(/\/$/, "")}/${name}`, whole, make);
  }
  return folder;
}

/** Opens the folder that contains a path. */
function hold(path: string, make?: number): Held {
  const folder = descend(dirname(resolve(path)), make);
  return { ...folder, folder: folder.at, at: join(folder.at, basename(resolve(path))) };
}

/** Opens one folder. @param at the path that reaches it @param path its name, for messages */
function step(at: string, path: string, make: number | undefined): Folder {
  try {
    if (HAS_OPENAT) {
      const file = openSync(at, O_PATH | O_DIRECTORY | O_NOFOLLOW);
      return { at: `/proc/self/fd/${file}`, [Symbol.dispose]: () => closeSync(file) };
    }
    const stat = lstatSync(at);
    if (!stat.isDirectory()) throw Object.assign(new Error(`ENOTDIR: not a directory, ${path}`), NOT_FOLDER);
    return { at, [Symbol.dispose]() {} };
  } catch (error) {
    if (make !== undefined && codeOf(error) === "ENOENT") {
      try {
        mkdirSync(at, { mode: make });
      } catch (refused) {
        if (codeOf(refused) !== "EEXIST") throw named(refused, path);
      }
      return step(at, path, undefined);
    }
    if (codeOf(error) === "ENOTDIR" && isLink(at)) throw linkAt(path);
    throw named(error, path);
  }
}

const NOT_FOLDER = { code: "ENOTDIR" } as const;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

function isLink(at: string): boolean {
  try {
    return lstatSync(at).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The error for a link. */
export function linkAt(path: string): SteelyardError {
  return userError("There is a symbolic link where Steelyard reads or writes. It is not followed.", {
    where: path,
    remedy: "remove the link, also from the repository, or choose another folder",
  });
}

/** An error of the file system that names the given path. */
function named(error: unknown, path: string): unknown {
  if (error instanceof Error && /\/proc\/self\/fd\/\d+/.test(error.message)) {
    error.message = error.message.replace(/'?\/proc\/self\/fd\/\d+[^']*'?/, `'${path}'`);
    Object.assign(error, { path });
  }
  return error;
}

/** Calls `act` with a name in its folder, and names the path in any error. */
function within<T>(path: string, act: (held: Held) => T, make?: number): T {
  using held = hold(path, make);
  try {
    return act(held);
  } catch (error) {
    if (codeOf(error) === "ELOOP" || (codeOf(error) === "ENOTDIR" && isLink(held.at))) throw linkAt(path);
    throw named(error, path);
  }
}

/** The file status of a path, without following a link; undefined if nothing exists there. */
export function linklessStat(path: string): Stats | undefined {
  try {
    return within(path, ({ at }) => lstatSync(at));
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Makes a folder and its parents. @throws SteelyardError (user) for a link, (file system) for a file with its name */
export function makeFolder(path: string, mode = 0o777): void {
  descend(path, mode)[Symbol.dispose]();
}

/** Opens an existing regular file, and no other kind. Does not wait for a pipe. */
export function openFile(path: string, flags = O_RDONLY): number {
  return within(path, ({ at }) => {
    const refusal = userError("This is not a regular file.", { where: path, remedy: "remove it" });
    if (lstatSync(at).isDirectory()) throw refusal;
    const file = openSync(at, flags | O_NOFOLLOW | O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
    throw refusal;
  });
}

/** The text of a regular file. @throws SteelyardError (user) for more than `most` bytes */
export const readWhole = (path: string, most?: number): string => readBytes(path, most).toString("utf8");

/** The bytes of a regular file. @throws SteelyardError (user) for more than `most` bytes */
export function readBytes(path: string, most = MOST_BYTES): Buffer {
  const file = openFile(path);
  try {
    const { size } = fstatSync(file);
    if (size > most) {
      throw userError(`This file is too large (${size} bytes).`, { where: path, remedy: "remove it" });
    }
    const bytes = Buffer.alloc(size);
    let read = 0;
    for (let more = 1; more > 0 && read < size; read += more) {
      more = readSync(file, bytes, read, size - read, read);
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

/** The names in a folder, each with its kind; empty if the folder does not exist. */
export function namesIn(path: string): readonly { readonly name: string; readonly kind: Kind }[] {
  try {
    using folder = descend(path);
    return readdirSync(folder.at, { withFileTypes: true }).map((one) => ({
      name: one.name,
      kind: one.isDirectory() ? "folder" : one.isFile() ? "file" : one.isSymbolicLink() ? "link" : "other",
    }));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
type Kind = "file" | "folder" | "link" | "other";

/** Sorted paths of the regular files below a folder. Links are neither listed nor followed. */
export function filesBelow(path: string): string[] {
  return namesIn(path)
    .flatMap(({ name, kind }) =>
      kind === "folder" ? filesBelow(join(path, name)) : kind === "file" ? [join(path, name)] : [],
    )
    .sort();
}

/** Opens a new file for appending, and makes its folders. Replaces whatever had its name. */
export function createFile(path: string, mode = 0o600, folders = 0o700): number {
  const make = ({ at }: Held) => {
    unlinkIfThere(at);
    return openSync(at, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, mode);
  };
  return within(path, make, folders);
}

/** Makes a new file, writes a text and leaves it open; undefined if the name is in use. */
export function createNew(path: string, text: string, mode: number): number | undefined {
  try {
    const file = within(path, ({ at }) => openSync(at, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode));
    writeSync(file, text);
    return file;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** Writes a private file. Replaces whatever had its name. */
export function writePrivate(path: string, content: string | Uint8Array): void {
  const file = createFile(path);
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a whole file or nothing: into a temporary file next to it, synced, then renamed. Makes missing folders,
 * and keeps the permissions of an existing file.
 */
export async function writeWhole(path: string, text: string, folders = 0o777): Promise<void> {
  using held = hold(path, folders);
  try {
    const before = lstatSync(held.at, { throwIfNoEntry: false });
    if (before?.isSymbolicLink()) throw linkAt(path);
    const temporary = `${held.folder}/.steelyard-${randomBytes(8).toString("hex")}.tmp`;
    const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
    try {
      await file.writeFile(text);
      if (before !== undefined) await file.chmod(before.mode & 0o777);
      await file.sync();
      await file.close();
      await rename(temporary, held.at);
    } catch (error) {
      await file.close().catch(() => {});
      await unlink(temporary).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw named(error, path);
  }
}

/** Removes a file or a link itself. Does nothing if there is none. */
export function removeFile(path: string): void {
  missing(() => within(path, ({ at }) => unlinkIfThere(at)));
}

function unlinkIfThere(at: string): void {
  missing(() => unlinkSync(at));
}

/** Removes a folder with its content, or a file. Of a link, only the link. */
export function removeTree(path: string): void {
  missing(() => within(path, ({ at }) => removeAt(at)));
}

/** Removes whatever has a name. Opens each folder before emptying it, so that a replacement is never emptied. */
function removeAt(at: string): void {
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    unlinkSync(at);
    return;
  }
  {
    using folder = step(at, at, undefined);
    for (const name of readdirSync(folder.at)) missing(() => removeAt(`${folder.at}/${name}`));
  }
  rmdirSync(at);
}

/** Moves a file or folder into a folder. Replaces whatever has its name there. */
export function moveInto(path: string, folder: string): void {
  const to = join(folder, basename(path));
  removeTree(to);
  within(path, (from) => within(to, ({ at }) => renameSync(from.at, at), 0o700));
}

/** Renames a file. Replaces whatever has the new name. */
export function renameOver(path: string, to: string): void {
  within(path, (from) => within(to, ({ at }) => renameSync(from.at, at)));
}

/** Another process may remove it first. */
function missing(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
