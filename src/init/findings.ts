import { type Composed, composedIn, isCompose, ranked } from "./compose.ts";
import { mayBeScript, type Script, scriptIn } from "./scripts.ts";

/** The parts of a repository that a first config can be made from. */
export interface Findings {
  /** The Compose file that is started, and its addresses; null where there is none. */
  readonly compose: ({ readonly path: string } & Composed) | null;
  /** Compose files that are not used. */
  readonly otherCompose: readonly string[];
  /** A package of Node's that `npm start` runs: its folder, and whether `npm ci` works in it. */
  readonly node: { readonly folder: string; readonly locked: boolean } | null;
  readonly scripts: readonly Script[];
}

/** Files whose text is worth reading. */
export const isReadable = (path: string): boolean =>
  mayBeScript(path) || isCompose(path) || path.split("/").at(-1) === "package.json";

/**
 * Looks through the files of a repository.
 *
 * @param paths all of them, relative to its top, with "/"
 * @param text of one that `isReadable`; empty where it cannot be read
 */
export function findings(paths: readonly string[], text: (path: string) => string): Findings {
  const inside = paths.filter((path) => !/(?:^|\/)(?:node_modules|vendor|\.git)\//.test(path)).sort();
  const [main, ...otherCompose] = ranked(inside.filter(isCompose));
  const packages = inside
    .filter((path) => path.split("/").at(-1) === "package.json" && starts(text(path)))
    .sort((a, b) => a.split("/").length - b.split("/").length);
  const folder = packages[0]?.replace(/\/?package\.json$/, "");
  const lock = folder === "" ? "package-lock.json" : `${folder}/package-lock.json`;
  return {
    compose: main === undefined ? null : { path: main, ...composedIn(text(main)) },
    otherCompose,
    node: folder === undefined ? null : { folder: folder || ".", locked: inside.includes(lock) },
    scripts: inside.filter(isReadable).flatMap((path) => scriptIn(path, text(path)) ?? []),
  };
}

/** Whether a package has a program to start. */
function starts(text: string): boolean {
  try {
    return typeof JSON.parse(text)?.scripts?.start === "string";
  } catch {
    return false;
  }
}
