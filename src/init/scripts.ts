import { resolved } from "../base/paths.ts";
import { KINDS } from "../load/registry.ts";
import type { FoundScript, ScriptFinder } from "../model/generator.ts";
import { folderOf, moduleAt, type Tree } from "./tree.ts";

/** A load script that was found. */
export interface Script extends FoundScript {
  /** Relative to the top of the checkout. */
  readonly path: string;
  readonly kind: ScriptKind;
  /** Its part of a config: the line that loads with it, and its gate. */
  readonly finder: ScriptFinder | null;
}

export type ScriptKind = keyof typeof KINDS;

/** The ports of the addresses that a script names. */
export const portsOf = ({ addresses = [] }: Script): number[] =>
  addresses.map((address) => Number(/\d+$/.exec(address)));

/** How each generator's scripts are found, in the order of the registry. */
const FINDERS = (Object.keys(KINDS) as ScriptKind[]).flatMap((kind) => {
  const { init } = KINDS[kind];
  return init === undefined ? [] : [init].flat().map((finder: ScriptFinder) => ({ kind, finder }));
});

/** Tests of programs import nothing of a generator; declarations are no programs. */
const NO_SCRIPT = /\.d\.[cm]?ts$|(?:^|\/)(?:node_modules|vendor|dist|build)\//;

/** Whether a file's name is that of a load script of some generator. */
export const mayBeScript = (path: string): boolean => FINDERS.some(({ finder }) => finder.files.test(path));

/** The load scripts of a checkout, recognised by their content; those that load a server by HTTP first. */
export function scriptsIn(tree: Tree): Script[] {
  const through = modulesOf(tree);
  return tree.paths
    .flatMap((path) => {
      const modules = () => importedBy(tree, path).map((module) => tree.text(module));
      return scriptIn(path, tree.text(path), through.has(path), modules) ?? [];
    })
    .sort((a, b) => Number(a.special !== null) - Number(b.special !== null));
}

/**
 * The load script in a file; null where there is none.
 *
 * @param through whether a module of its own imports a generator
 * @param modules the texts of the modules of the checkout that it imports
 */
export function scriptIn(
  path: string,
  text: string,
  through = false,
  modules: () => readonly string[] = () => [],
): Script | null {
  if (NO_SCRIPT.test(path)) return null;
  for (const { kind, finder } of FINDERS) {
    const found = finder.files.test(path) ? finder.find(text, through, modules) : null;
    if (found) return { path, kind, finder, ...found };
  }
  return null;
}

const RELATIVE = /(?:\bfrom|\bimport|\brequire\()\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/** The modules of the checkout that a file names in its imports. */
const importsOf = (tree: Tree, path: string): string[] =>
  [...tree.text(path).matchAll(RELATIVE)].flatMap(
    ([, name = ""]) => moduleAt(tree, resolved(folderOf(path), name)) ?? [],
  );

/** The modules of the checkout that a file imports, directly or through others. */
function importedBy(tree: Tree, path: string): string[] {
  const found = new Set([path]);
  for (const at of found) for (const target of importsOf(tree, at)) found.add(target);
  return [...found].slice(1);
}

/** Files that import a generator through other files of the checkout, however many are between. */
function modulesOf(tree: Tree): ReadonlySet<string> {
  const files = tree.paths.filter((path) => mayBeScript(path) && !NO_SCRIPT.test(path));
  const importers = new Map<string, string[]>();
  for (const path of files) {
    for (const target of importsOf(tree, path))
      importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const modules = FINDERS.flatMap(({ finder }) => finder.module ?? []);
  const open = files.filter((path) => modules.some((pattern) => pattern.test(tree.text(path))));
  const found = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const path of importers.get(next) ?? []) {
      if (!found.has(path)) open.push(path);
      found.add(path);
    }
  }
  return found;
}

/** The line of a config that loads with a script; `path` is a YAML scalar. */
export const loadLine = ({ kind, finder, line, path }: Script, scalar: string): string =>
  line ??
  (finder === null ? `${kind}: ${scalar}` : finder.line(kind === "command" ? shellWord(path) : scalar));

const shellWord = (path: string) => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** File names that do not describe a load; the folder's name does. */
const GENERIC = new Set([
  "script",
  "scripts",
  "tests",
  "index",
  "main",
  "test",
  "load",
  ...Object.keys(KINDS),
  "perf",
  "bench",
  "benchmark",
  "locustfile",
  "artillery",
  "run",
  "makefile",
]);

const USUAL_ENDING = new RegExp(
  `[._-](?:${[...Object.keys(KINDS), "load", "perf", "test"].join("|")})$`,
  "i",
);
const withoutEnding = (path: string) =>
  FINDERS.reduce((rest, { finder }) => rest.replace(finder.files, ""), path);

/** A workload name for each path, from the file or its folders; unique regardless of case. */
export function workloadNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const steps = withoutEnding(path).split("/");
    const plain = (text: string) =>
      text.replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+|[-.]+$/g, "");
    const usual = steps.map(plain).map((step) => step.replace(USUAL_ENDING, ""));
    const own = usual.at(-1) || "load";
    const folder = usual.at(-2);
    const isGeneric = (step: string) => GENERIC.has(step.toLowerCase());
    const name = (isGeneric(own) && folder && !isGeneric(folder) ? folder : own).slice(0, 60);
    const longer = folder ? `${folder}-${own}`.slice(0, 60) : name;
    const free = (one: string) => !taken.has(one.toLowerCase());
    const numbered = Array.from({ length: taken.size + 1 }, (_, i) => `${name}-${i + 2}`);
    const chosen = [name, longer, ...numbered].find(free)!;
    taken.add(chosen.toLowerCase());
    return chosen;
  });
}
