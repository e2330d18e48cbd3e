import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder, writePrivate } from "../../exec/linkless.ts";
import { type Shims, shims } from "./shims.ts";
import type { Script } from "./source.ts";
import type { Source } from "./workloaddigest.ts";

/** A copy of a script, with all its files, in a folder of its own. */
export interface Copy {
  /** Address of the copied script. */
  readonly url: string;
  /** A text of k6's with the script's own place instead of the copy's. */
  original(text: string): string;
}

/** Files in which imports are looked for. */
const CODE = /\.[cm]?[jt]sx?$/;
/** Folder of the modules that stand for k6's own, below the copy. */
const SHIMS = "steelyard";

/**
 * Copies a script and all its files below a folder, so that k6 has another instance of each module. Relative imports
 * and files find each other as before. Where the copy needs modules of ours in place of k6's (`shims`), only the names
 * in its imports are changed.
 *
 * @param script the path of the original
 * @param into a folder that is private to this call
 */
export function copyScript(
  { files, path }: Pick<Script, "files" | "path">,
  script: string,
  into: string,
  wanted: Shims,
): Copy {
  const made = shims(wanted, join(into, dirname(path)), mention(files, FORMS));
  const place = (name: string) => pathToFileURL(join(into, SHIMS, name)).href;
  for (const { file, text } of Object.values(made)) write(join(into, SHIMS, file), text);
  const folder = posix.dirname(path);
  for (const { path: relative, content } of files) {
    const at = posix.join(folder, relative);
    if (isRemote(relative, folder)) continue;
    const code = CODE.test(at) || at === path;
    write(join(into, at), code ? replaced(content, (name) => made[name] && place(made[name].file)) : content);
  }
  const [copied, own] = [join(into, folder), dirname(script)];
  const [copiedUrl, ownUrl] = [pathToFileURL(copied).href, pathToFileURL(own).href];
  return {
    url: pathToFileURL(join(into, path)).href,
    original: (text) => text.replaceAll(copiedUrl, ownUrl).replaceAll(copied, own),
  };
}

/** Methods of an answer that make another request, and may get a cookie jar. */
const FORMS = ["submitForm", "clickLink"];
/** Modules that look for files in the folder of the file that k6 runs. */
const OPENING = ["k6/net/grpc", "k6/experimental/fs"];

const mention = (files: Script["files"], names: readonly string[]): boolean =>
  files.some(({ content }) => names.some((name) => content.includes(name)));

/** Whether a script finds its files only if it runs as a copy. */
export const opensFiles = ({ files }: Pick<Script, "files">): boolean => mention(files, OPENING);

/**
 * A script for one target as k6 is to run it: a copy where an address in it may stand for an endpoint, however it is put
 * together. So do gRPC and `fs`, because k6 looks for their files in the folder of the file that it runs.
 *
 * @param literals endpoint by address, as `localhost:3000`
 */
export function single(
  script: string,
  read: Pick<Script, "files" | "path">,
  literals: Readonly<Record<string, string>>,
  into: string,
): Copy {
  const addresses = Object.keys(literals).length > 0;
  if (!addresses && !opensFiles(read)) return { url: pathToFileURL(script).href, original: (text) => text };
  return copyScript(read, script, into, { side: null, addresses, cookies: false, turns: false });
}

/** Whether a file of an archive was imported from elsewhere: those lie in another folder than the local ones. */
const isRemote = (relative: string, folder: string) =>
  relative.startsWith(`${posix.relative(`/file${folder}`, "/https")}/`);

function write(file: string, content: string | Buffer): void {
  makeFolder(dirname(file), 0o700);
  writePrivate(file, content);
}

/** Imports of k6's modules, of which some are replaced. */
const IMPORTS = /\b((?:from|import|import\s*\(|require\s*\()\s*)(["'])(k6(?:\/[\w./-]+)?)\2/g;

function replaced(content: Source["content"], by: (name: string) => string | undefined): string {
  return content.toString("utf8").replace(IMPORTS, (all, before: string, _, name: string) => {
    const other = by(name);
    return other === undefined ? all : before + JSON.stringify(other);
  });
}
