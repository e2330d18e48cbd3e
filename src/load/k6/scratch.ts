import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { environmentError } from "../../base/errors.ts";

/** A directory of our own for what k6 reads and writes in one call, removed when disposed of. */
export interface Scratch extends AsyncDisposable {
  readonly path: string;
  /** An empty config file for k6. */
  readonly config: string;
}

/** @throws SteelyardError (environment) when nothing can be written there */
export async function makeScratch(parent: string): Promise<Scratch> {
  try {
    await mkdir(parent, { recursive: true });
    const path = await mkdtemp(join(parent, "k6-"));
    const config = join(path, "config.json");
    await writeFile(config, "{}\n");
    return { path, config, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  } catch (cause) {
    throw environmentError("Cannot write where k6 is to work.", {
      where: parent,
      remedy: "choose another directory for the results, or mend its permissions",
      cause,
    });
  }
}
