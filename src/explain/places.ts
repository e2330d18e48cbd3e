import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PACKAGE_FOLDERS } from "../model/packages.ts";
import { type Files, filesByName } from "./files.ts";
import { BUILT, declaredBy, type Written } from "./written.ts";

/** A file at the top of a folder in which images usually have the code of a service. */
const TOP = /^\/(?:(?:usr\/|opt\/|srv\/|home\/[\w-]+\/)?(?:src\/)?(?:app|code)|src|srv|workspace)\/[^/]+$/;

/** Finds files of functions in a tree. */
export interface Placer {
  /** The path of a file as it is kept: in the repository, or in a package; null for the runtime's own. */
  (url: string): string | null;
  /** Where a function of a compiled file without source map was written. */
  written?(url: string, name: string, owner?: string): Written | null;
}

/** Longest path that is kept, in characters. */
const KEPT = 400;
/** The beginning of an absolute path: where a path is cut, or a name holds one of another system. */
const ROOT = /^(?:(?:[a-z]:)?[\\/]|file:)+/i;
/** Longest path that is read, in characters. */
const LONGEST = 4_000;
/** Folders of a path in which a package is looked for, at most. */
const DEEPEST = 30;

/**
 * Finds files in a tree by the path or URL that a service has for them. In a container it is another path, whose end is the
 * same: `/app/src/rank.js` is `src/rank.js`, or `services/web/src/rank.js` if that is the only one with that end. At the top
 * of the folder for code, the name is enough: `/app/main.py` is `api/main.py`. Of a file that is nowhere only the name is kept.
 */
export function placer(tree: string): Placer {
  const known = new Map<string, string | null>();
  const declared = new Map<string, ReadonlyMap<string, Written | null>>();
  let files: Files | undefined;
  const listed = () => {
    files ??= filesByName(tree);
    return files;
  };
  const find = (url: string) => {
    if (!known.has(url)) known.set(url, placed(url, tree, listed)?.slice(-KEPT).replace(ROOT, "") || null);
    return known.get(url)!;
  };
  const written = (url: string, name: string, owner = "") => {
    if (!declared.has(url)) declared.set(url, declaredBy(tree, pathOf(url) ?? ""));
    const found = declared.get(url)!;
    return found.get(`${owner}.${name}`) ?? found.get(name) ?? null;
  };
  return Object.assign(find, { written });
}

function placed(url: string, tree: string, listed: () => Files): string | null {
  const path = pathOf(url);
  if (path === null) return null;
  const names = path.split(/[\\/]/).filter((name) => name !== "" && name !== ".");
  const packages = names.findLastIndex(
    (name, i) => PACKAGE_FOLDERS.includes(name) || isModule(names.slice(i)),
  );
  if (packages >= 0) return names.slice(packages).join("/");
  const own = relative(tree, path).split(sep).join("/");
  if (path.startsWith("/") && own !== "" && !own.startsWith("../")) return own;
  for (let from = Math.max(0, names.length - DEEPEST); from < names.length - 1; from++) {
    const rest = names.slice(from);
    if (!rest.includes("..") && existsSync(join(tree, ...rest))) return rest.join("/");
  }
  const name = names.at(-1);
  if (name === undefined) return null;
  // A file at the top is a better guess than one in a folder that only has the name of a container's: /app, /src.
  const least = existsSync(join(tree, name)) ? 3 : 2;
  const files = listed().get(name) ?? [];
  return withLongestEnd(names, files, least) ?? (TOP.test(path) && files.length === 1 ? files[0]! : name);
}

/**
 * The file that has the longest end of a path, of at least so many names. Of several only that end, which names none of them
 * and tells it from others; null where there is none.
 */
function withLongestEnd(names: readonly string[], files: readonly string[], least: number): string | null {
  const path = names.toReversed();
  const lengths = files.map((file) => {
    const own = file.split("/").toReversed();
    const differs = path.findIndex((name, i) => name !== own[i]);
    return differs < 0 ? path.length : differs;
  });
  const longest = Math.max(0, ...lengths);
  if (longest < least || BUILT.has(path[longest] ?? "")) return null;
  const found = files.filter((_, i) => lengths[i] === longest);
  return found.length === 1 ? found[0]! : names.slice(-longest).join("/");
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
