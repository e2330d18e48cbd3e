import { dirname, join, resolve } from "node:path";
import { isNode, isScalar, type Node, parseAllDocuments, visit } from "yaml";
import { userError } from "../../base/errors.ts";
import type { Locate, Refusal } from "./permitted.ts";

/** A file that a Compose file names, and that Compose reads before it prints the model. */
export interface Named {
  /** `extends` and `include` name Compose files, which may name further files. */
  readonly key: "extends" | "include" | "env_file" | "label_file";
  readonly path: string;
  /** The folder of an `include`, if it sets one. Its relative paths begin there. */
  readonly folder?: string;
}

/** YAML tags that leave keys and texts unchanged. */
const TAGS = /^(!reset|!override|tag:yaml\.org,2002:(str|int|float|bool|null|map|seq|merge))$/;
/** The most characters of a Compose file. */
const LONGEST = 1_000_000;
/**
 * What Compose's reader takes for a line break or another encoding, and ours does not: behind one of these a comment
 * ends, and a key begins that we would not see. The last is what other encodings than UTF-8 are read as.
 */
const OTHERWISE_READ = /\r(?!\n)|[\u0000\u0085\u2028\u2029\ufffd]|(?!^)\ufeff/;

/**
 * The files that a Compose file names anywhere, including anchors that are merged later. It rejects YAML that
 * Compose's own reader might read differently, because the list must be complete.
 *
 * @throws Error for a text that is not plain YAML
 */
export function namedIn(text: string): Named[] {
  if (text.length > LONGEST) throw new Error(`it has more than ${LONGEST} characters`);
  if (OTHERWISE_READ.test(text))
    throw new Error("it is not UTF-8, or has line breaks other than LF and CRLF");
  const parsed = parseAllDocuments<Node>(text, {
    schema: "core",
    merge: true,
    stringKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
  });
  const found: Named[] = [];
  for (const document of Array.isArray(parsed) ? parsed : []) {
    const [error] = document.errors;
    if (error) throw error;
    visit(document, {
      Node(_, node) {
        if (node.tag !== undefined && !TAGS.test(node.tag))
          throw new Error(`the tag ${node.tag} is not known`);
      },
      Pair(_, { key, value }, path) {
        if (!isScalar(key)) throw new Error("a key is not a plain text");
        if (key.value === "<<" && key.type !== "PLAIN") throw new Error('"<<" is in quotes');
        const named = NAMES[String(key.value)];
        if (named === undefined || (key.value === "include" && isWatched(path))) return;
        found.push(...named(isNode(value) ? value.toJS(document) : value));
      },
    });
  }
  return found;
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const path = typeof one === "object" ? (one as { path?: unknown } | null)?.path : one;
    return path === undefined || path === null ? [] : Array.isArray(path) ? path.map(String) : [String(path)];
  });

/** The files in a key's value, by key. */
const NAMES: Readonly<Record<string, ((value: unknown) => Named[]) | undefined>> = {
  env_file: (value) => texts(value).map((path) => ({ key: "env_file", path })),
  label_file: (value) => texts(value).map((path) => ({ key: "label_file", path })),
  extends: (value) => {
    const file = (value as { file?: unknown } | null)?.file;
    return typeof file === "string" ? [{ key: "extends", path: file }] : [];
  },
  include: (value) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => {
      const folder = (one as { project_directory?: unknown } | null)?.project_directory;
      const more = typeof folder === "string" ? { folder } : {};
      return texts([one]).map((path) => ({ key: "include" as const, path, ...more }));
    }),
};

/** Whether an `include` is a pattern of `develop.watch`. False with an anchor on its path: it may be merged anywhere. */
function isWatched(path: readonly unknown[]): boolean {
  const anchored = path.some((node) => isNode(node) && "anchor" in node && node.anchor !== undefined);
  const keys = path.flatMap((node) =>
    typeof node === "object" && node !== null && "key" in node && isScalar(node.key) ? [node.key.value] : [],
  );
  return !anchored && keys.at(-1) === "watch" && keys.at(-2) === "develop";
}

