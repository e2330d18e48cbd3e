import { posix } from "node:path";
import { parse } from "yaml";
import { own } from "../base/own.ts";
import type { Config, Workload } from "../model/config.ts";
import { loadOf, scriptsOf } from "../model/load.ts";
import type { Listing } from "../model/tree.ts";

/** A file or folder of the repository that a workload depends on, and why. The path of the repository itself is ".". */
export interface Part {
  readonly path: string;
  readonly because: string;
}

const WHOLE = ".";

/** Whether a path is a part, or lies in it. */
export const isIn = (path: string, { path: part }: Pick<Part, "path">): boolean =>
  part === WHOLE || path === part || path.startsWith(`${part}/`);

/** Files and folders from which the stack is built and started, and its data. */
export async function stackParts({ stack }: Config, base: Listing): Promise<Part[]> {
  const { process, compose, external, seed } = stack;
  const services = Object.entries(process?.services ?? {}).map(([name, { cwd }]) => ({
    path: normal(cwd),
    because: `the folder of the service ${name}`,
  }));
  const whole = (because: string): Part => ({ path: WHOLE, because });
  return [
    ...services,
    ...((process?.build ?? []).length > 0 ? [whole("the build runs in the checkout")] : []),
    ...(external === undefined ? [] : [whole("what is deployed is not known here")]),
    ...(seed?.run === undefined ? [] : [whole("the seed is a command in the checkout")]),
    ...(compose === undefined ? [] : await composedParts(compose.files, base)),
  ];
}

/** Compose files that are read: an include of itself has no end. */
const MOST_READ = 100;

/**
 * The files and folders that Compose files name. Every text in them that is a path of the repository counts: build
 * contexts, mounts, environment files, other Compose files, and whatever future keys name.
 */
async function composedParts(files: readonly string[], base: Listing): Promise<Part[]> {
  const found: Part[] = [];
  const queue = files.map(normal);
  const project = posix.dirname(queue[0] ?? WHOLE);
  const seen = new Set<string>();
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    found.push({ path: file, because: "a file of the Compose project" });
    const text = await base.text(file);
    if (text === null) continue;
    if (seen.size > MOST_READ)
      return [...found, { path: WHOLE, because: "there are too many Compose files" }];
    for (const word of textsIn(text)) {
      if (word.includes("$")) {
        found.push({
          path: WHOLE,
          because: `${file} names ${word.slice(0, 80)}, which is known only when it runs`,
        });
        continue;
      }
      for (const folder of new Set([posix.dirname(file), project])) {
        const path = normal(posix.join(folder, word));
        if (!exists(path, base)) continue;
        found.push({ path, because: `named in ${file}` });
        if (/\.ya?ml$/.test(path)) queue.push(path);
      }
    }
  }
  return [...found, { path: posix.join(project, ".env"), because: "read by Compose" }];
}

/** Keys whose values are no paths of the repository, and may hold variables. */
const NO_PATHS = new Set(["image", "environment", "ports", "labels", "container_name", "args", "hostname"]);

/** Keys whose values are paths, also where these have spaces. */
const PATHS = new Set([
  ...["additional_contexts", "build", "context", "dockerfile"],
  ...["device", "file", "path", "source", "volumes"],
  ...["env_file", "include", "label_file", "project_directory"],
]);

/** The texts of a Compose file that may be paths; one with a variable that has no default keeps it. */
function textsIn(text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "string") found.push(...pieces(value, key));
    else if (Array.isArray(value)) {
      for (const one of value) {
        visit(one, key);
        if (typeof one === "string") visit(/=(.*)/s.exec(one)?.[1] ?? "", key); // "shared=../shared"
      }
    } else if (typeof value === "object" && value !== null) {
      found.push(...dockerfileIn(value));
      for (const [name, one] of Object.entries(value)) {
        const below = key === "additional_contexts" ? key : name; // whose names are the user's
        if (!NO_PATHS.has(below)) visit(one, below);
      }
    }
  };
  try {
    visit(parse(text, { merge: true, maxAliasCount: 100, logLevel: "error" }), "");
  } catch {
    return ["$"]; // nobody knows what it names
  }
  return found;
}

/** The Dockerfile of a build, which is relative to its context. */
function dockerfileIn({ context, dockerfile }: { context?: unknown; dockerfile?: unknown }): string[] {
  if (typeof context !== "string" || typeof dockerfile !== "string" || dockerfile.startsWith("/")) return [];
  return pieces(`${context}/${dockerfile}`, "dockerfile");
}

/**
 * The parts of "./site:/usr/share/nginx/html:ro". A text with spaces is a command of a container, unless its key has paths,
 * and "$$" is a dollar in it. Of a variable the default counts.
 */
