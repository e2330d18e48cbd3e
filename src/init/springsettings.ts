import { parseAllDocuments } from "yaml";
import type { Tree } from "./tree.ts";

/** A key as Spring compares it: `shop.baseUrl`, `shop.base-url` and `SHOP_BASE_URL` are one. */
export const plainKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, "");

/** A document of settings: values by key as Spring compares it. */
type Settings = ReadonlyMap<string, string>;

/** Files are read for each controller. */
const known = new WeakMap<Tree, Map<string, readonly Settings[]>>();

/** The keys of all documents of a file, those of profiles too. Empty where it cannot be read. */
export const keysIn = (tree: Tree, path: string): string[] =>
  documentsIn(tree, path).flatMap((one) => [...one.keys()]);

/** The value of a key in the first file that has it without a profile, or its default: `${BASE:/api}` is /api. */
export function setting(tree: Tree, files: readonly string[], key: string): string | undefined {
  const documents = files.flatMap((path) => documentsIn(tree, path)).filter((one) => !isOfProfile(one));
  return documents
    .flatMap((one) => one.get(plainKey(key)) ?? [])
    .at(0)
    ?.replace(/^\$\{[\w.-]+:(.*)\}$/, "$1");
}

/** The files of settings of the module that a file of code belongs to. */
export function settingsOf(file: string): string[] {
  const [module = ""] = /^(?:.*\/)?(?=src\/main\/)/.exec(file) ?? [];
  return ["properties", "yml", "yaml"].map((end) => `${module}src/main/resources/application.${end}`);
}

/** The path below which a service answers to all that it is asked; empty where there is none. */
export const contextPath = (tree: Tree, files: readonly string[]): string =>
  ["server.servlet.context-path", "spring.webflux.base-path"]
    .flatMap((key) => setting(tree, files, key) ?? [])
    .find((path) => /^\/[\w/-]*$/.test(path))
    ?.replace(/\/$/, "") ?? "";

/** Whether the settings switch on the class of a file: `@ConditionalOnProperty(name = "shop.secure", havingValue = "true")`. */
export function isSwitchedOn(tree: Tree, settings: readonly string[], file: string): boolean {
  const condition = /^@ConditionalOnProperty\(([^)]*)\)/m.exec(tree.text(file))?.[1];
  if (condition === undefined) return true;
  const given = (name: string) => new RegExp(`\\b${name}\\s*=\\s*"?([\\w.-]+)`).exec(condition)?.[1];
  const key = given("name") ?? given("value") ?? /^\s*"([^"]+)"/.exec(condition)?.[1] ?? "";
  const prefix = given("prefix");
  const value = setting(tree, settings, prefix === undefined ? key : `${prefix}.${key}`);
  const wanted = given("havingValue");
  if (value === undefined) return given("matchIfMissing") === "true";
  return wanted === undefined ? value !== "false" : value === wanted;
}

/** Whether a document holds only where a profile is active. */
const isOfProfile = (one: Settings): boolean =>
  ["spring.config.activate.on-profile", "spring.profiles"].some((key) => one.has(plainKey(key)));

function documentsIn(tree: Tree, path: string): readonly Settings[] {
  const files = known.get(tree) ?? new Map<string, readonly Settings[]>();
  known.set(tree, files);
  const found = files.get(path) ?? (path.endsWith(".properties") ? ofProperties : ofYaml)(tree.text(path));
  files.set(path, found);
  return found;
}

const documentOf = (all: readonly (readonly [key: string, value: string])[]): Settings =>
  new Map(all.map(([key, value]) => [plainKey(key), value]));

const ofProperties = (text: string): Settings[] =>
  text
    .split(/^[#!]---[ \t]*$/m)
    .map((one) =>
      documentOf(
        [...one.matchAll(/^[ \t]*([^\s=:#!]+)[ \t]*[=:](.*)/gm)].map(([, key = "", value = ""]) => [
          key,
          value.trim(),
        ]),
      ),
    );

function ofYaml(text: string): Settings[] {
  const under = (value: unknown, prefix: string): [string, string][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, one]) => [
          [`${prefix}${key}`, typeof one === "object" ? "" : String(one)] as [string, string],
          ...under(one, `${prefix}${key}.`),
        ])
      : [];
  try {
    return parseAllDocuments(text, { logLevel: "silent" }).map((one) => documentOf(under(one.toJS(), "")));
  } catch {
    return []; // such as aliases without an anchor
  }
}
