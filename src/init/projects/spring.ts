import { locationOf } from "../../base/text.ts";
import { isComment } from "../limiters.ts";
import { keysIn, plainKey, settingsOf } from "../springsettings.ts";
import { join, type Match, type Tree } from "../tree.ts";

const SETTINGS = /\/(?:application|bootstrap)(?:-[\w-]+)?\.(?:properties|ya?ml)$/;
/** A server of this machine in settings, without those of Quarkus for developers: in one value, or as a host and the port on the next line. */
const ADDRESSES = [
  /^(?![ \t]*(?:#|%(?:dev|test)\.)).*?\b(?:localhost|127\.0\.0\.1):(\d{2,5})\b/gm,
  /^[ \t]*(?:[\w.-]+\.)?host[ \t]*[=:][ \t]*(?:\$\{\w+:)?(?:localhost|127\.0\.0\.1)\b.*\n[ \t]*(?:[\w.-]+\.)?port[ \t]*[=:][ \t]*(?:\$\{\w+:)?(\d{2,5})\b/gm,
];

/** A sentence about servers of this machine that settings name. @param own the port of the service itself */
export function localServers(tree: Tree, settings: readonly string[], own: number): string[] {
  const found = ADDRESSES.flatMap((pattern) => tree.all(settings, pattern)).filter(
    ({ groups: [port] }) => Number(port) !== own,
  );
  const places = [...new Set(found.map((one) => `localhost:${one.groups[0]} (${locationOf(one)})`))];
  return places.length === 0
    ? []
    : [
        `its settings name ${places.slice(0, 6).join(", ")}: this stack starts no server there, so both sides would share one. Give the addresses under \`env\`.`,
      ];
}

const ANNOTATION = /@(?:Value|FeignClient)\s*\(([^)]{0,500})\)/g;
/** A placeholder without a default; Kotlin has a backslash before its sign. */
const PLACEHOLDER = /\$\{([\w.-]+)\}/g;
/** Keys that Java, Spring and the port of ours set. */
const GIVEN = /^(?:java|user|os|random|local)\.|^server\.port$|^(?:HOSTNAME|HOME|USER|PATH)$/;
/** Settings from elsewhere, which may have any key. */
const ELSEWHERE = /spring-cloud-starter-(?:config|consul-config|vault-config|kubernetes)|@PropertySource\b/;
/** Parts of a program that are there only sometimes. */
const OPTIONAL = /^@(?:Profile|Conditional\w*)\b/m;

/** A variable in settings without a default, outside of comments, and of what Quarkus reads for developers alone. */
export const OF_SETTINGS = /(?<!(?:^|\s)#.*|^%(?:dev|test)\..*)\$\{([A-Z][A-Z0-9_]+)\}/gm;

/** Keys and variables that code and settings cannot do without, and that no file of settings has. @param given variables that are set */
export function unsetKeys(
  tree: Tree,
  folder: string,
  files: readonly string[],
  given: readonly string[],
): Match[] {
  const code = files.filter((path) => /\.(?:java|kt)$/.test(path));
  const manifests = ["pom.xml", "build.gradle", "build.gradle.kts"].map((name) => join(folder, name));
  if (tree.first([...manifests, ...code], ELSEWHERE) !== null) return [];
  const settings = tree.paths.filter((path) => SETTINGS.test(`/${path}`)); // those of other modules, too
  const known = new Set([...settings.flatMap((path) => keysIn(tree, path)), ...given.map(plainKey)]);
  const own = settingsOf(join(folder, "src/main/java"));
  // Settings of a profile come before those.
  const isOfProfile = own.some((path) => /profiles\W+active/.test(tree.text(path)));
  const variables = (isOfProfile ? [] : tree.all(own, OF_SETTINGS)).filter(
    ({ groups: [name = ""] }) =>
      !given.includes(name) && tree.first(own, new RegExp(`^\\s*${name}\\s*[=:]`, "m")) === null,
  );
  const annotated = tree
    .all(
      code.filter((path) => !OPTIONAL.test(tree.text(path))),
      ANNOTATION,
    )
    .filter((at) => !isComment(tree, at))
    .flatMap((at) =>
      [...(at.groups[0] ?? "").matchAll(PLACEHOLDER)].map(([, key = ""]) => ({ ...at, groups: [key] })),
    )
    .filter(({ groups: [key = ""] }) => !known.has(plainKey(key)));
  return [...annotated, ...variables].filter(({ groups: [key = ""] }) => !GIVEN.test(key));
}
