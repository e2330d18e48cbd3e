/** A place in the checkout that supports a finding: "Dockerfile:12". */
export interface Evidence {
  readonly file: string;
  /** From 1; null for the file as a whole. */
  readonly line: number | null;
}

/** A match of a pattern, and where it stands. */
export interface Match extends Evidence {
  readonly groups: readonly (string | undefined)[];
}

/** Code of others, and names that a config cannot hold as a path. */
const STRANGE = /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|venv|target|\.next)\/|[:\\"\p{C}]/u;
/** Parts of a repository that do not run in its service. */
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|testdata|fixtures|examples?|docs?|cypress|bench(?:es|marks?)?|\.github|dist|\.devcontainer|stories|mocks?)\/|[._-](?:test|spec|stories)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.(?:go|py)$|\.d\.ts$/i;

/** Folders of packages: `com.example` is the usual name of a service of Java. */
const PACKAGES = /(^|\/)src\/main\/(?:java|kotlin|groovy|scala)\/(?:[^/]+\/)*/;

/** Where git's large files are only pointers. */
export const POINTER = "version https://git-lfs.github.com/spec/v1";

/** The files of a checkout as a value. Code of others that is stored with it is left out. */
export class Tree {
  readonly paths: readonly string[];
  private readonly known: ReadonlySet<string>;
  private readonly listed: readonly string[];
  private readonly content: (path: string) => string;

  /** @param content of a file; empty where it cannot be read */
  constructor(paths: readonly string[], content: (path: string) => string) {
    this.paths = paths.filter((path) => !STRANGE.test(path)).sort();
    this.known = new Set(this.paths);
    this.listed = paths;
    this.content = content;
  }

  has(path: string): boolean {
    return this.known.has(path);
  }

  /** Whether the checkout has a file or a folder at a path, among code of others as well. */
  lists(path: string): boolean {
    return this.listed.some((one) => one === path || isBelow(one, path));
  }

  /** Whether a checkout with its submodules may have a path: a submodule is listed without its files. */
  mayHave(path: string): boolean {
    return this.lists(path) || ancestors(path).some((above) => this.has(above));
  }

  /** Empty where there is no such file, or only a pointer to it. */
  text(path: string): string {
    const text = this.known.has(path) ? this.content(path) : "";
    return text.startsWith(POINTER) ? "" : text;
  }

  /** A JSON object; empty where the file has none. */
  json(path: string): Readonly<Record<string, unknown>> {
    try {
      const value: unknown = JSON.parse(this.text(path));
      return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
    } catch {
      return {};
    }
  }

  /** Files by name, the nearest to the top first. */
  named(name: RegExp): string[] {
    return this.paths.filter((path) => name.test(baseName(path))).sort((a, b) => depth(a) - depth(b));
  }

  /** Source files of a folder by their ending, without tests and examples, the nearest to the top first. */
  sources(folder: string, ending: RegExp): string[] {
    return this.paths
      .filter((path) => isBelow(path, folder) && ending.test(path) && !isAside(path))
      .sort((a, b) => depth(a) - depth(b));
  }

  /** The first match among files, in their order. */
  first(files: readonly string[], pattern: RegExp): Match | null {
    for (const file of files) {
      const text = this.text(file);
      const found = pattern.exec(text);
      if (found) return { file, line: lineAt(text, found.index), groups: found.slice(1) };
    }
    return null;
  }

  /** All matches among files. @param pattern with the flag g */
  all(files: readonly string[], pattern: RegExp): Match[] {
    return files.flatMap((file) => {
      const text = this.text(file);
      let [line, counted] = [1, 0];
      return [...text.matchAll(pattern)].map((found) => {
        line += lineAt(text.slice(counted), found.index - counted) - 1;
        counted = found.index;
        return { file, line, groups: found.slice(1) };
      });
    });
  }
}

/** The number of the line, from 1, at a place of a text. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;
/** A text as a regular expression for itself. */
export const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");
/** The file that an import of JavaScript means: with or without its ending, or the index of a folder. */
export const moduleAt = (tree: Tree, path: string | null): string | null =>
  [
    path,
    path?.replace(/\.js$/, ".ts"),
    ...["js", "ts", "mjs", "cjs"].flatMap((end) => [`${path}.${end}`, `${path}/index.${end}`]),
  ].find((one): one is string => typeof one === "string" && tree.has(one)) ?? null;
export const baseName = (path: string): string => path.split("/").at(-1)!;
export const depth = (path: string): number => path.split("/").length;
/** The folder of a path; "." for the top. */
export const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/") || ".";
/** The folders above one, the nearest first. */
export const ancestors = (folder: string): string[] =>
  folder === "." ? [] : [folderOf(folder), ...ancestors(folderOf(folder))];
export const join = (folder: string, path: string): string => (folder === "." ? path : `${folder}/${path}`);
export const isBelow = (path: string, folder: string): boolean =>
  folder === "." || path.startsWith(`${folder}/`);
export const isAside = (path: string): boolean => ASIDE.test(path.replace(PACKAGES, "$1"));
/** The way from a folder to the top: "../.."; "." from the top itself. */
export const wayUp = (folder: string): string =>
  folder === "."
    ? "."
    : folder
        .split("/")
        .map(() => "..")
        .join("/");
