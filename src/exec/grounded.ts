import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

/**
 * The path for a name from a person or a config. Below the checkout around `cwd`, links stay in the path, so that
 * they are rejected later: a change may have added them. Links outside of it belong to the machine's owner and are
 * followed.
 */
export function groundedPath(cwd: string, name: string): string {
  const path = resolve(cwd, name);
  const top = checkoutOf(cwd);
  if (path === top || path.startsWith(`${top}${sep}`)) return join(realPath(top), path.slice(top.length));
  return realPath(path);
}

/** The checkout around a folder: the nearest folder with a `.git`, or the folder itself. */
export function checkoutOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** The real path, with links followed as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
