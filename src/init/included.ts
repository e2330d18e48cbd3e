import { own } from "../base/own.ts";
import { resolved } from "../base/paths.ts";
import {
  type ComposeSection,
  type ComposeService,
  type PlacedCompose,
  sectionIn,
  servicesIn,
  withIncludes,
} from "../model/composefile.ts";
import { ancestors, folderOf, type Tree, wayUp } from "./tree.ts";

const reached = (tree: Tree, files: readonly PlacedCompose[]) =>
  withIncludes(files, (file) => tree.text(file));

/** Compose reads the paths of all files from the folder of the first one. */
const readOf = (files: readonly string[]): PlacedCompose[] =>
  files.map((file) => ({ file, folder: folderOf(files[0]!) }));

/** The paths of Compose files and of those that they include. */
export const filesOf = (tree: Tree, files: readonly string[]): string[] =>
  reached(tree, readOf(files)).map(({ file }) => file);

/** The files that a Compose file includes or extends. */
export const namedBy = (tree: Tree, file: string): string[] => [
  ...filesOf(tree, [file]).filter((path) => path !== file),
  ...Object.values(servicesIn(tree.text(file))).flatMap(
    (service) => extendedBy(service, { file, folder: folderOf(file) })?.file ?? [],
  ),
];

/** The services of Compose files, of those that they include and extend, with paths from the folder of the first one. */
export function servicesOf(tree: Tree, files: readonly string[]): ReadonlyMap<string, ComposeService> {
  const top = folderOf(files[0]!);
  const all = new Map<string, ComposeService>();
  for (const read of reached(tree, readOf(files))) {
    for (const [name, service] of Object.entries(servicesIn(tree.text(read.file)))) {
      const found = rebased(extended(tree, service, read), read.folder, top);
      all.set(name, merged(all.get(name) ?? {}, found));
    }
  }
  return all;
}

/** The files that Compose starts where nobody names any: the file, and its override if there is one. */
export function withOverride(tree: Tree, file: string): string[] {
  const stem = file.replace(/\.ya?ml$/, "");
  const override = [`${stem}.override.yml`, `${stem}.override.yaml`].find((path) => tree.has(path));
  return override === undefined ? [file] : [file, override];
}

/** Whether Compose starts files as they are: each service has an image or a build. */
export const isComplete = (tree: Tree, files: readonly string[]): boolean =>
  [...servicesOf(tree, files)].every(([, one]) => ["image", "build", "provider"].some((key) => key in one));

/**
 * A Compose file after the one that it changes: services of it have neither image nor build, and the nearest of the other
 * files in its folder or above has them. The file alone where it is complete, or its override completes it; null where no
 * file does.
 *
 * @param others of the checkout, the one to start first in front
 */
export function completed(tree: Tree, file: string, others: readonly string[]): string[] | null {
  const usual = withOverride(tree, file);
  if ([usual, [file]].some((files) => isComplete(tree, files))) return [file];
  const folder = folderOf(file);
  const below = [folder, ...ancestors(folder)].flatMap((at) =>
    others.filter((path) => !usual.includes(path) && folderOf(path) === at),
  );
  const found = below.find((path) => isComplete(tree, [path]) && isComplete(tree, [path, file]));
  return found === undefined ? null : [found, file];
}

/** The entries in a section of Compose files, with the paths of their files from the folder of the first one. */
export function declaredIn(
  tree: Tree,
  files: readonly string[],
  section: Exclude<ComposeSection, "services">,
) {
  const top = folderOf(files[0]!);
  return reached(tree, readOf(files)).flatMap(({ file, folder }) =>
    Object.entries(sectionIn(tree.text(file), section)).map(([name, one]) => ({
      external: one.external,
      ipam: one.ipam,
      name,
      file: typeof one.file === "string" ? from(one.file, folder, top) : null,
    })),
  );
}

/** The service that another one extends, and where. */
function extendedBy({ extends: wanted }: ComposeService, { file, folder }: PlacedCompose) {
  const { service: name, file: path } = Object(typeof wanted === "string" ? { service: wanted } : wanted);
  if (typeof name !== "string") return null;
  if (typeof path !== "string") return { name, file, folder };
  const at = resolved(folder, path);
  return at === null ? null : { name, file: at, folder: folderOf(at) };
}

/** A service on top of the one that it extends. */
function extended(tree: Tree, service: ComposeService, read: PlacedCompose, depth = 0): ComposeService {
  const base = extendedBy(service, read);
  const found = base === null ? undefined : own(servicesIn(tree.text(base.file)), base.name);
  if (base === null || found === undefined || depth > 5) return service;
  return merged(rebased(extended(tree, found, base, depth + 1), base.folder, read.folder), service);
}

/** Two descriptions of a service, merged as Compose does: lists are joined, everything else is replaced. */
function merged(one: ComposeService, other: ComposeService): ComposeService {
  const lists = ["ports", "expose", "volumes", "env_file"] as const;
  const joined = lists.flatMap((key) => {
    const [a, b] = [one[key], other[key]];
    return a === undefined || b === undefined ? [] : [[key, [a, b].flat()]];
  });
  return { ...one, ...other, ...Object.fromEntries(joined) };
}

/** A path that begins at one folder as another folder writes it; one that leads out of the checkout still does. */
function from(path: string, folder: string, other: string): string {
  if (folder === other || /^[/~$]/.test(path)) return path;
  const at = resolved(folder, path);
  return at === null ? `${wayUp(other)}/..` : `./${wayUp(other)}/${at}`;
}

/** A service with its paths from another folder. */
function rebased(service: ComposeService, folder: string, other: string): ComposeService {
  if (folder === other) return service;
  const { build, volumes, env_file } = service;
  const at = (path: unknown) => (typeof path === "string" ? from(path, folder, other) : path);
  const isPlain = typeof build === "string";
  return {
    ...service,
    ...(build === undefined
      ? {}
      : { build: isPlain ? at(build) : { ...Object(build), context: at(Object(build).context ?? ".") } }),
    ...(Array.isArray(volumes)
      ? {
          volumes: volumes.map((one: unknown) => {
            if (typeof one !== "string")
              return Object(one).type === "bind" ? { ...Object(one), source: at(Object(one).source) } : one;
            const [source = "", ...rest] = one.split(":");
            return source.startsWith(".") ? [at(source), ...rest].join(":") : one;
          }),
        }
      : {}),
    ...(env_file === undefined
      ? {}
      : {
          env_file: [env_file]
            .flat()
            .map((one: unknown) =>
              typeof one === "string" ? at(one) : { ...Object(one), path: at(Object(one).path) },
            ),
        }),
  };
}
