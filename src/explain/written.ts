import { dirname, extname, join } from "node:path";
import { PACKAGE_FOLDERS } from "../model/packages.ts";
import { sourceText, walked } from "./files.ts";

/** Folders of files that a build writes, which have other lines than their sources. */
export const BUILT: ReadonlySet<string> = new Set(["dist", "build", "out", "lib", "target"]);
/** Folders above that one, by which a package of a repository is found, at most. */
const MOST_ABOVE = 4;
const ENDINGS = [".ts", ".tsx", ".mts", ".cts"];
/** Sources of a bundle, at most. */
const MOST_SOURCES = 1_000;
/** Longer lines are data. */
const LONGEST_LINE = 500;
const NAME = "(?<name>[A-Za-z_$][\\w$]*)";
/** Declarations of functions in TypeScript, each in a line of its own. */
const DECLARATIONS = [
  `^\\s*(?:export\\s+)?(?:default\\s+)?(?:async\\s+)?function\\s*\\*?\\s*${NAME}`, // function rank(
  `^\\s*(?:export\\s+)?(?:const|let|var)\\s+${NAME}\\b.*=.*(?:=>|\\bfunction\\b|\\basync\\b|\\($)`, // const rank = (list) =>
  `^\\s*${NAME}\\s*[:=].*(?:=>|\\bfunction\\b)`, // rank: (list) =>
  `^\\s*(?:(?:public|private|protected|static|override|async|get|set)\\s+)*\\*?${NAME}\\s*(?:<.*>)?\\(.*\\{$`, // rank(list) {
].map((pattern) => new RegExp(pattern));
const CLASS = /^\s*(?:(?:export|default|abstract)\s+)*class\s+([\w$]+)/;
/** Words that stand before a bracket and declare nothing. */
const WORDS: ReadonlySet<string> = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "return",
  "await",
  "super",
]);

/** Where a function was written. */
export interface Written {
  readonly file: string;
  readonly line: number;
}

/**
 * The functions of the source of a compiled file, by name: `/app/dist/rank.js` is made of `src/rank.ts`, where TypeScript wrote no
 * source map. The bundle `/app/dist/apps/shop/main.js` is made of all that is in `apps/shop`. Null for a name that several lines
 * declare, unless its class is before it: `OrdersService.list`. None where there is no such source.
 */
export function declaredBy(tree: string, path: string): ReadonlyMap<string, Written | null> {
  const found = new Map<string, Written | null>();
  for (const { file, text } of sourcesOf(tree, path)) {
    let owner = "";
    for (const [i, line] of text.split("\n").entries()) {
      if (line.length > LONGEST_LINE) continue;
      owner = CLASS.exec(line)?.[1] ?? owner;
      const name = nameIn(line.trimEnd());
      for (const key of name === undefined ? [] : [name, `${owner}.${name}`])
        found.set(key, found.has(key) ? null : { file, line: i + 1 });
    }
  }
  return found;
}

function nameIn(line: string): string | undefined {
  const name = DECLARATIONS.flatMap((pattern) => pattern.exec(line)?.groups?.name ?? [])[0];
  return name === undefined || WORDS.has(name) ? undefined : name;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

function sourcesOf(tree: string, path: string): readonly Source[] {
  const names = path.split("/");
  const built = names.findLastIndex((name) => BUILT.has(name));
  const [, stem] = /^(.+)\.[cm]?js$/.exec(names.slice(built + 1).join("/")) ?? [];
  if (built < 0 || stem === undefined || names.includes("..") || names.includes("node_modules")) return [];
  const above = names.slice(Math.max(0, built - MOST_ABOVE), built);
  const folders = Array.from({ length: above.length + 1 }, (_, from) => join(...above.slice(from), "."));
  for (const folder of folders) {
    for (const within of ["src", ""]) {
      for (const ending of ENDINGS) {
        const file = join(folder, within, `${stem}${ending}`);
        const text = sourceText(join(tree, file));
        if (text !== null) return [{ file, text }];
      }
    }
  }
  if (!stem.includes("/")) return [];
  const bundled = folders.map((folder) => sourcesBelow(tree, join(folder, dirname(stem))));
  return bundled.find((sources) => sources.length > 0) ?? [];
}

/** The sources below a folder, without tests; none where there are too many. */
function sourcesBelow(tree: string, folder: string): Source[] {
  const found: Source[] = [];
  for (const { name, path } of walked(tree, new Set([...PACKAGE_FOLDERS, ...BUILT]), folder)) {
    const isSource = ENDINGS.includes(extname(name)) && !/\.(?:d|test|spec|e2e-spec)\.\w+$/.test(name);
    const text = isSource ? sourceText(join(tree, path)) : null;
    if (text !== null && found.push({ file: path, text }) > MOST_SOURCES) return [];
  }
  return found;
}
