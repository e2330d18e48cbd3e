import { own } from "../../base/own.ts";
import type { Attach } from "../../model/ports.ts";
import type { Database } from "../databases/database.ts";
import { databaseOf } from "../databases/databases.ts";
import { MYSQL } from "../databases/mysql.ts";
import { LIBRARY, POSTGRES } from "../databases/postgres.ts";
import { exposedIn } from "./container.ts";
import { type Engine, findImage } from "./engine.ts";

/** A service as Compose files have it. */
type Service = Readonly<Record<string, unknown>>;
type Variables = Readonly<Record<string, string>>;
/** The part that is read of an image's configuration. */
interface ImageConfig {
  readonly Env?: readonly string[] | null;
  readonly Cmd?: readonly string[] | null;
  readonly ExposedPorts?: Readonly<Record<string, unknown>> | null;
}

/** An option that sets the modules which PostgreSQL preloads, up to its value. Names of options may have dashes. */
const PRELOADING = /^((?:--|-c)?shared[-_]preload[-_]libraries=)(.*)$/s;

/** Long lists of columns would cut the table off a statement; servers that do not know a loose option warn. */
const DIGESTS = [
  "--performance-schema=ON",
  "--loose-max-digest-length=4096",
  "--loose-performance-schema-max-digest-length=4096",
];

/** An `Attach` that knows what the images are. */
export interface LetIn extends Attach {
  image?(
    service: string,
  ): { readonly exposed: readonly number[]; readonly command: readonly string[] } | undefined;
  /** Modules that databases preload, by service, as PostgreSQL writes them. */
  readonly preloaded?: ReadonlyMap<string, string> | undefined;
}

/**
 * A service that a profiler is let into. A PostgreSQL counts its statements then, where its modules are known, and so does a
 * MySQL or MariaDB.
 */
export function attached(name: string, service: Service, attach: LetIn): Service {
  const { folder, env, written, preloaded } = attach;
  const own = Object.entries(service.environment as Service).map(([key, value]) => [key, String(value)]);
  const environment = { ...(service.environment as Service), ...env(name, Object.fromEntries(own)) };
  const bound = (at: string, read_only: boolean) => ({ type: "bind", source: at, target: at, read_only });
  const folders = [bound(folder, true), ...(written?.(name) ?? []).map((at) => bound(at, false))];
  const command =
    counting(commandOf(POSTGRES, name, service, attach), preloaded?.get(name)) ??
    digesting(commandOf(MYSQL, name, service, attach));
  return {
    ...service,
    environment,
    ...(command && { command }),
    volumes: [...((service.volumes ?? []) as readonly unknown[]), ...folders],
  };
}

/** Whether one of the services that start is a PostgreSQL whose modules are not known, so that it cannot count yet. */
export const awaitsModules = (
  started: readonly string[],
  services: Readonly<Record<string, Service>> | undefined,
  attach: LetIn,
): boolean =>
  started.some((name) => {
    const words = commandOf(POSTGRES, name, own(services, name) ?? {}, attach);
    return words !== undefined && !namesModules(words) && !attach.preloaded?.has(name);
  });

/** Programs of servers, by their database. */
const SERVERS = new Map([
  [POSTGRES, /^postgres$/],
  [MYSQL, /^(?:mysqld|mariadbd)$/],
]);

/** The command of a database; undefined for other services, and where the command is not the server's own. */
function commandOf(
  database: Database,
  name: string,
  service: Service,
  { image }: LetIn,
): readonly string[] | undefined {
  const { exposed = [], command: ofImage = database === POSTGRES ? ["postgres"] : [] } = image?.(name) ?? {};
  if (databaseOf({ name: String(service.image ?? ""), exposed }) !== database) return undefined;
  const { command, entrypoint } = service;
  if (entrypoint !== null && entrypoint !== undefined) return undefined;
  if (command !== null && command !== undefined && !Array.isArray(command)) return undefined;
  const words = (command ?? ofImage).map(String);
  const [first = ""] = words;
  return SERVERS.get(database)?.test(first) || first.startsWith("-") ? words : undefined;
}

/** A command of MySQL or MariaDB that counts statements, unless it says itself whether it does. MariaDB does not by default. */
const digesting = (words: readonly string[] | undefined): readonly string[] | undefined =>
  words?.some((word) => /performance[-_]schema/.test(word)) ? undefined : words && [...words, ...DIGESTS];

/** Whether a command says which modules PostgreSQL preloads. */
export const namesModules = (command: readonly string[]): boolean =>
  command.some((word) => PRELOADING.test(word));

/**
 * A command of PostgreSQL that counts statements; undefined where nobody knows the modules that it preloads.
 *
 * @param preloaded the modules of its configuration: an option replaces them all
 */
function counting(
  words: readonly string[] | undefined,
  preloaded: string | undefined,
): readonly string[] | undefined {
  if (words === undefined) return undefined;
  const at = words.findLastIndex((word) => PRELOADING.test(word)); // the last one counts
  const [, option, written] = PRELOADING.exec(words[at] ?? "") ?? [];
  const known = written ?? preloaded;
  if (known === undefined) return undefined;
  const modules = known.split(",").flatMap((one) => one.trim() || []);
  if (!modules.some((one) => one.includes(LIBRARY))) modules.push(LIBRARY);
  if (option !== undefined) return words.with(at, option + modules.join(","));
  return [...words, "-c", `shared_preload_libraries=${modules.join(",")}`];
}

/**
 * An `Attach` that knows the images of services, and their variables as well: Compose would replace these.
 *
 * @param images by service; those that the engine does not have are left out
 */
export async function knowingImages(
  attach: LetIn,
  images: Readonly<Record<string, string>>,
  engine: Engine,
): Promise<LetIn> {
  const read = async (image: string) => {
    const found = (await findImage(engine, image)) as { Config?: ImageConfig } | undefined;
    if (found === undefined) return undefined;
    const { Config = {} } = found;
    const pairs = (Config.Env ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2));
    const variables: Variables = Object.fromEntries(pairs);
    return { variables, exposed: exposedIn(Config), command: Config.Cmd ?? [] };
  };
  const all = Object.entries(images).map(async ([service, image]) => [service, await read(image)] as const);
  const known = Object.fromEntries(await Promise.all(all));
  return {
    ...attach,
    env: (service, mine) => attach.env(service, { ...own(known, service)?.variables, ...mine }),
    image: (service) => own(known, service),
  };
}
