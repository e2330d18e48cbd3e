/** The files of one commit, read from a clone or from a forge's API. */
export interface Tree {
  /** Name of the commit, for display. */
  readonly name: string;
  /** A file's text; null where the commit has no such file. Paths are relative to the top of the repository. */
  file(path: string): Promise<string | null>;
  /** Identifier of the content of a file or folder; null where there is none. Comparable only within one source. */
  id(path: string): Promise<string | null>;
  /** Names in a folder; null where the commit has no such folder. */
  folder(path: string): Promise<readonly string[] | null>;
}

/** A tree of which only the texts of files are read. */
export type TreeFiles = Pick<Tree, "file">;

/** One entry of a commit. */
export interface TreeEntry {
  readonly kind: "file" | "link" | "submodule";
  /** Mode and content: of two commits, equal ids are equal entries. */
  readonly id: string;
}

const KINDS: Readonly<Record<string, TreeEntry["kind"]>> = { 120000: "link", 160000: "submodule" };

/** The entry of a file by its mode, as git writes it, and the identifier of its content. */
export const treeEntry = (mode: string, content: string): TreeEntry => ({
  kind: KINDS[mode] ?? "file",
  id: `${mode} ${content}`,
});

/** Every file of a commit. */
export interface Listing {
  /** By path from the top of the repository. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** The text of a file, or the target of a link; null where there is no such entry. */
  text(path: string): Promise<string | null>;
}
