import { resolved } from "../../../base/paths.ts";
import { escaped, folderOf, lineAt, moduleAt, type Tree } from "../../tree.ts";
import { enclosing, type Mount, mountedAt, type Place } from "./mount.ts";

/** Files of JavaScript and TypeScript. */
export const NODE = /\.[cm]?[jt]sx?$/;
const NODE_APP = /^(?:app|server|application|this)$/;

/** Express, Koa and Fastify: `router.use("/api", articles)`, also in a chain; `new Router({ prefix })`. */
export function nodeMount(tree: Tree, files: readonly string[], { file, line, on }: Place): Mount | null {
  const text = tree.text(file);
  const plugin = pluginAround(text, line, on);
  const isApp = NODE_APP.test(on);
  if (isApp && plugin === null) return { prefix: "", into: null };
  const own =
    new RegExp(`\\b${on}\\s*=\\s*(?:new\\s+)?[\\w.]+\\(\\s*\\{[^}]*?prefix:\\s*["'\`](/[^"'\`]*)`).exec(
      text,
    )?.[1] ?? new RegExp(`\\b${on}\\.prefix\\(\\s*["'\`](/[^"'\`]*)`).exec(text)?.[1];
  for (const { file: at, names } of [{ file, names: [plugin ?? on] }, ...importersOf(tree, files, file)]) {
    for (const name of names) {
      const mount = mountedBy(tree, at, name, at === file && plugin === null ? on : null);
      if (mount !== null) return { prefix: `${mount.prefix}${own ?? ""}`, into: mount.into };
    }
  }
  return isApp ? { prefix: "", into: null } : null;
}

/** The name of the function around a line that gets a router, as plugins of Fastify do: `async function items(app)`; null without one. */
const pluginAround = (text: string, line: number, on: string): string | null => {
  const made = new RegExp(`\\b(?:function|const|let|var)\\s+(\\w+)[^(\\n]{0,80}\\(\\s*${on}\\s*[,:)]`);
  return enclosing(text, line).flatMap((one) => made.exec(one.text)?.[1] ?? [])[0] ?? null;
};

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
/** By the code of a service, which is the same for all of its routers. */
const importers = new WeakMap<readonly string[], ReadonlyMap<string, Importer[]>>();

/** The importers of a file. */
function importersOf(tree: Tree, files: readonly string[], file: string): readonly Importer[] {
  const all = importers.get(files) ?? importersIn(tree, files);
  importers.set(files, all);
  return all.get(file) ?? [];
}

/** The importers of every file. */
function importersIn(tree: Tree, files: readonly string[]): Map<string, Importer[]> {
  const found = new Map<string, Importer[]>();
  for (const file of files.filter((path) => NODE.test(path))) {
    for (const [all, names = "", path = ""] of IMPORTS.flatMap((pattern) => [
      ...tree.text(file).matchAll(new RegExp(pattern, "g")),
    ])) {
      const target = moduleAt(tree, resolved(folderOf(file), path));
      if (target === null || target === file) continue;
      const given = names === "" ? [escaped(all)] : names.replace(/[{}]/g, "").split(",").map(lastWord);
      const importer = { file, names: given.filter((name) => name !== "") };
      found.set(target, [...(found.get(target) ?? []), importer]);
    }
  }
  return found;
}

const lastWord = (name: string) => name.trim().split(/\s+/).at(-1) ?? "";

/** The mount of a router under its name in a file. @param self the router's own name where the file is its own: it does not mount itself */
function mountedBy(tree: Tree, file: string, name: string, self: string | null): Mount | null {
  const text = tree.text(file);
  const path = String.raw`["'\`](/[\w./-]*)["'\`]`;
  const inner = String.raw`(?:[\w.]+(?:\([^()]*\))?\s*,\s*)*`;
  const use = new RegExp(
    String.raw`\.use\(\s*(?:${path}\s*,\s*)?${inner}${name}(?!\w)(?:\.(?:routes|middleware)\(\))?\s*[,)]`,
  );
  // Fastify adds a slash that a prefix lacks.
  const register = new RegExp(
    String.raw`\.register\(\s*${name}(?!\w)\s*(?:,\s*\{[^}]*?prefix:\s*["'\`]\/?([\w./-]*)["'\`])?`,
  );
  const table = new RegExp(String.raw`path:\s*${path}\s*,\s*\w+:\s*${name}(?!\w)`);
  for (const pattern of [use, register, table]) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const into = pattern === table ? (/(\w+)\.use\(/.exec(text)?.[1] ?? null) : receiver(text, found.index);
    if (into === null || into === self) continue;
    const prefix = pattern === register && found[1] ? `/${found[1]}` : (found[1] ?? "");
    return mountedAt(prefix, { file, line: lineAt(text, found.index), on: into });
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