function pieces(text: string, key: string): string[] {
  if ((/\s/.test(text) && !PATHS.has(key)) || text.includes("://")) return [];
  const plain = text.replaceAll("$$", "").replace(/\$\{\w+:?-([^{}$]*)\}/g, "$1");
  return plain.split(":").filter((piece) => piece !== "" && !piece.startsWith("/"));
}

/** Whether a path is a file or folder of the commit. */
function exists(path: string, { entries }: Listing): boolean {
  if (path === WHOLE || entries.has(path)) return true;
  const within = `${path}/`;
  for (const name of entries.keys()) if (name.startsWith(within)) return true;
  return false;
}

/** The files that load a workload: those that its config names, their imports, and the folders that they lie in. */
export async function loadParts(
  workload: Workload,
  base: Listing,
): Promise<{ readonly files: readonly Part[]; readonly folders: readonly Part[] }> {
  const folders: Part[] = [];
  const files: Part[] = [];
  if (loadOf(workload).kind === "command")
    folders.push({ path: WHOLE, because: "the load is a command in the checkout" });
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    files.push({ path: file, because: "a file of the load" });
    const text = await base.text(file);
    if (text === null) return;
    const { imported, unknown } = importsOf(text);
    if (unknown)
      folders.push({ path: WHOLE, because: `${file} opens files whose names are known only when it runs` });
    for (const one of imported) await visit(normal(posix.join(posix.dirname(file), one)));
  };
  for (const script of scriptsOf(workload)) {
    const file = normal(script.file);
    const folder = posix.dirname(file);
    if (folder !== WHOLE) folders.push({ path: folder, because: "the folder of the load" });
    await visit(file);
  }
  return { files, folders };
}

/** Files that a script imports or opens by a relative path, and whether it takes others whose names it computes. */
function importsOf(text: string): { imported: string[]; unknown: boolean } {
  const fixed = [...text.matchAll(/\b(?:from|import)\s*["']([^"'\n]+)["']/g)].map(([, name]) => name!);
  const calls = [...text.matchAll(/\b(?:require|open|import)\s*\(\s*(["'`]?)([^"'`)\n]*)/g)];
  const opened = calls.flatMap(([, quote, name]) => (quote === "" || name!.includes("${") ? [] : [name!]));
  const relative = [...fixed, ...opened].filter(
    (name) => /^\.|^[\w-]+[./]/.test(name) && !/^(?:k6(?:$|\/)|https?:)/.test(name),
  );
  return {
    imported: relative,
    unknown: calls.some(([, quote, name]) => quote === "" || name!.includes("${")),
  };
}

/** Kinds of files that every workload depends on, whatever folder they are in, as a reason is worded. */
export const EVERYWHERE = {
  lockfile: "a lock file",
  toolchain: "the version of a toolchain",
  checkout: "how git checks files out",
} as const;
type Everywhere = keyof typeof EVERYWHERE;

const NAMES: Readonly<Record<string, Everywhere>> = {
  ...named("lockfile", [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "go.sum",
    "go.mod",
    "go.work",
    "go.work.sum",
    "Cargo.lock",
    "poetry.lock",
    "uv.lock",
    "pdm.lock",
    "Pipfile.lock",
    "Gemfile.lock",
    "composer.lock",
    "gradle.lockfile",
    "mix.lock",
    "packages.lock.json",
    "pubspec.lock",
    "flake.lock",
    "pnpm-workspace.yaml",
  ]),
  ...named("toolchain", [
    ".nvmrc",
    ".node-version",
    ".tool-versions",
    "mise.toml",
    ".mise.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    ".python-version",
    ".ruby-version",
    ".java-version",
    ".sdkmanrc",
    "global.json",
  ]),
  ...named("checkout", [".gitmodules", ".gitattributes"]),
};
/** Of Python: requirements-dev.txt, requirements/base.txt. */
const REQUIREMENTS = /(?:^|\/)(?:requirements|constraints)(?:[\w.-]*|\/[\w.-]+)\.(?:txt|in)$/;

/** The kind of a file that counts wherever it is; undefined where it does not. */
export function everywhere(path: string): Everywhere | undefined {
  const name = posix.basename(path);
  return own(NAMES, name) ?? (REQUIREMENTS.test(path) ? "lockfile" : undefined);
}

function named(kind: Everywhere, names: readonly string[]): Record<string, Everywhere> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** A path from the top of the repository without "./" and a slash at its end. */
export const normal = (path: string): string => posix.normalize(path).replace(/(.)\/$/, "$1");
