import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { environmentError } from "../base/errors.ts";
import { alive, statOf } from "../exec/proc.ts";

/** A directory of our own, private, for what a generator reads and writes in one call; removed when disposed of. */
export interface Scratch extends AsyncDisposable {
  readonly path: string;
  /** An empty config file for k6. */
  readonly config: string;
}

/**
 * Makes one, and removes those that runs which were killed outright left beside it. A directory's name says
 * whose it is: `load-<pid>-<ticks after boot>-…`, with 0 where there is no `/proc` to tell.
 *
 * @throws SteelyardError (environment) when nothing can be written there
 */
export async function makeScratch(parent: string): Promise<Scratch> {
  try {
    await mkdir(parent, { recursive: true });
    await removeOrphans(parent);
    const path = await mkdtemp(join(parent, `load-${process.pid}-${statOf(process.pid)?.began ?? 0}-`));
    const config = join(path, "config.json");
    await writeFile(config, "{}\n");
    return { path, config, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  } catch (cause) {
    throw environmentError("Cannot write where the load generator is to work.", {
      where: parent,
      remedy: "choose another directory for the results, or mend its permissions",
      cause,
    });
  }
}

/** A directory that cannot be removed is left: it is in nobody's way. */
async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (orphaned(name)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether the process that made a directory of this name is gone; another one may have its pid by now. */
function orphaned(name: string): boolean {
  const [, pid, began] = /^load-(\d+)-([1-9]\d*)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  const stat = statOf(Number(pid));
  return stat === undefined || stat.began !== Number(began) || !alive(stat);
}
