import { escaped, type Tree } from "../../tree.ts";
import { below } from "../route.ts";
import { MOST_ROUTERS } from "./mount.ts";

/** A call that mounts a router, up to that; its first group is the prefix, which `merge` has none of. */
const MOUNT = String.raw`\.(?:nest\(\s*"([^"]*)"\s*,\s*|merge\(\s*)`;

/** A position in a file of Rust. */
interface Spot {
  readonly file: string;
  readonly at: number;
}

/**
 * The prefix under which axum answers a route, through `nest` and `merge` of routers in place, in variables and from
 * functions; null where the router is mounted by other means.
 *
 * @param files the code of the service
 * @param line  of the route
 */
export function axumPrefix(tree: Tree, files: readonly string[], file: string, line: number): string | null {
  const before = tree
    .text(file)
    .split("\n")
    .slice(0, line - 1);
  const start = before.reduce((sum, { length }) => sum + length + 1, 0);
  const at = tree.text(file).indexOf(".route(", start);
  return at === -1 ? null : prefixAt(tree, files, { file, at }, 0);
}

function prefixAt(tree: Tree, files: readonly string[], { file, at }: Spot, above: number): string | null {
  if (above > MOST_ROUTERS) return null;
  const text = tree.text(file);
  const chain = chainBefore(text, at);
  const within = ({ prefix, spot }: { readonly prefix: string; readonly spot: Spot }) => {
    const rest = prefixAt(tree, files, spot, above + 1);
    return rest === null ? null : below(rest, prefix);
  };
  if (chain.argument) {
    const mount = new RegExp(`${MOUNT}$`).exec(text.slice(0, chain.start));
    if (mount === null) return /\bserve\([^()]*$/.test(text.slice(0, chain.start)) ? "" : null;
    return within({ prefix: mount[1] ?? "", spot: { file, at: mount.index } });
  }
  const variable = variableOf(text, chain.start);
  const end = text.indexOf("\n}", chain.start);
  const rest = text.slice(chain.start, end === -1 ? undefined : end);
  const mounted = variable === null ? null : mountOf(rest, escaped(variable));
  if (mounted !== null)
    return within({ prefix: mounted.prefix, spot: { file, at: chain.start + mounted.index } });
  const name = [...text.slice(0, chain.start).matchAll(/\bfn\s+(\w+)/g)].at(-1)?.[1];
  if (name === undefined || name === "main") return "";
  const [, type] = [...text.slice(0, chain.start).matchAll(/^impl(?:<[^>]*>)?\s+(\w+)|^\}/gm)].at(-1) ?? [];
  return ofFunction(tree, files, { file, name, type }, within);
}

/** The prefix of the router that a function makes, by the first place that mounts it; "" where it is only called. */
function ofFunction(
  tree: Tree,
  files: readonly string[],
  { file, name, type }: { readonly file: string; readonly name: string; readonly type: string | undefined },
  within: (mount: { readonly prefix: string; readonly spot: Spot }) => string | null,
): string | null {
  const code = files.filter((path) => path.endsWith(".rs"));
  const owner = type ?? /([^/]+?)(?:\/mod)?\.rs$/.exec(file)?.[1] ?? "";
  const called = (path: string) => {
    const isPlain =
      path === file || new RegExp(`\\buse\\s[^;]*\\b${owner}::[^;]*\\b${name}\\b`).test(tree.text(path));
    return `(?:(?:\\w+::)*(?:${owner}|Self)::${isPlain ? "|(?<![\\w:])" : ""})${name}\\(`;
  };
  for (const path of code) {
    const mount = mountOf(tree.text(path), called(path));
    if (mount !== null) return within({ prefix: mount.prefix, spot: { file: path, at: mount.index } });
  }
  const isCalled = code.some((path) => new RegExp(`(?<!\\bfn\\s+)${called(path)}`).test(tree.text(path)));
  return isCalled ? "" : null;
}

/** The `nest` or `merge` of a router. @param router a pattern of it */
function mountOf(text: string, router: string): { readonly prefix: string; readonly index: number } | null {
  const found = new RegExp(`${MOUNT}${router}`).exec(text);
  return found && { prefix: found[1] ?? "", index: found.index };
}

/**
 * Where the chain of calls before a position begins. It ends at a statement, or is an `argument` of another call; what
 * stands in brackets on the way belongs to calls of the chain.
 */
function chainBefore(text: string, at: number): { readonly start: number; readonly argument: boolean } {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const one = text[i]!;
    if (")]}".includes(one)) depth++;
    else if (depth > 0) depth -= "([{".includes(one) ? 1 : 0;
    else if ("([{,;=".includes(one)) {
      const isWrapper = one === "(" && /\b(?:Ok|Some)$/.test(text.slice(Math.max(0, i - 4), i));
      return { start: i + 1, argument: !isWrapper && "(,".includes(one) };
    }
  }
  return { start: 0, argument: false };
}

/** The variable that a chain is assigned to, or begins with; null where it is neither. */
function variableOf(text: string, start: number): string | null {
  const assigned = /\b(\w+)\s*(?::[^=;{}]*)?=$/.exec(text.slice(Math.max(0, start - 200), start))?.[1];
  if (assigned !== undefined) return assigned;
  const [, first] = /^\s*(\w+)\s*\./.exec(text.slice(start)) ?? [];
  return first ?? null;
}
