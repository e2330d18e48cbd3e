import { basename, dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder, writePrivate } from "../../exec/linkless.ts";
import { type Shims, shims } from "./shims.ts";
import type { Script } from "./source.ts";
import { mention, type Source } from "./workloaddigest.ts";

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
/** Folder of the modules from elsewhere, below the copy. */
const REMOTE = "https";

/**
 * Copies a script and all its files below a folder, so that k6 has another instance of each module. Relative imports
 * and files find each other as before. Only names in imports are changed: those of k6's modules where the copy needs ours
 * in their place (`shims`), and those of modules from elsewhere (`https://jslib.k6.io/…`), which are copied too.
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
  const made = shims(wanted, join(into, dirname(path)), mention(files, ...FORMS));
  for (const { file, text } of Object.values(made)) write(join(into, SHIMS, file), text);
  const folder = join(into, dirname(path));
  const remotes = new Map(files.filter(isRemote).map(({ path }) => [path, join(into, remotePlace(path))]));
  for (const { path: name, content } of files) {
    const remote = remotes.get(name);
    const at = remote ?? join(folder, name);
    const other = (imported: string, required: boolean) => {
      const meant = address(imported, remote && name);
      const found = made[imported] ? join(into, SHIMS, made[imported].file) : remotes.get(meant);
      if (found) return pathToFileURL(found).href;
      return required ? undefined : remote && meant; // a bundle may have a require() of its own
    };
    write(at, CODE.test(at) || at === join(into, path) ? replaced(content, other) : content);
  }
  const elsewhere = join(into, REMOTE);
  const [top, own] = tops(folder, dirname(script));
  const places = [
    [pathToFileURL(top).href, pathToFileURL(own).href],
    [top, own],
    [pathToFileURL(elsewhere).href, "https:/"],
    [elsewhere, "https:/"],
  ] as const;
  return {
    url: pathToFileURL(join(into, path)).href,
    original: (text) => places.reduce((said, [copied, own]) => said.replaceAll(copied, own), text),
  };
}

/** The uppermost folder of a copy and its original, as far as their names agree: a script may import from above its own. */
function tops(copied: string, own: string): readonly [string, string] {
  const [above, ownAbove] = [dirname(copied), dirname(own)];
  const isRoot = ownAbove === dirname(ownAbove);
  return basename(copied) !== basename(own) || isRoot ? [copied, own] : tops(above, ownAbove);
}

/** Methods of an answer that make another request, and may get a cookie jar. */
const FORMS = ["submitForm", "clickLink"];
/** Modules that look for files in the folder of the file that k6 runs. */
const OPENING = ["k6/net/grpc", "k6/experimental/fs"];

/** Whether a script finds its files only if it runs as a copy. */
export const opensFiles = ({ files }: Pick<Script, "files">): boolean => mention(files, ...OPENING);

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

const isRemote = ({ path }: Source) => path.startsWith("https://");

/** The address that a name in an import stands for. @param from the module that has it, if it is from elsewhere */
const address = (name: string, from?: string) =>
  !name.startsWith("k6") && URL.canParse(name, from) ? new URL(name, from).href : name;

/** Where a module from elsewhere lies in a copy. Of two such modules, one can have the name of the other's folder. */
function remotePlace(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = posix.join(REMOTE, host, pathname + search.replace(/[^\w.-]/g, "_"));
  return /\.(?:[cm]?[jt]sx?|json|map)$/.test(path) ? path : `${path}.js`;
}

function write(file: string, content: string | Buffer): void {
  makeFolder(dirname(file), 0o700);
  writePrivate(file, content);
}

/** Imports of k6's modules and of those from elsewhere, of which some are replaced. */
const IMPORTS =
  /\b((?:from|import|import\s*\(|require\s*\()\s*)(["'])(k6(?:\/[\w./-]+)?|(?:https:\/\/|\.{0,2}\/)[^"'\n\\]+)\2/g;

function replaced(
  content: Source["content"],
  by: (name: string, required: boolean) => string | undefined,
): string {
  return content.toString("utf8").replace(IMPORTS, (all, before: string, _, name: string) => {
    const other = by(name, before.startsWith("require"));
    return other === undefined ? all : before + JSON.stringify(other);
  });
}
