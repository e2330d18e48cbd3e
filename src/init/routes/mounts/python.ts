import { escaped, folderOf, type Tree } from "../../tree.ts";
import type { Mount, Place } from "./mount.ts";

/** Flask, FastAPI and others: prefixes of routers, and of the places that include or register them. */
export function pythonMount(tree: Tree, files: readonly string[], { file, on }: Place): Mount | null {
  const text = tree.text(file);
  const isApp = new RegExp(
    `\\b${on}\\s*(?::\\s*\\w+\\s*)?=\\s*(?:\\w+\\.)?(?:FastAPI|Flask|Starlette|Quart|Sanic|Litestar)\\(`,
  );
  if (isApp.test(text)) return { prefix: "", into: null };
  const own =
    new RegExp(`\\b${on}\\s*=\\s*\\w+\\([^)]*(?:url_)?prefix\\s*=\\s*["'](/[^"']*)["']`).exec(text)?.[1] ??
    "";
  const mounting = files.filter((path) => /include_router|register_blueprint/.test(tree.text(path)));
  for (const other of [file, ...mounting.filter((path) => path.endsWith(".py") && path !== file)]) {
    const names = other === file ? [on] : namesOf(tree, other, file, on);
    for (const name of names) {
      const found = tree.first(
        [other],
        new RegExp(
          String.raw`(\w+)\.(include_router|register_blueprint)\(\s*(?:\w+\s*=\s*)?${escaped(name)}\s*((?:,(?:[^()]|\([^()]*\))*)?)\)`,
        ),
      );
      if (found === null) continue;
      const [into = "", method, given = ""] = found.groups;
      const prefix = prefixIn(tree, files, given);
      if (prefix === null) return null;
      // Flask's own prefix is replaced, and its application is the only one above; FastAPI's is added to.
      if (method === "register_blueprint") return { prefix: prefix === "" ? own : prefix, into: null };
      return { prefix: `${prefix}${own}`, into: { file: other, line: found.line ?? 1, on: into } };
    }
  }
  return null;
}

/** The names under which a module of Python knows the object of another module: "router", "articles.router". */
function namesOf(tree: Tree, at: string, file: string, on: string): string[] {
  // A package makes the object that its modules declare routes on.
  const init = `${folderOf(file)}/__init__.py`;
  const isMade = (path: string) => new RegExp(`^${on}\\s*=`, "m").test(tree.text(path));
  const module = (!isMade(file) && isMade(init) ? init : file)
    .replace(/(?:\/__init__)?\.py$/, "")
    .replaceAll("/", ".");
  const isOf = (name: string) => {
    const plain = name.replace(/^\.+/, "");
    return plain !== "" && (module === plain || module.endsWith(`.${plain}`));
  };
  // A package may hand on what its modules declare: `from .items import router as items_router`.
  const folder = folderOf(file).replaceAll("/", ".");
  const handed = at === init || !tree.has(init) ? [] : namesOf(tree, init, file, on);
  const isHandedBy = (from: string) => `.${folder}`.endsWith(`.${from.replace(/^\.+/, "")}`);
  const imports = tree.text(at).matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([^\n(]+))/gm);
  return [...imports].flatMap(([, from = "", many, one]) =>
    (many ?? one ?? "").split(",").flatMap((item) => {
      const [name = "", alias = name] = item
        .replace(/#.*$/m, "")
        .trim()
        .split(/\s+as\s+/);
      if (name === "") return [];
      const dots = (/^\.+$/.test(from) ? name : `${from}.${name}`).replace(/^\.+/, "");
      if (isOf(dots)) return [`${alias}.${on}`];
      // `from app import user` and `user.views.blueprint`
      const [, rest] = module.split(`${dots}.`);
      if (rest !== undefined && module.endsWith(`${dots}.${rest}`)) return [`${alias}.${rest}.${on}`];
      return (isOf(from) && name === on) || (handed.includes(name) && isHandedBy(from)) ? [alias] : [];
    }),
  );
}

/** The prefix among the arguments of a call: written out, or a setting that has one; null where it is another. */
function prefixIn(tree: Tree, files: readonly string[], given: string): string | null {
  const [, plain, name] = /prefix\s*=\s*(?:["']([^"']*)["']|([\w.]+))/.exec(given) ?? [];
  if (name === undefined) return plain ?? "";
  const setting = name.split(".").at(-1)!;
  const found = tree.first(
    files,
    new RegExp(`\\b${setting}\\b(?:\\s*:\\s*[\\w\\[\\]]+)?\\s*=\\s*["']([^"']*)["']`),
  );
  return found?.groups[0] ?? null;
}
