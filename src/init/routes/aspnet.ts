import type { Tree } from "../tree.ts";
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
    const text = tree.text(file);
    const lines = text.split("\n").slice(line! - 1, line! - 1 + LONGEST_STATEMENT);
    const group = groupOf(text, on);
    const isClosed = [statement(lines.join("\n")), group.text].some((one) =>
      /RequireAuthorization/.test(one),
    );
    return isClosed ? [] : [{ file, line, path: below(group.prefix, own), isRelative: group.isRelative }];
  });
}

/** A statement at the beginning of a text, up to the line that ends it or begins another route. */
const statement = (text: string) => /^[\s\S]*?(?:;[ \t]*$|\n(?=\s*\w+\.Map[A-Z]))/m.exec(text)?.[0] ?? text;

/** The prefix of a variable with a group, and the statements that make it and those above it. */
function groupOf(
  text: string,
  on: string,
): { readonly prefix: string; readonly isRelative: boolean; readonly text: string } {
  const made = new RegExp(`\\b${on}\\s*=\\s*(\\w+)\\s*\\.MapGroup\\(\\s*"([^"]*)"[^;]*;`).exec(text);
  if (made === null || made[1] === on) {
    const isApp = new RegExp(`\\b${on}\\s*=\\s*\\w+\\.Build\\(`).test(text) || on === "endpoints";
    return { prefix: "", isRelative: !isApp, text: "" };
  }
  const above = groupOf(text.slice(0, made.index), made[1]!);
  return { ...above, prefix: below(above.prefix, made[2]!), text: `${above.text}${made[0]}` };
}
