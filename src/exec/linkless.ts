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
  writeSync,
} from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type SteelyardError, userError } from "../base/errors.ts";

/**
 * Files by paths in which nothing is a symbolic link: a link that was committed, or made by a container, would lead
 * what is read, written or removed out of the folder that was meant.
 *
 * On Linux each folder of a path is opened without following links, and the next name is looked up in the folder that
 * is open (`/proc/self/fd/N/name` is `openat`): a link that is put there meanwhile changes nothing. Elsewhere each name
 * is looked at before it is used, and a race remains.
 *
 * Paths come from `groundedPath`, which follows the links of whoever named a folder, once. Errors of the file system are
 * thrown as they are, with the path that was asked for.
 */

/** A folder that is opened to go through it, which needs no right to list it. Linux alone has it, and Node no name. */
const O_PATH = 0o10000000;
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } =
  constants;
const HAS_OPENAT = process.platform === "linux" && existsSync("/proc/self/fd");
/** Bytes read of a file where nobody says how many. */
const MOST_BYTES = 64 * 2 ** 20;

/** A folder that is held open, and what system calls reach it by. */
interface Folder extends Disposable {
  readonly at: string;
}
/** A name in a folder that is held open. */
interface Held extends Folder {
  readonly folder: string;
}

/** Opens a folder, name by name. @param make permissions of folders that lack; where undefined none is made */
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

/** Opens the folder that a path is in. */
function hold(path: string, make?: number): Held {
  const folder = descend(dirname(resolve(path)), make);
  return { ...folder, folder: folder.at, at: join(folder.at, basename(resolve(path))) };
}

/** Opens one folder. @param at what reaches it @param path its name, for messages */
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

/** What is thrown for a link. */
export function linkAt(path: string): SteelyardError {
  return userError("A symbolic link stands where Steelyard reads or writes; it is not followed.", {
    where: path,
    remedy: "remove the link, and take it out of the repository, or name another folder",
  });
}

/** An error of the file system that names the path that was asked for. */
function named(error: unknown, path: string): unknown {
  if (error instanceof Error && /\/proc\/self\/fd\/\d+/.test(error.message)) {
    error.message = error.message.replace(/'?\/proc\/self\/fd\/\d+[^']*'?/, `'${path}'`);
    Object.assign(error, { path });
  }
  return error;
}

/** Does something with a name in its folder, and names the path in what is thrown. */
function within<T>(path: string, act: (held: Held) => T, make?: number): T {
  using held = hold(path, make);
  try {
    return act(held);
  } catch (error) {
    if (codeOf(error) === "ELOOP" || (codeOf(error) === "ENOTDIR" && isLink(held.at))) throw linkAt(path);
    throw named(error, path);
  }
}

/** What stands at a path; undefined where nothing does. */
export function standing(path: string): Stats | undefined {
  try {
    return within(path, ({ at }) => lstatSync(at));
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Makes a folder and those above it. @throws SteelyardError (user) for a link, (file system) for a file in its place */
export function makeFolder(path: string, mode = 0o777): void {
  descend(path, mode)[Symbol.dispose]();
}

/** Opens a file that is there: an ordinary one, whatever its name says. A pipe is not waited for. */
export function openFile(path: string, flags = O_RDONLY): number {
  return within(path, ({ at }) => {
    const refusal = userError("This is no ordinary file.", { where: path, remedy: "remove it" });
    if (lstatSync(at).isDirectory()) throw refusal;
    const file = openSync(at, flags | O_NOFOLLOW | O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
    throw refusal;
  });
}

/** The text of an ordinary file. @throws SteelyardError (user) where it has more bytes than `most` */
export const readWhole = (path: string, most?: number): string => readBytes(path, most).toString("utf8");

/** The same as bytes. */
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

/** The names in a folder, each with its kind; none where there is no such folder. */
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

/** Paths of the ordinary files below a folder, in order; links are neither listed nor followed. */
export function filesBelow(path: string): string[] {
  return namesIn(path)
    .flatMap(({ name, kind }) =>
      kind === "folder" ? filesBelow(join(path, name)) : kind === "file" ? [join(path, name)] : [],
    )
    .sort();
}

/** Opens a new file for appending, in the place of whatever had its name, and makes its folders. */
export function createFile(path: string, mode = 0o600, folders = 0o700): number {
  const make = ({ at }: Held) => {
    unlinkIfThere(at);
    return openSync(at, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, mode);
  };
  return within(path, make, folders);
}

/** Makes a file that is not there, opens it and writes a text; undefined where something has its name. */
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

/** Writes a small file of ours, which nobody else reads, in the place of whatever had its name. */
export function writePrivate(path: string, text: string): void {
  const file = createFile(path);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a file whole or not at all: into a temporary file beside it, synced, then renamed. Folders are made, and the
 * permissions of a file that was there are kept.
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

/** Removes a file, or the link itself; nothing where there is none. */
export function removeFile(path: string): void {
  missing(() => within(path, ({ at }) => unlinkIfThere(at)));
}

function unlinkIfThere(at: string): void {
  missing(() => unlinkSync(at));
}

/** Removes a folder with all that is in it, or a file; of a link the link alone. */
export function removeTree(path: string): void {
  missing(() => within(path, ({ at }) => cleared(at)));
}

/** Folders are opened before they are emptied: what takes their name meanwhile is not. */
function cleared(at: string): void {
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    unlinkSync(at);
    return;
  }
  {
    using folder = step(at, at, undefined);
    for (const name of readdirSync(folder.at)) missing(() => cleared(`${folder.at}/${name}`));
  }
  rmdirSync(at);
}

/** Moves a file or folder into a folder, in the place of whatever has its name there. */
export function moveInto(path: string, folder: string): void {
  const to = join(folder, basename(path));
  removeTree(to);
  within(path, (from) => within(to, ({ at }) => renameSync(from.at, at), 0o700));
}

/** Gives a file another name, in the place of whatever has it. */
export function renameOver(path: string, to: string): void {
  within(path, (from) => within(to, ({ at }) => renameSync(from.at, at)));
}

/** Another process may have removed it first. */
function missing(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
