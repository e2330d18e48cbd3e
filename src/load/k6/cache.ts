import { createHash, randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, readSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { environmentError } from "../../base/errors.ts";
import { cacheFolder, homeFolder } from "../../exec/cache.ts";
import { checkoutOf, groundedPath } from "../../exec/grounded.ts";
import {
  linklessStat,
  makeFolder,
  openFile,
  readWhole,
  removeTree,
  renameOver,
  writePrivate,
} from "../../exec/linkless.ts";
import { PINNED } from "./download.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The record that lies next to the program in the cache. */
interface Recorded {
  readonly version: string;
  readonly sha256: string;
}

/** Bytes hashed at a time. */
const CHUNK = 2 ** 20;

/**
 * Where our k6 is kept, a path without links.
 *
 * @throws SteelyardError (environment) for a place in the checkout, where a change could put a k6 of its own
 */
export function cachedK6(env: Env, checkout?: string): string {
  const path = join(cacheFolder(env), `k6-v${PINNED}`, "k6");
  const top = checkout === undefined ? undefined : checkoutOf(groundedPath("/", checkout));
  // A home may be under version control as a whole: that is its owner's, and no checkout of a change.
  const changes =
    top !== undefined && existsSync(join(top, ".git")) && top !== groundedPath("/", homeFolder(env));
  if (!changes || !path.startsWith(`${top}${sep}`)) return path;
  throw environmentError(
    "The cache of k6 would be in the checkout, where a change could put a program of its own.",
    { where: path, remedy: "set XDG_CACHE_HOME to a folder outside of the checkout" },
  );
}

/**
 * The reason not to start the program in the cache; null where it is unchanged. It has to be an ordinary file with the
 * recorded digest. File and folders have to belong to this user or root, and nobody else may write them.
 *
 * A process of this user can change both program and record: nothing here stops that.
 */
export function cacheFault(binary: string): string | null {
  const record = recordOf(binary);
  for (const path of [dirname(dirname(binary)), dirname(binary), binary, record]) {
    const why = ownershipFault(path);
    if (why !== null) return why;
  }
  const recorded = readRecord(record);
  if (recorded === null) return `${basename(record)} is damaged`;
  const found = digestOf(binary);
  return found === recorded.sha256 ? null : `its SHA-256 is ${found}, and ${recorded.sha256} was put there`;
}

/**
 * Makes a program in a work folder, records its digest, and renames both into their places. The program is there whole
 * or not at all, and never with the record of another one.
 */
export async function keepInCache(binary: string, make: (file: string) => Promise<void>): Promise<void> {
  const folder = dirname(binary);
  for (const own of [dirname(folder), folder]) {
    makeFolder(own, 0o700);
    chmodSync(own, 0o700);
  }
  const work = join(folder, `new-${randomBytes(6).toString("hex")}`);
  makeFolder(work, 0o700);
  try {
    const file = join(work, "k6");
    await make(file);
    chmodSync(file, 0o755);
    const recorded: Recorded = { version: PINNED, sha256: digestOf(file) };
    writePrivate(recordOf(file), JSON.stringify(recorded));
    renameOver(recordOf(file), recordOf(binary));
    renameOver(file, binary);
  } finally {
    removeTree(work);
  }
}

const recordOf = (binary: string) => `${binary}.json`;

function readRecord(path: string): Recorded | null {
  try {
    const { version, sha256 } = JSON.parse(readWhole(path, 4_096)) as Partial<Recorded>;
    return version === PINNED && typeof sha256 === "string" ? { version, sha256 } : null;
  } catch {
    return null;
  }
}

/** Why a file or folder may have been written by somebody else; null where it cannot. */
function ownershipFault(path: string): string | null {
  const stat = linklessStat(path);
  if (stat === undefined) return `${basename(path)} is not there`;
  if (stat.isSymbolicLink()) return `${path} is a link`;
  if (stat.uid !== 0 && stat.uid !== process.getuid?.()) return `${path} belongs to another user`;
  return (stat.mode & 0o022) === 0 ? null : `${path} may be written by others`;
}

/** SHA-256 of a file, in hexadecimal; 60 MB take some 40 ms. */
function digestOf(path: string): string {
  const file = openFile(path);
  try {
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
    }
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}
