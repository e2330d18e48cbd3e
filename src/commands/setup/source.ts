import { fileURLToPath } from "node:url";
import type { World } from "../../base/world.ts";
import { gitOutput } from "../../git/git.ts";
import { installedSource, NOWHERE, type Source } from "../../init/source.ts";
import { repositoryOf } from "../../init/workflows.ts";
import { isThere, readIfThere } from "../../store/files.ts";

/** npm's own list of what it installed, beside the package. */
const LOCK = "../.package-lock.json";

/**
 * The repository and commit that this program is of, so that workflows can name them: where npm installed it from
 * (`npx github:octo/steelyard`), else the remote of its checkout. The placeholder where neither is on GitHub.
 *
 * @param home folder of the package, as an address that ends with a slash; that of this program by default
 */
export async function ownSource(world: World, home?: URL): Promise<Source> {
  const top = home ?? (await packageFolder());
  const installed = await sourceInstalled(top);
  if (installed !== undefined) return installed;
  const at = { ...world, cwd: fileURLToPath(top) };
  if ((await gitOutput(at, "rev-parse", "--show-cdup")) !== "") return NOWHERE; // inside of somebody else's checkout
  const repository = repositoryOf((await gitOutput(at, "remote", "get-url", "origin")) ?? "");
  const ref = await gitOutput(at, "rev-parse", "HEAD");
  return repository === null || ref === null ? NOWHERE : { repository, ref };
}

/** Where npm installed this program from; undefined where it did not, or from elsewhere than GitHub. */
export async function sourceInstalled(home?: URL): Promise<Source | undefined> {
  const lock = fileURLToPath(new URL(LOCK, home ?? (await packageFolder())));
  const text = await readIfThere(lock, "lock file of npm", "install it again");
  return text === undefined ? undefined : installedSource(resolvedIn(text));
}

/** The nearest folder above this file with a package.json: bundle and sources are not equally deep. */
async function packageFolder(): Promise<URL> {
  let at = new URL(".", import.meta.url);
  while (at.pathname !== "/" && !(await isThere(fileURLToPath(new URL("package.json", at)))))
    at = new URL("..", at);
  return at;
}

/** The address that npm installed this package from; empty where the file has none. */
function resolvedIn(text: string): string {
  try {
    const { packages } = JSON.parse(text) as { packages?: Record<string, { resolved?: unknown }> };
    return String(packages?.["node_modules/steelyard"]?.resolved ?? "");
  } catch {
    return ""; // a lock file of another format: nothing depends on it
  }
}
