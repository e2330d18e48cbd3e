import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PACKAGE_FOLDERS } from "../model/packages.ts";

/** The path of a function's file as it is kept: in the repository, or in a package; null for the runtime's own. */
export type Placer = (url: string) => string | null;

/** Longest path that is kept, in characters. */
const KEPT = 400;
/** Longest path that is read, in characters. */
const LONGEST = 4_000;
/** Folders of a path in which a package is looked for, at most. */
const DEEPEST = 30;

/**
 * Finds files in a tree by the path or URL that a service has for them. In a container it is another path, whose end is the
 * same: `/app/src/rank.js` is `src/rank.js`. Of a file that is nowhere only the name is kept.
 */
export function placer(tree: string): Placer {
  const known = new Map<string, string | null>();
  return (url) => {
    if (!known.has(url)) known.set(url, placed(url, tree)?.slice(-KEPT) ?? null);
    return known.get(url)!;
  };
}

function placed(url: string, tree: string): string | null {
  const path = pathOf(url);
  if (path === null) return null;
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  const packages = names.findLastIndex(
    (name, i) => PACKAGE_FOLDERS.includes(name) || isModule(names.slice(i)),
  );
  if (packages >= 0) return names.slice(packages).join("/");
  const own = relative(tree, path).split(sep).join("/");
  if (path.startsWith("/") && own !== "" && !own.startsWith("../")) return own;
  for (let from = Math.max(0, names.length - DEEPEST); from < names.length; from++) {
    const rest = names.slice(from);
    if (!rest.includes("..") && existsSync(join(tree, ...rest))) return rest.join("/");
  }
  return names.at(-1) ?? null;
}

/** Whether it is the path of a module of Go, from the folder of modules on. */
const isModule = ([pkg, mod, ...rest]: readonly string[]) =>
  pkg === "pkg" && mod === "mod" && rest.some((name) => name.includes("@"));

/** The path in a URL; null for functions without a file. */
function pathOf(url: string): string | null {
  if (
    url === "" ||
    url.length > LONGEST ||
    /^(?:node|native|internal|wasm|data|blob|evalmachine|extensions):?/.test(url)
  )
    return null;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return url.startsWith("/") ? url : null;
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
}
