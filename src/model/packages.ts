// No zod here: the page that explains a verdict imports this file.

/** Stands for the folder of packages of Java, whose classes do not say where they are from. */
export const PACKAGES_OF_JAVA = "(jar)";
/** Folders of packages, of Node.js, Python and Java. */
export const PACKAGE_FOLDERS: readonly string[] = [
  "node_modules",
  "site-packages",
  "dist-packages",
  PACKAGES_OF_JAVA,
];

/** The folder of packages, and the package's name, in the path of a package's file; null for other files. */
export function packageIn(file: string): readonly [folder: string, name: string] | null {
  const [, module] = /^pkg\/mod\/([^@]+)@/.exec(file) ?? [];
  if (module !== undefined) return ["pkg/mod", module];
  const [folder = "", first = "", second = ""] = file.split("/");
  if (!PACKAGE_FOLDERS.includes(folder)) return null;
  return [folder, first.startsWith("@") ? `${first}/${second}` : first];
}

/** A package's name in the one form that lock files and folders share: of PyPI (PEP 503), and of Go's cache of modules. */
export const plainPackage = (name: string): string =>
  name
    .replaceAll("!", "")
    .replaceAll(/[-_.]+/g, "-")
    .toLowerCase();

/** The end of an artifact's name that has no classes, but versions of others. */
const LIST = /-(?:bom|platform|dependencies)$/;

/**
 * Finds what a lock file says of a package in a profile. Classes of Java do not say which artifact they are from. It is
 * the one of their group with all its words in the package's name, else the only one of their group. That is a hint. A list of
 * versions, such as `quarkus-bom`, stands for all of its framework.
 *
 * @param listed by the names that the lock file has
 */
export function packageFinder<T extends { readonly name: string }>(
  listed: readonly T[],
): (name: string) => T | undefined {
  const exact = new Map(listed.map((one) => [plainPackage(one.name), one]));
  const ofJava = listed.flatMap((one) => {
    const [group = "", artifact] = one.name.split(":");
    const words = artifact?.toLowerCase().replace(LIST, "").split(/[-_.]/);
    return words === undefined ? [] : [{ one, group, words }];
  });
  return (name) => {
    const same = exact.get(plainPackage(name));
    if (same !== undefined || ofJava.length === 0) return same;
    const parts = name.split(".");
    const scored = ofJava.map(({ one, group, words }) => {
      const isInGroup = `${name}.`.startsWith(`${group}.`);
      const isNear = isInGroup || `${group}.`.startsWith(`${parts.slice(0, 2).join(".")}.`);
      const hasWords = isNear && words.every((word) => parts.some((part) => part.startsWith(word)));
      return { one, score: hasWords ? 1 + words.length : Number(isInGroup) };
    });
    const best = Math.max(...scored.map(({ score }) => score));
    const found = scored.filter(({ score }) => score > 0 && score === best);
    return found.length === 1 ? found[0]!.one : undefined;
  };
}
