import { parse } from "yaml";
import type { Route } from "./routes/route.ts";
import { baseName, escaped, lineAt, type Tree } from "./tree.ts";

const FILE = /^[\w.-]*(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$/i;
/** Longest document that is parsed, in characters: about two seconds. */
const LONGEST = 2_000_000;

/** Whether a file's name is that of an OpenAPI document. */
export const isDocument = (path: string): boolean => FILE.test(baseName(path));

/** A document of OpenAPI 3 or Swagger 2, as far as it is read. */
interface Document {
  readonly paths?: Readonly<Record<string, { readonly get?: Operation | null } | null>>;
  readonly basePath?: unknown;
  readonly servers?: readonly { readonly url?: unknown }[];
  readonly security?: unknown;
}
interface Operation {
  readonly security?: unknown;
  readonly parameters?: unknown;
}

/** The GET paths without parameters of the OpenAPI document nearest to the top, without those that need an account. */
export function documented(tree: Tree): Route[] {
  const [file] = tree.named(FILE);
  if (file === undefined) return [];
  const text = tree.text(file);
  const { paths, basePath, servers, security } = documentIn(text);
  const base = baseOf(String(basePath ?? servers?.[0]?.url ?? ""));
  return Object.entries(paths ?? {}).flatMap(([path, operations]) => {
    const get = operations?.get;
    if (typeof get !== "object" || get === null || path.includes("{")) return [];
    const { parameters } = get;
    const isOpen =
      !Array.isArray(parameters) ||
      !(parameters as { required?: unknown }[]).some((one) => one?.required === true);
    if (!isOpen || demands(get.security ?? security)) return [];
    const at = new RegExp(`^\\s*["']?${escaped(path)}["']?\\s*:`, "m").exec(text)?.index;
    const line = at === undefined ? null : lineAt(text, at + /^\s*/.exec(text.slice(at))![0].length);
    return [{ file, line, path: base + path, isRelative: false }];
  });
}

/** Empty where it cannot be parsed, or is too long. */
function documentIn(text: string): Document {
  try {
    const value: unknown = text.length > LONGEST ? null : parse(text, { logLevel: "silent" });
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The path of the address that a document names, which its paths are below. Some have no scheme: `localhost:8080/v1`. */
const baseOf = (address: string) =>
  address.replace(/^(?:(?:\w+:)?\/\/[^/]*|[\w.-]+:\d+(?=\/|$))/, "").replace(/[{].*$|\/$/g, "");

const demands = (security: unknown) => Array.isArray(security) && security.length > 0;
