import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { environmentError, SteelyardError } from "../base/errors.ts";
import { makeFolder, namesIn, readWhole, removeTree, writePrivate } from "../exec/linkless.ts";
import { lives, statOf } from "../exec/proc.ts";

/** Most bytes read of a program's file: the points of k6's short run are the longest. */
const MOST_BYTES = 512 * 2 ** 20;

/** A private directory for the files of one call of a generator; removed when disposed of. */
export interface Scratch extends AsyncDisposable {
  readonly path: string;
  /** An empty config file for k6. */
  readonly config: string;
  /** Writes a file that nobody else may read; where it is. */
  write(name: string, text: string): string;
  /** The content of a file; null where it is missing, no ordinary file, or too long. */
  read(name: string): string | null;
}

/**
 * Makes a directory, and removes those that killed runs left in the same parent. A directory's name shows its
 * owner: `load-<pid>-<ticks after boot>-…`, with 0 where there is no `/proc` to tell.
 *
 * @throws SteelyardError (environment) when nothing can be written there
 */
export async function makeScratch(parent: string): Promise<Scratch> {
  try {
    makeFolder(parent, 0o700);
    removeOrphans(parent);
    const name = `load-${process.pid}-${statOf(process.pid)?.began ?? 0}-${randomBytes(6).toString("hex")}`;
    const path = join(parent, name);
    makeFolder(path, 0o700);
    const write = (file: string, text: string) => {
      writePrivate(join(path, file), text);
      return join(path, file);
    };
    return {
      path,
      write,
      config: write("config.json", "{}\n"),
      read: (file) => textOf(join(path, file)),
      [Symbol.asyncDispose]: async () => removeTree(path),
    };
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    throw environmentError("Cannot write in the load generator's working directory.", {
      where: parent,
      remedy: "choose another directory for the results, or correct its permissions",
      cause,
    });
  }
}

/** A directory that cannot be removed is left: it is in nobody's way. */
function removeOrphans(parent: string): void {
  for (const { name, kind } of namesIn(parent)) {
    if (kind !== "folder" || !orphaned(name)) continue;
    try {
      removeTree(join(parent, name));
    } catch {
      // of another user, from inside of a container
    }
  }
}

/** Whether the process that made a directory of this name is gone; another one may have its pid by now. */
function orphaned(name: string): boolean {
  const [, pid, began] = /^load-(\d+)-([1-9]\d*)-/.exec(name) ?? [];
  return pid !== undefined && !lives({ pid: Number(pid), began: Number(began) });
}

function textOf(file: string): string | null {
  try {
    return readWhole(file, MOST_BYTES);
  } catch {
    return null;
  }
}
