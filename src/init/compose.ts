import { Lexer } from "yaml";
import { own } from "../base/own.ts";
import { resolved } from "../base/paths.ts";
import { buildersIn, type ComposePort, type ComposeService, portsIn } from "../model/composefile.ts";
import { inCheckout, mountedCode } from "./binds.ts";
import type { OtherService } from "./candidate.ts";
import { type Role, roleOf } from "./images.ts";
import { declaredIn, servicesOf } from "./included.ts";
import { ancestors, baseName, depth, folderOf, join, type Tree } from "./tree.ts";
import { committed, exampleFor } from "./variables.ts";

/** Compose files by their names, or by their folder's. */
export const COMPOSE_FILE =
  /(?:^|\/)(?:docker-)?compose(?:(?:[.-]([\w.-]+))?\.ya?ml|\/([\w-][\w.-]*)\.ya?ml)$/;

/** Whether a path is that of a Compose file. */
export const isCompose = (path: string): boolean => COMPOSE_FILE.test(path);

/** The part of a Compose file's name that says what it is for: "prod" of `compose.prod.yaml` and of `compose/prod.yaml`. */
export function suffixOf(path: string): string | undefined {
  const [, inName, inFolder] = COMPOSE_FILE.exec(path) ?? [];
  return inName ?? inFolder;
}

/** Compose files, the one to start first: nearest the top, without a suffix, by the name that is preferred today. */
export function ranked(paths: readonly string[]): string[] {
  const rank = (path: string): readonly number[] => [
    depth(path),
    suffixOf(path) === undefined ? 0 : 1,
    /test|e2e|ci\b|debug|dev|deploy|cloud|microservices/.test(suffixOf(path) ?? "") ? 1 : 0,
    baseName(path).startsWith("docker") ? 1 : 0,
  ];
  return [...paths].sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const at = one.findIndex((value, i) => value !== other[i]);
    return at === -1 ? (a < b ? -1 : 1) : one[at]! - other[at]!;
  });
}

/** A service of several Compose files together. */
export interface Composed {
  readonly name: string;
  readonly service: ComposeService;
  readonly role: Role;
  readonly image: string | null;
  /** The Dockerfile that it is built by; null where its image is only pulled. */
  readonly dockerfile: string | null;
  /** The folder of the checkout that its build gets; null where no build is known to get one. */
  readonly context: string | null;
  /** The folder of the checkout that it has mounted and that holds code; null without one. */
  readonly mounted: string | null;
  readonly profiles: readonly string[];
  /** Ports inside of its container, those that are published first. */
  readonly ports: readonly number[];
  readonly published: readonly ComposePort[];
}

/** The services of Compose files together, with those that they include. */
export function composedIn(tree: Tree, files: readonly string[]): Composed[] {
  const folder = folderOf(files[0]!);
  const values = knownValues(tree, folder);
  const all = servicesOf(tree, files);
  const started = [...all].flatMap(([name, service]) => (profilesOf(service).length === 0 ? [name] : []));
  const builders = buildersIn(Object.fromEntries(all), started);
  return [...all].map(([name, service]) => {
    const image = typeof service.image === "string" ? service.image : null;
    const { dockerfile, context } = buildOf(all.get(builders.get(name) ?? name)?.build, folder);
    const published = portsIn(filled(service.ports, values));
    const ports = [
      ...published.map(({ inside }) => inside),
      ...portsIn(filled(service.expose, values)).map(({ inside }) => inside),
      ...labelled(service.labels),
    ];
    return {
      name,
      service,
      image,
      dockerfile,
      context,
      mounted: mountedCode(tree, service, folder),
      published,
      role: roleOf(name, image, dockerfile !== null),
      profiles: profilesOf(service),
      ports: [...new Set(ports)],
    };
  });
}

/** The names by which others reach a service. */
export function namesOf({ name, service }: Composed): string[] {
  const aliases = Object.values(Object(service.networks)).flatMap((one) => Object(one).aliases ?? []);
  const links = (Array.isArray(service.links) ? service.links : []).map((one) => String(one).split(":")[1]);
  return [name, service.container_name, service.hostname, ...aliases, ...links].filter(
    (one): one is string => typeof one === "string",
  );
}

/** The ports of a service that are published under a number. */
export const reachedIn = ({ name, published }: Composed): OtherService[] =>
  published.flatMap(({ inside, outside }) =>
    outside === null ? [] : [{ service: name, port: inside, outside }],
  );

const profilesOf = ({ profiles }: ComposeService): string[] =>
  (Array.isArray(profiles) ? profiles : []).map(String);

/** The values of variables that Compose fills in, as far as the checkout has them. */
export const knownValues = (tree: Tree, folder: string): Readonly<Record<string, string>> => ({
  ...exampleFor(tree, folder)?.values,
  ...committed(tree, folder),
});

