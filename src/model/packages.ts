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
