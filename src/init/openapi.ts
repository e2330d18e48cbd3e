import type { Route } from "./routes/route.ts";
import { baseName, type Tree } from "./tree.ts";

const DOCUMENT = /^[\w.-]*(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$/i;

/** Whether a file's name is that of an OpenAPI document. */
export const isDocument = (path: string): boolean => DOCUMENT.test(baseName(path));

/**
 * The GET paths without parameters of the OpenAPI document nearest to the top, without those that need an account. The
 * document is read by its lines: it may be large, and only paths are needed.
 */
export function documented(tree: Tree): Route[] {
  const [file] = tree.named(DOCUMENT);
  if (file === undefined) return [];
  const text = tree.text(file);
  if (file.endsWith(".json")) return inJson(tree, file);
  const base =
    /^basePath:\s*["']?(\/[\w./-]*)/m.exec(text)?.[1] ??
    /^servers:\s*\n\s*-\s*(?:description:[^\n]*\n\s*)?url:\s*["']?([^\s"']+)/m.exec(text)?.[1];
  const lines = text.split("\n");
  return lines.flatMap((line, i) => {
    const [, indent, path] = /^(\s+)["']?(\/[\w./~-]*)["']?:\s*$/.exec(line) ?? [];
    if (indent === undefined || path === undefined) return [];
    const rest = lines.slice(i + 1);
    const end = rest.findIndex((next) => next.trim() !== "" && next.search(/\S/) <= indent.length);
    const block = rest.slice(0, end === -1 ? rest.length : end);
    const at = block.findIndex((next) => /^\s+get:\s*$/.test(next));
    if (at === -1) return [];
    const depth = block[at]!.search(/\S/);
    const own = block.slice(at + 1);
    const over = own.findIndex((next) => next.trim() !== "" && next.search(/\S/) <= depth);
    const operation = own.slice(0, over === -1 ? own.length : over).join("\n");
    return isOpen(operation) ? [{ file, line: i + 1, path: baseOf(base) + path, isRelative: false }] : [];
  });
}

/** The path of the address that a document names, which its paths are below. */
const baseOf = (address = "") => address.replace(/^\w+:\/\/[^/]*/, "").replace(/[{].*$|\/$/g, "");

/** Whether an operation needs neither an account nor a parameter. */
const isOpen = (operation: string) =>
  !/^\s+security:(?!\s*\[\s*\])/m.test(operation) && !/^\s+(?:-\s+)?required:\s*true/m.test(operation);

function inJson(tree: Tree, file: string): Route[] {
  const { paths, basePath, servers, security } = tree.json(file);
  if (typeof paths !== "object" || paths === null || (Array.isArray(security) && security.length > 0))
    return [];
  const [server] = Array.isArray(servers) ? (servers as { url?: unknown }[]) : [];
  const base = baseOf(String(basePath ?? server?.url ?? ""));
  return Object.entries(paths).flatMap(([path, operations]) => {
    const get = (operations as { get?: { security?: unknown; parameters?: { required?: unknown }[] } } | null)
      ?.get;
    if (get === undefined || path.includes("{")) return [];
    const needs =
      (Array.isArray(get.security) && get.security.length > 0) || get.parameters?.some((one) => one.required);
    return needs ? [] : [{ file, line: null, path: base + path, isRelative: false }];
  });
}