/** A text with the values of its variables in place, as far as these are known. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{?(\w+)(?::?[-?][^}]*)?\}?/g, (all, name: string) => own(values, name) || all);

const filled = (list: unknown, values: Readonly<Record<string, string>>): unknown =>
  Array.isArray(list)
    ? list.map((entry: unknown) => (typeof entry === "string" ? filledIn(entry, values) : entry))
    : list;

/** Ports that labels tell a proxy: `traefik.http.services.api.loadbalancer.server.port=8000`. */
const labelled = (labels: unknown): number[] =>
  pairs(labels).flatMap(([key, value]) => (/loadbalancer\.server\.port$/.test(key) ? [Number(value)] : []));

/** A mapping or a list of `KEY=value` as pairs. */
export function pairs(value: unknown): [string, string][] {
  if (Array.isArray(value))
    return value.map((entry) => {
      const [key = "", ...rest] = String(entry).split("=");
      return [key, rest.join("=")];
    });
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([key, one]) => [key, one === null ? "" : String(one)])
    : [];
}

/** The paths in the checkout of a build's Dockerfile and context; the latter is null outside of it, or where it is not known. */
function buildOf(build: unknown, folder: string): Pick<Composed, "dockerfile" | "context"> {
  const isPlain = typeof build === "string";
  if (!isPlain && (typeof build !== "object" || build === null)) return { dockerfile: null, context: null };
  const { context = ".", dockerfile = "Dockerfile" } = Object(isPlain ? { context: build } : build);
  const at = resolved(folder, String(context));
  return {
    dockerfile: at === null ? null : resolved(at, String(dockerfile)),
    context: /[$:]/.test(String(context)) ? null : at,
  };
}

/** The words of a command or a health check. */
export const wordsOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : "";

/** The port and path that a health check asks over HTTP, each null where its address has none. */
export function healthOf(check: string): { readonly port: number | null; readonly path: string | null } {
  const [, port, path] =
    /https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::(\d+))?(\/[\w./~%-]*)?/.exec(check) ?? [];
  return { port: port === undefined ? null : Number(port), path: path ?? null };
}

const SEED = /^(?:[\w-]+-)?(?:db-?)?(?:seed|seeder|seeds|fixtures|demo-data|load-?data)$/i;
/** The service that fills the others with data, recognized by its name. */
export const seedIn = (services: readonly Composed[]): string | null =>
  services.find(({ name }) => SEED.test(name))?.name ?? null;
export const isSeed = ({ name }: Composed): boolean => SEED.test(name);

/** Variables that Compose fills in from outside, without a default of their own; not those of comments. */
export function variablesIn(text: string): string[] {
  const found = [...new Lexer().lex(text)]
    .filter((token) => !token.startsWith("#"))
    .join("")
    .replaceAll("$$", "")
    .matchAll(/\$(?:\{(\w+)(?:(:?[-+])[^}]*|:?\?[^}]*)?\}|([A-Za-z_]\w*))/g);
  return [
    ...new Set(
      [...found].flatMap(([, braced, fallback, plain]) => (fallback ? [] : (braced ?? plain ?? []))),
    ),
  ];
}

/** The files of variables that a service has to have, by their paths in the checkout, or absolute ones; later ones prevail. */
export const envFilesOf = ({ env_file }: ComposeService, folder: string): string[] =>
  [env_file].flat().flatMap((entry: unknown) => {
    const { path, required } = Object(typeof entry === "string" ? { path: entry } : entry);
    if (typeof path !== "string" || required === false) return [];
    return path.startsWith("/") ? path : (resolved(folder, path) ?? []);
  });

/** Files that services need and that are not in the checkout: Dockerfiles that they name, and those of variables, configs and secrets. */
export function missingFiles(tree: Tree, services: readonly Composed[], files: readonly string[]): string[] {
  const folder = folderOf(files[0]!);
  const mounted = (["configs", "secrets"] as const).flatMap((kind) => {
    const declared = declaredIn(tree, files, kind);
    const names = services.flatMap(({ service }) =>
      [service[kind] ?? [], Object(service.build)[kind] ?? []].flat(),
    );
    const used = names.map((one: unknown) => String(Object(one).source ?? one));
    return declared.flatMap(({ name, file }) => (file !== null && used.includes(name) ? [file] : []));
  });
  const dockerfiles = services.flatMap(({ service, dockerfile }) => {
    if (dockerfile === null || Object(service.build).dockerfile === undefined) return [];
    // A submodule is listed as one path, without its files.
    const isElsewhere = /[$:]/.test(dockerfile) || ancestors(dockerfile).some((path) => tree.has(path));
    return isElsewhere ? [] : [dockerfile];
  });
  const paths = [
    ...dockerfiles,
    ...services.flatMap(({ service }) => envFilesOf(service, folder)),
    ...mounted.flatMap((path) => inCheckout(path, folder) ?? []),
  ];
  return [...new Set(paths)].filter((path) => !tree.has(path));
}

/** Where a Compose file that only `init` writes belongs. */
export const BUILT_FILE = join("perf", "compose.yaml");
