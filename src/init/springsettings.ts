import { parseAllDocuments } from "yaml";
import type { Tree } from "./tree.ts";

/** A key as Spring compares it: `shop.baseUrl`, `shop.base-url` and `SHOP_BASE_URL` are one. */
export const plainKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The settings of a file in properties or YAML, by key as Spring compares it. Empty where it cannot be read. */
export function settingsIn(tree: Tree, path: string): Map<string, string> {
  const text = tree.text(path);
  const all = path.endsWith(".properties")
    ? [...text.matchAll(/^[ \t]*([^\s=:#!]+)[ \t]*[=:](.*)/gm)].map(([, key = "", value = ""]) => [
        key,
        value.trim(),
      ])
    : inYaml(text);
  return new Map(all.map(([key = "", value = ""]) => [plainKey(key), value]));
}

/** The value of a key in the first file that has it, or its default: `${BASE:/api}` is /api. */
export function setting(tree: Tree, files: readonly string[], key: string): string | undefined {
  const values = files.flatMap((path) => settingsIn(tree, path).get(plainKey(key)) ?? []);
  return values[0]?.replace(/^\$\{[\w.-]+:(.*)\}$/, "$1");
}

/** The path below which a service answers to all that it is asked; empty where there is none. */
export const contextPath = (tree: Tree, files: readonly string[]): string =>
  ["server.servlet.context-path", "spring.webflux.base-path"]
    .flatMap((key) => setting(tree, files, key) ?? [])
    .find((path) => /^\/[\w/-]*$/.test(path))
    ?.replace(/\/$/, "") ?? "";

function inYaml(text: string): [key: string, value: string][] {
  const under = (value: unknown, prefix: string): [string, string][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, one]) => [
          [`${prefix}${key}`, typeof one === "object" ? "" : String(one)] as [string, string],
          ...under(one, `${prefix}${key}.`),
        ])
      : [];
  try {
    return parseAllDocuments(text, { logLevel: "silent" }).flatMap((one) => under(one.toJS(), ""));
  } catch {
    return []; // such as aliases without an anchor
  }
}
