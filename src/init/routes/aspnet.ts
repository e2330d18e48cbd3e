import type { Tree } from "../tree.ts";
import { MOST_ROUTERS } from "./mounts/mount.ts";
import { below, hasParameter, type Route } from "./route.ts";

const ROUTE = /\[(?:\w+,\s*)*Route\(\s*"([^"]*)"/;
const CLASS =
  /^[ \t]*(?:(?:public|internal|abstract|sealed|partial)\s+)*class\s+(\w+)(?:\([^)]*\))?\s*(?::\s*(\w+))?/m;
/** Lines of a statement that are read, at most. */
const LONGEST_STATEMENT = 20;
/** A minimal API, or a health check: its object and its path. */
const MAPPED = /^[ \t]*(?:\w+\s*=\s*)?(\w+)\s*\.(?:MapGet|MapHealthChecks)\(\s*"([^"]*)"/gm;

/** GET routes of ASP.NET Core: of controllers, and of minimal APIs. */
export function aspnet(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => path.endsWith(".cs"));
  return [...code.flatMap((file) => inController(tree, code, file)), ...mapped(tree, code)].filter(
    ({ path }) => !hasParameter(path),
  );
}

/** The methods of a controller, below the path of its class or of the class that this extends. */
function inController(tree: Tree, code: readonly string[], file: string): Route[] {
  const text = tree.text(file);
  const declared = CLASS.exec(text);
  const [, name = "", base] = declared ?? [];
  if (declared === null || !/\[HttpGet\b/.test(text)) return [];
  const head = text.slice(0, declared.index);
  const above = base && code.find((path) => new RegExp(`\\bclass\\s+${base}\\b`).test(tree.text(path)));
  const prefix = (ROUTE.exec(head) ?? ROUTE.exec(above ? tree.text(above) : ""))?.[1];
  const isClosed = /\[Authorize\b/.test(head);
  const own = name.replace(/Controller$/, "");
  const lines = text.split("\n");
  return tree
    .all([file], /^[ \t]*\[HttpGet\b(?:\(\s*"([^"]*)")?/gm)
    .flatMap(({ line, groups: [given] }): Route[] => {
      const attributes = around(lines, line! - 1);
      const isOpen = /AllowAnonymous/.test(attributes) || !(isClosed || /\[Authorize\b/.test(attributes));
      const written = given ?? ROUTE.exec(attributes)?.[1] ?? "";
      const isWhole = /^~?\//.test(written);
      const path = below(isWhole ? "" : (prefix ?? ""), written.replace(/^~/, "")).replace(
        "[controller]",
        own,
      );
      return isOpen ? [{ file, line, path, isRelative: !isWhole && prefix === undefined }] : [];
    });
}

/** The attributes of a method: all lines that begin with "[", before and after one of them. */
function around(lines: readonly string[], at: number): string {
  const isAttribute = (line: string) => /^\s*\[/.test(line);
  const first = lines.slice(0, at).findLastIndex((line) => !isAttribute(line)) + 1;
  const after = lines.slice(at).findIndex((line) => !isAttribute(line));
  return lines.slice(first, after === -1 ? undefined : at + after).join("\n");
}

/** Minimal APIs, below the groups that their variables hold. */
function mapped(tree: Tree, code: readonly string[]): Route[] {
  return tree.all(code, MAPPED).flatMap(({ file, line, groups: [on = "", own = ""] }): Route[] => {
    const all = tree.text(file).split("\n");
    const lines = all.slice(line! - 1, line! - 1 + LONGEST_STATEMENT);
    const group = groupOf(tree, code, upTo(tree, file, line), on);
    const isClosed = [statement(lines.join("\n")), group.text].some((one) =>
      /RequireAuthorization/.test(one),
    );
    return isClosed ? [] : [{ file, line, path: below(group.prefix, own), isRelative: group.isRelative }];
  });
}

/** A statement at the beginning of a text, up to the line that ends it or begins another route. */
const statement = (text: string) => /^[\s\S]*?(?:;[ \t]*$|\n(?=\s*\w+\.Map[A-Z]))/m.exec(text)?.[0] ?? text;

/** The prefix of a group of routes, and the statements that make it and those above it. */
interface Group {
  readonly prefix: string;
  readonly isRelative: boolean;
  readonly text: string;
}

/** The lines of a file up to one. */
const upTo = (tree: Tree, file: string, line: number | null): string =>
  tree.text(file).split("\n").slice(0, line!).join("\n");

/**
 * The group that a variable holds, also one that a method extends and gets from its call.
 *
 * @param text up to the use of the variable
 * @param depth most methods above it
 */
function groupOf(tree: Tree, code: readonly string[], text: string, on: string, depth = MOST_ROUTERS): Group {
  const last = (pattern: string) => [...text.matchAll(new RegExp(pattern, "g"))].at(-1);
  const made = last(`\\b${on}\\s*=\\s*(\\w+)\\s*\\.MapGroup\\(\\s*"([^"]*)"[^;]*;`);
  if (made !== undefined && made[1] !== on) {
    const above = groupOf(tree, code, text.slice(0, made.index), made[1]!, depth);
    return { ...above, prefix: below(above.prefix, made[2]!), text: `${above.text}${made[0]}` };
  }
  const isApp = last(`\\b${on}\\s*=\\s*\\w+\\.Build\\(`) !== undefined || on === "endpoints";
  const method = last(`\\b(\\w+)\\(\\s*this\\s+\\w+\\s+${on}\\b`)?.[1];
  const call = method && depth > 0 ? tree.first(code, new RegExp(`\\b(\\w+)\\.${method}\\(`)) : null;
  if (!call) return { prefix: "", isRelative: !isApp, text: "" };
  return groupOf(tree, code, upTo(tree, call.file, call.line), call.groups[0]!, depth - 1);
}
