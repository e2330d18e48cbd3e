import { folderOf, resolved, type Tree } from "../tree.ts";
import type { Mount, Place } from "./mount.ts";

/** Files of JavaScript and TypeScript. */
export const NODE = /\.[cm]?[jt]sx?$/;
const NODE_APP = /^(?:app|server|application|this)$/;

/** Express, Koa and Fastify: `router.use("/api", articles)`, also in a chain; `new Router({ prefix })`. */
export function nodeMount(tree: Tree, files: readonly string[], { file, on }: Place): Mount | null {
  const text = tree.text(file);
  if (NODE_APP.test(on)) return { prefix: "", into: null };
  const own =
    new RegExp(`\\b${on}\\s*=\\s*(?:new\\s+)?[\\w.]+\\(\\s*\\{[^}]*?prefix:\\s*["'\`](/[^"'\`]*)`).exec(
      text,
    )?.[1] ?? new RegExp(`\\b${on}\\.prefix\\(\\s*["'\`](/[^"'\`]*)`).exec(text)?.[1];
  const names = [{ file, names: [on] }, ...importersOf(tree, files, file)];
  for (const { file: at, names: known } of names) {
    for (const name of known) {
      const mount = mountedBy(tree, at, name, at === file ? on : null);
      if (mount !== null) return { prefix: `${mount.prefix}${own ?? ""}`, into: mount.into };
    }
  }
  return null;
}

/** A file that imports another, and the names that it gives it. */
interface Importer {
  readonly file: string;
  readonly names: readonly string[];
}

const RELATIVE = String.raw`["'\`](\.{1,2}(?:\/[\w.@-]*)*)["'\`]`;
const IMPORTS = [
  String.raw`import\s+(?:\*\s+as\s+)?(\{[^}]*\}|\w+)[^"'\n]*?from\s*${RELATIVE}`,
  String.raw`(?:const|let|var)\s+(\{[^}]*\}|\w+)\s*=\s*(?:await\s+)?require\(\s*${RELATIVE}\s*\)`,
  String.raw`()require\(\s*${RELATIVE}\s*\)`, // in place: the call itself is the name
];
const known = new WeakMap<readonly string[], Map<string, Importer[]>>();

/** The importers of a file. All files are read once, since a router has many. */
function importersOf(tree: Tree, files: readonly string[], file: string): readonly Importer[] {
  const index = known.get(files) ?? new Map<string, Importer[]>();
  if (!known.has(files)) {
    known.set(files, index);
    for (const other of files.filter((path) => NODE.test(path))) {
      for (const [all, names = "", path = ""] of IMPORTS.flatMap((pattern) => [
        ...tree.text(other).matchAll(new RegExp(pattern, "g")),
      ])) {
        const target = moduleAt(tree, resolved(folderOf(other), path));
        if (target === null || target === other) continue;
        const own = names === "" ? [escaped(all)] : names.replace(/[{}]/g, "").split(",").map(lastWord);
        const before = index.get(target) ?? [];
        index.set(target, [...before, { file: other, names: own.filter((name) => name !== "") }]);
      }
    }
  }
  return index.get(file) ?? [];
}

const lastWord = (name: string) => name.trim().split(/\s+/).at(-1) ?? "";

/** The file of a module: with or without its ending, or the index of a folder. */
const moduleAt = (tree: Tree, path: string | null): string | null =>
  [
    path,
    path?.replace(/\.js$/, ".ts"),
    ...["js", "ts", "mjs", "cjs"].flatMap((end) => [`${path}.${end}`, `${path}/index.${end}`]),
  ].find((one): one is string => typeof one === "string" && tree.has(one)) ?? null;

/** The statement of a file that mounts what has this name there. @param self the router itself, which mounts nothing here */
function mountedBy(tree: Tree, file: string, name: string, self: string | null): Mount | null {
  const text = tree.text(file);
  const path = String.raw`["'\`](/[\w./-]*)["'\`]`;
  const inner = String.raw`(?:[\w.]+(?:\([^()]*\))?\s*,\s*)*`;
  const use = new RegExp(
    String.raw`\.use\(\s*(?:${path}\s*,\s*)?${inner}${name}(?!\w)(?:\.(?:routes|middleware)\(\))?\s*[,)]`,
  );
  const register = new RegExp(String.raw`\.register\(\s*${name}(?!\w)\s*(?:,\s*\{[^}]*?prefix:\s*${path})?`);
  const table = new RegExp(String.raw`path:\s*${path}\s*,\s*\w+:\s*${name}(?!\w)`);
  for (const pattern of [use, register, table]) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const into = pattern === table ? (/(\w+)\.use\(/.exec(text)?.[1] ?? null) : receiver(text, found.index);
    if (into === null || into === self) continue;
    const line = text.slice(0, found.index).split("\n").length;
    return { prefix: (found[1] ?? "").replace(/\/$/, ""), into: { file, line, on: into } };
  }
  return null;
}

/** The object on which a method at a place is called, also at the end of a chain: `const api = Router()\n  .use(…)`. */
function receiver(text: string, at: number): string | null {
  const before = text.slice(0, at);
  const near = /(\w+)$/.exec(before)?.[1];
  if (near !== undefined) return near;
  const start = before.split("\n").findLast((line) => !/^\s*[.)]/.test(line) && line.trim() !== "") ?? "";
  return (
    /(?:const|let|var)\s+(\w+)\s*=/.exec(start)?.[1] ??
    (/export default|module\.exports/.test(start) ? "exports" : null)
  );
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");
