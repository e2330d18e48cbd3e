import { parse } from "yaml";
import { resolved } from "../base/paths.ts";

/** A service of a Compose file, of which anything may be missing or of another kind. */
export interface ComposeService {
  readonly image?: unknown;
  readonly ports?: unknown;
  readonly expose?: unknown;
  readonly profiles?: unknown;
  readonly healthcheck?: { readonly test?: unknown } | null;
  readonly build?: unknown;
  readonly command?: unknown;
  readonly entrypoint?: unknown;
  readonly environment?: unknown;
  readonly env_file?: unknown;
  readonly configs?: unknown;
  readonly secrets?: unknown;
  readonly labels?: unknown;
  readonly volumes?: unknown;
  readonly user?: unknown;
  readonly privileged?: unknown;
  readonly network_mode?: unknown;
  readonly networks?: unknown;
  readonly links?: unknown;
  readonly container_name?: unknown;
  readonly hostname?: unknown;
  readonly cap_add?: unknown;
  readonly devices?: unknown;
  readonly gpus?: unknown;
  readonly security_opt?: unknown;
  readonly pid?: unknown;
  readonly ipc?: unknown;
  readonly logging?: unknown;
  readonly deploy?: unknown;
  readonly scale?: unknown;
  readonly depends_on?: unknown;
  readonly extends?: unknown;
}

/** The services in the text of a Compose file; none if it is not one, which Compose itself reports better. */
export const servicesIn = (text: string): Readonly<Record<string, ComposeService>> =>
  sectionIn(text, "services");

/** What Compose files declare by name. */
export type ComposeSection = "services" | "networks" | "volumes" | "configs" | "secrets";

/** The mappings that a section of a Compose file has by name; none if the text is no Compose file. */
export function sectionIn(
  text: string,
  section: ComposeSection,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const found = keyIn(text, section);
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).filter(
      ([name, one]) =>
        /^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/.test(name) && typeof one === "object" && one !== null,
    ),
  );
}

/** The files that a Compose file includes together, and the folder of their paths; null for that of the first one. */
export interface ComposeInclude {
  readonly paths: readonly string[];
  readonly folder: string | null;
}

/** The includes of a Compose file; none if the text is no Compose file. */
export function includesIn(text: string): readonly ComposeInclude[] {
  const found = keyIn(text, "include");
  return (Array.isArray(found) ? found : []).map((one: unknown) => {
    const { path, project_directory: folder } = Object(typeof one === "string" ? { path: one } : one);
    const paths = [path].flat().filter((each) => typeof each === "string");
    return { paths, folder: typeof folder === "string" ? folder : null };
  });
}

/** A Compose file, and the folder that its paths begin at. */
export interface PlacedCompose {
  readonly file: string;
  readonly folder: string;
}

/** A path in a Compose file from a folder of the checkout; null where it leads out of that. */
export const composePath = (folder: string, path: string): string | null =>
  path.startsWith("/") ? null : resolved(folder, path);

/**
 * Compose files with those that they include, which come first.
 *
 * @param textOf a file of the checkout; empty without it
 */
export function withIncludes(
  files: readonly PlacedCompose[],
  textOf: (file: string) => string,
  seen = new Set<string>(),
): PlacedCompose[] {
  return files.flatMap((placed) => {
    if (seen.has(placed.file)) return [];
    seen.add(placed.file);
    const included = includesIn(textOf(placed.file)).flatMap(({ paths, folder }) => {
      const all = paths.flatMap((path) => composePath(placed.folder, path) ?? []);
      const at =
        folder === null ? composePath(all[0] ?? placed.file, "..") : composePath(placed.folder, folder);
      return at === null ? [] : all.map((file) => ({ file, folder: at }));
    });
    return [...withIncludes(included, textOf, seen), placed];
  });
}

/** The value of a key at the top of a Compose file; undefined if the text is none. */
function keyIn(text: string, key: ComposeSection | "include"): unknown {
  try {
    return parse(text, { merge: true, maxAliasCount: 100, logLevel: "silent" })?.[key];
  } catch {
    return undefined;
  }
}

/**
 * The service with the build that makes a service's image, by the service: itself, or the first one that gives its image the
 * name which this one takes. One that is started comes before the others. Services without such a build are left out.
 */
export function buildersIn(
  services: Readonly<Record<string, Pick<ComposeService, "build" | "image">>>,
  started: readonly string[],
): ReadonlyMap<string, string> {
  const all = Object.entries(services);
  const isStarted = new Set(started);
  const ordered = [
    ...all.filter(([name]) => isStarted.has(name)),
    ...all.filter(([name]) => !isStarted.has(name)),
  ];
  const made = new Map(
    ordered
      .flatMap(([name, { build, image }]) => (build && image ? [[tagged(String(image)), name] as const] : []))
      .reverse(), // of two with one name, the first
  );
  return new Map(
    all.flatMap(([name, { build, image }]) => {
      const builder = build ? name : image ? made.get(tagged(String(image))) : undefined;
      return builder === undefined ? [] : [[name, builder] as const];
    }),
  );
}

/** The name of an image with its tag: `latest` where it has neither tag nor digest. */
const tagged = (image: string) => (/[:@][^/]*$/.test(image) ? image : `${image}:latest`);

/** Whether a service has the network of the machine or of another container, or none: its own ports cannot be published. */
export const isUnpublishable = (mode: unknown): boolean =>
  /^(?:host$|none$|service:|container:)/.test(String(mode ?? ""));

/** A TCP port inside of a container, and the port of the machine that publishes it, where one is named. */
export interface ComposePort {
  readonly inside: number;
  readonly outside: number | null;
}

/** The TCP ports in a list of `"127.0.0.1:8080:80/tcp"`, `"${PORT:-8080}:80"`, `80` or `{ published: 8080, target: 80 }`. */
export function portsIn(list: unknown): readonly ComposePort[] {
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const long: LongPort = typeof entry === "object" && entry !== null ? entry : short(entry);
    const { target, published, protocol = "tcp" } = long;
    const inside = port(target);
    return protocol !== "tcp" || inside === null ? [] : [{ inside, outside: port(published) }];
  });
}

type LongPort = { readonly target?: unknown; readonly published?: unknown; readonly protocol?: unknown };

function short(entry: unknown): LongPort {
  const [addresses = "", protocol] = withDefaults(String(entry)).split("/");
  const [target, published] = addresses.split(":").reverse();
  return { target, published, protocol };
}

/** A text with the defaults of its variables in their place, which are often the only values there are. */
const withDefaults = (text: string) => text.replace(/\$\{\w+(?::?-([^}]*))?\}/g, "$1");

function port(value: unknown): number | null {
  const number = Number(withDefaults(String(value ?? "")));
  return Number.isInteger(number) && number >= 1 && number <= 65_535 ? number : null;
}