/** Access to files while reading. */
export interface Reading {
  /** The folder where relative paths of the first files begin. */
  readonly project: string;
  readonly locate: Locate;
  /** The text of a file; null if there is none. */
  readonly read: (path: string) => string | null;
  readonly exists: (path: string) => boolean;
  /** Fills in variables, as Compose does for the first files. */
  readonly filled: (texts: readonly string[]) => Promise<readonly string[]>;
}

/** A Compose file that is still to be read. */
interface Next {
  readonly file: string;
  readonly bases: readonly string[];
  readonly first: boolean;
}

/** Readings of Compose files, one from each folder that its paths may begin at; an include of itself has no end. */
const MOST_READ = 200;

const REMOTE = /^([A-Za-z][A-Za-z0-9+.-]*:|git@|github\.com\/)/;

/**
 * What Compose would read before it prints the model, but must not: files outside of the checkout, and remote
 * files. The model no longer mentions them.
 *
 * @param files the Compose files of the config, absolute
 * @throws SteelyardError (user) for a file that is not plain YAML
 */
export async function unreadable(files: readonly string[], reading: Reading): Promise<Refusal[]> {
  const { project, locate, read, exists, filled } = reading;
  const refusals: Refusal[] = [];
  const refuse = (needs: Refusal["needs"], where: string, value: string, why: string) => {
    // A file may be named by several folders.
    if (!refusals.some((one) => one.where === where && one.why === why && one.value === value)) {
      refusals.push({ needs, where, value, why });
    }
  };
  /** Whether a file exists and may be read. */
  const readable = (path: string, where: string, value: string): boolean => {
    if (!exists(path)) return false;
    const { needs } = locate(path);
    if (needs !== null) refuse("host-files", where, value, `reads ${path}, outside of the checkout`);
    return needs === null;
  };
  const seen = new Set<string>();
  const queue: Next[] = files.map((file) => ({ file, bases: [project, dirname(file)], first: true }));
  readable(join(project, ".env"), ".env", ".env");
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { file, bases, first } = next;
    if (seen.has(`${file}\n${bases.join("\n")}`)) continue;
    seen.add(`${file}\n${bases.join("\n")}`);
    if (first && !readable(file, "stack.compose.files", file)) continue;
    const text = read(file);
    if (text === null) continue;
    if (seen.size > MOST_READ) throw endless(file);
    const named = understood(text, file);
    const paths = first ? await filled(named.map(({ path }) => path)) : named.map(({ path }) => path);
    for (const [index, { key, path: written, folder }] of named.entries()) {
      const path = paths[index] ?? written;
      if (REMOTE.test(path)) {
        refuse("host-programs", key, path, "is fetched by a program on the machine");
        continue;
      }
      if (path.includes("$") || folder?.includes("$") === true) {
        refuse("host-files", key, folder ?? path, `is not known before ${file} is read`);
        continue;
      }
      if (path.startsWith("~")) refuse("host-files", key, path, "reads the user's files");
      for (const base of new Set(bases)) {
        const found = resolve(base, path);
        if (!readable(found, key, path) || (key !== "extends" && key !== "include")) continue;
        const own = [...(folder === undefined ? [] : [resolve(base, folder)]), dirname(found)];
        if (key === "include") for (const one of own) readable(join(one, ".env"), key, `${path} (.env)`);
        queue.push({ file: found, bases: [...own, project], first: false });
      }
    }
  }
  return refusals;
}

const endless = (file: string) =>
  userError("The Compose files of the stack include or extend too many others.", {
    where: file,
    remedy: "see whether one includes itself; put them into fewer files",
  });

function understood(text: string, file: string): Named[] {
  try {
    return namedIn(text);
  } catch (error) {
    throw userError("A Compose file of the stack is not plain YAML.", {
      where: file,
      remedy: "correct it: use no tags of other programs, no keys that are not texts, and no quoted merges",
      cause: error,
    });
  }
}
