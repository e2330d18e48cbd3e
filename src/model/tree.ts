/** The files of one commit, wherever they are read from: a clone, or a forge's API. */
export interface Tree {
  /** The commit, as people know it. */
  readonly name: string;
  /** A file's text; null where the commit has no such file. Paths are relative to the top of the repository. */
  file(path: string): Promise<string | null>;
  /** A name for the content of a file or folder; null where there is none. Only names of one source are alike. */
  id(path: string): Promise<string | null>;
  /** Names in a folder; null where the commit has no such folder. */
  folder(path: string): Promise<readonly string[] | null>;
}
