import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/**
 * The path for a name that a person or a config gave. Below the checkout around `cwd` links are left as they are, so
 * that they are refused: a change may have brought them. Links outside of it are the machine owner's, and followed.
 */
export function groundedPath(cwd: string, name: string): string {
  const path = resolve(cwd, name);
  const top = checkoutOf(cwd);
  if (path === top || path.startsWith(`${top}${sep}`)) return join(real(top), path.slice(top.length));
  return real(path);
}

/** The checkout that a folder is in: the nearest folder with a `.git`, or itself where there is none. */
export function checkoutOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** A path with its links followed, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(real(parent), path.slice(parent.length));
  }
}
