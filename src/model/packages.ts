// No zod here: the page that explains a verdict imports this file.

/** Folders of packages, of Node.js and Python. */
export const PACKAGE_FOLDERS: readonly string[] = ["node_modules", "site-packages", "dist-packages"];

/** The folder of packages, and the package's name, in the path of a package's file; null for other files. */
export function packageIn(file: string): readonly [folder: string, name: string] | null {
  const [, module] = /^pkg\/mod\/([^@]+)@/.exec(file) ?? [];
  if (module !== undefined) return ["pkg/mod", module];
  const [folder = "", first = "", second = ""] = file.split("/");
  if (!PACKAGE_FOLDERS.includes(folder)) return null;
  return [folder, first.startsWith("@") ? `${first}/${second}` : first];
}
