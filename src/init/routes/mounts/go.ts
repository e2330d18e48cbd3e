import { baseName, escaped, folderOf, type Tree } from "../../tree.ts";
import { enclosing, type Mount, mountedAt, type Place } from "./mount.ts";

/** A call that makes a router of its own. */
export const NEW_ROUTER = /\b\w+\.(?:Default|New(?:Router|Mux|ServeMux)?)\(/;

/** A router that a function makes: the application's, or one that another mounts (`r.Mount("/admin", api.Router())`). */
function ofNewRouter(tree: Tree, files: readonly string[], maker: string): Mount | null {
  const name = /^func\s+(?:\([^)]*\)\s*)?(\w+)\(/.exec(maker)?.[1] ?? "main";
  const mounts = tree.all(
    files.filter((path) => path.endsWith(".go")),
    new RegExp(String.raw`(\w+)\.Mount\(\s*"([^"]*)"\s*,\s*[\w.]*\b${name}\(`, "g"),
  );
  const [first] = mounts;
  if (first === undefined) return { prefix: "", into: null };
  if (mounts.length > 1) return null; // methods of several types have the same name
  const [on = "", prefix = ""] = first.groups;
  return mountedAt(prefix, { file: first.file, line: first.line ?? 1, on });
}

/** Groups of gin, echo, chi, fiber and gorilla: assigned, nested, or handed to a function that declares routes. */
export function goMount(tree: Tree, files: readonly string[], { file, line, on }: Place): Mount | null {
  const text = tree.text(file);
  const around = enclosing(text, line);
  const block = around.find(({ text: one }) =>
    new RegExp(`\\.Route\\(\\s*"[^"]*",\\s*func\\(${on}\\s`).test(one),
  );
  if (block) {
    const [, into = "", prefix = ""] = /(\w+)\.Route\(\s*"([^"]*)"/.exec(block.text) ?? [];
    return mountedAt(prefix, { file, line: block.line, on: into });
  }
  const start = around.at(-1)?.line ?? 1;
  const before = text.split("\n").slice(start - 1, line - 1);
  const assigned = before.findLastIndex((one) => new RegExp(`\\b${on}\\s*:?=[^=]`).test(one));
  if (assigned !== -1) {
    const value = before[assigned]!;
    const [, into, prefix = ""] = /=\s*(?:\w+\.)*(\w+)\.(?:Group|PathPrefix)\(\s*"([^"]*)"/.exec(value) ?? [];
    if (into !== undefined) return mountedAt(prefix, { file, line: start + assigned, on: into });
    return NEW_ROUTER.test(value) ? ofNewRouter(tree, files, around.at(-1)?.text ?? "") : null;
  }
  const [, receiver, name, parameters = ""] =
    /^func\s+(\([^)]*\)\s*)?(\w+)\(([^)]*)\)/.exec(around.at(-1)?.text ?? "") ?? [];
  const position = parameters.split(",").findIndex((one) => one.trim().split(/\s+/)[0] === on);
  // Neither made nor given here: a field of the server, or a variable of the package.
  if (name === undefined || position === -1) return { prefix: "", into: null };
  const folder = folderOf(file);
  const packages = [escaped(baseName(folder)), ...aliases(tree, files, folder)].join("|");
  const called = receiver === undefined ? `(?:(?<![\\w.])|\\b(?:${packages})\\.)${name}` : `\\.${name}`;
  return ofCall(tree, files, called, position);
}

/** The names of its own by which files import the package of a folder: `users "acme.org/shop/users/http"`. */
const aliases = (tree: Tree, files: readonly string[], folder: string): string[] =>
  tree
    .all(files, new RegExp(`^\\s*(?:import\\s+)?(\\w+)\\s+"[^"\\n]*/${escaped(folder)}"`, "gm"))
    .flatMap(({ groups: [name] }) => name ?? []);

/**
 * The call that hands a router to a function of Go: `Register(v1.Group("/articles"))`, `Register(db, router)`.
 *
 * @param called a pattern of the function's name, with its package or its receiver
 */
function ofCall(tree: Tree, files: readonly string[], called: string, position: number): Mount | null {
  const nested = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`;
  const found = tree.first(
    files.filter((path) => path.endsWith(".go")),
    new RegExp(String.raw`^(?!func\b)[^\n]*?${called}\((${nested})\)`, "m"),
  );
  const given = topLevel(found?.groups[0] ?? "")[position]?.trim() ?? "";
  const [, on, prefix = ""] =
    /^(?:\w+\.)*?(\w+)(?:\.(?:Group|PathPrefix)\(\s*"([^"]*)".*)?$/s.exec(given) ?? [];
  return found === null || on === undefined
    ? null
    : mountedAt(prefix, { file: found.file, line: found.line ?? 1, on });
}

/** The arguments of a call. */
function topLevel(text: string): string[] {
  const found = [""];
  let depth = 0;
  for (const one of text) {
    if (one === "," && depth === 0) found.push("");
    else found[found.length - 1] += one;
    depth += one === "(" ? 1 : one === ")" ? -1 : 0;
  }
  return found;
}
