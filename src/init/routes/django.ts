import { folderOf, isBelow, type Tree } from "../tree.ts";
import { below, hasParameter, type Route } from "./route.ts";

/** Most files of addresses that Django's root includes, one in the other. */
const MOST_INCLUDES = 6;
/** The list that Django reads. */
const ROOT = "urlpatterns";

/** Django's addresses, from its root on; without the views that are known to need an account. */
export function django(tree: Tree, files: readonly string[]): Route[] {
  const root = tree.first(files, /^ROOT_URLCONF\s*=\s*["']([\w.]+)["']/m);
  const file = root && moduleFile(tree, files, root.groups[0]!);
  return file === null ? [] : addressesOf(tree, files, { file, name: ROOT, above: "" }, 0);
}

const moduleFile = (tree: Tree, files: readonly string[], name: string): string | null => {
  const path = `${name.replaceAll(".", "/")}.py`;
  return tree.has(path) ? path : (files.find((file) => file.endsWith(`/${path}`)) ?? null);
};

/** A list of addresses: a file's own, or another that it includes. */
interface List {
  readonly file: string;
  readonly name: string;
  /** The addresses of the lists that include it. */
  readonly above: string;
}

const ENTRY =
  /^[ \t]*(?:\w+\s*\+?=\s*\[\s*)?(path|re_path|url)\(\s*(?:r?["']([^"']*)["']|(\w+))\s*,\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*)/gm;

function addressesOf(
  tree: Tree,
  files: readonly string[],
  { file, name, above }: List,
  depth: number,
): Route[] {
  if (depth > MOST_INCLUDES) return [];
  const text = tree.text(file);
  const listed = tree
    .all([file], ENTRY)
    .flatMap(({ line, groups: [kind, given, variable = "", view = ""] }): Route[] => {
      if (listAt(text, line!) !== name) return [];
      const set = new RegExp(`^${variable}\\s*=\\s*["']([^"']*)["']`, "m");
      const pattern = given ?? set.exec(text)?.[1];
      if (pattern === undefined) return [];
      const plain = kind === "path" ? pattern : pattern.replace(/^\^|\\?\/\?\$?$|\$$/g, "");
      if (hasParameter(plain) || /\.urls\s*$/.test(view)) return [];
      const [, module, local] = /include\(\s*\(?\s*(?:["']([\w.]+)["']|(\w+)\s*[,)])/.exec(view) ?? [];
      const path = `${above}${plain}`;
      const included = module === undefined ? null : moduleFile(tree, files, module);
      if (included !== null)
        return addressesOf(tree, files, { file: included, name: ROOT, above: path }, depth + 1);
      if (local !== undefined) return addressesOf(tree, files, { file, name: local, above: path }, depth + 1);
      if (/^include\s*$/.test(view)) return []; // a list in place, of more brackets than are read here
      if (/include\(/.test(view)) return registered(tree, file, path);
      if (isForAccounts(tree, file, view)) return [];
      return [{ file, line, path: below("", path), isRelative: false }];
    });
  return [...listed, ...addedTo(tree, files, { file, name, above }, depth)];
}

/** The addresses that a list takes as a whole: `urlpatterns = router.urls`, and `urlpatterns += shop_urls` of another module. */
function addedTo(tree: Tree, files: readonly string[], { file, name, above }: List, depth: number): Route[] {
  const taken = tree.all([file], new RegExp(String.raw`^${name}\s*\+?=\s*(\w+)(\.urls)?[ \t]*$`, "gm"));
  return taken.flatMap(({ groups: [other = "", isRouter] }) => {
    if (isRouter !== undefined) return registered(tree, file, above);
    const from = new RegExp(String.raw`^from ([\w.]+) import .*\b${other}\b`, "m");
    const [, module] = from.exec(tree.text(file)) ?? [];
    const at = module === undefined ? file : moduleFile(tree, files, module);
    return at === null ? [] : addressesOf(tree, files, { file: at, name: other, above }, depth + 1);
  });
}

/** Files of views, by their usual names. */
const VIEWS = /views.*\.py$|(?:^|\/)(?:apis?|viewsets?|endpoints)(?:\/.*)?\.py$/;

/** The list in which a line stands. */
function listAt(text: string, line: number): string {
  const before = text.split("\n").slice(0, line);
  const start = before.findLast((one) => /^\s*\w+\s*(?::[^=]*)?\+?=\s*[\w.(]*\[/.test(one)) ?? "";
  return /^\s*(\w+)/.exec(start)?.[1] ?? ROOT;
}

/** The lists of a router of Django REST framework. */
function registered(tree: Tree, file: string, prefix: string): Route[] {
  const slash = /trailing_slash\s*=\s*False/.test(tree.text(file)) ? "" : "/";
  return tree.all([file], /\.register\(\s*r?["']([\w/-]+)["']/g).map(({ line, groups: [name = ""] }) => ({
    file,
    line,
    path: below("", `${prefix}${name}${slash}`),
    isRelative: false,
  }));
}

/** Whether a view is only for those with an account, by its decorators or the classes that it extends, or answers no GET. */
function isForAccounts(tree: Tree, urls: string, view: string): boolean {
  if (/login_required|staff_member_required|permission_required/.test(view)) return true;
  const name = /(\w+)(?:\.as_view\b.*)?\s*$/s.exec(view)?.[1];
  if (name === undefined) return true;
  const folder = folderOf(urls);
  const views = tree.paths.filter((path) => isBelow(path, folder) && VIEWS.test(path));
  const found = tree.first(
    views,
    new RegExp(
      String.raw`((?:^@[^\n]*\n)*)^(?:async )?(?:def|class)\s+${name}\b([^\n]*)((?:\n(?!\S)[^\n]*)*)`,
      "m",
    ),
  );
  const [decorators = "", bases = "", body = ""] = found?.groups ?? [];
  if (/login_required|LoginRequired|permission|staff|require_|authoriz|authenticat/i.test(decorators + bases))
    return true;
  return (
    /\bAPIView\b|\bView\b/.test(bases) && /def (?:post|put|delete)\(/.test(body) && !/def get\(/.test(body)
  );
}
