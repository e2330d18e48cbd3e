import { own } from "../../base/own.ts";
import type { Attach } from "../../model/ports.ts";
import { databaseOf } from "../databases/databases.ts";
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

/** An `Attach` that knows what the images are. */
export interface LetIn extends Attach {
  image?(
    service: string,
  ): { readonly exposed: readonly number[]; readonly command: readonly string[] } | undefined;
  /** Modules that databases preloaded at an earlier start, by service, as PostgreSQL writes them. */
  readonly preloaded?: ReadonlyMap<string, string> | undefined;
}

/** A service that a profiler is let into. */
export function attached(name: string, service: Service, attach: LetIn): Service {
  const { folder, env, written, image, preloaded } = attach;
  const own = Object.entries(service.environment as Service).map(([key, value]) => [key, String(value)]);
  const environment = { ...(service.environment as Service), ...env(name, Object.fromEntries(own)) };
  const bound = (at: string, read_only: boolean) => ({ type: "bind", source: at, target: at, read_only });
  const folders = [bound(folder, true), ...(written?.(name) ?? []).map((at) => bound(at, false))];
  const { exposed = [], command } = image?.(name) ?? {};
  const database = databaseOf({ name: String(service.image ?? ""), exposed });
  return {
    ...service,
    environment,
    ...(database === POSTGRES && counting(service, command, preloaded?.get(name))),
    volumes: [...((service.volumes ?? []) as readonly unknown[]), ...folders],
  };
}

/**
 * A PostgreSQL service that counts its statements; unchanged where its command is not PostgreSQL's own.
 *
 * @param ofImage   the command of its image, which counts where the service has none
 * @param preloaded the modules that it preloads, which a file may name: an option replaces them all
 */
export function counting(
  service: Service,
  ofImage: readonly string[] = ["postgres"],
  preloaded?: string,
): Service {
  const { command, entrypoint } = service;
  if (entrypoint !== null && entrypoint !== undefined) return service;
  if (command !== null && command !== undefined && !Array.isArray(command)) return service;
  const words = (command ?? ofImage).map(String);
  if (words[0] !== "postgres" && !words[0]?.startsWith("-")) return service;
  const at = words.findLastIndex((word) => PRELOADING.test(word)); // the last one counts
  const [, option, written = ""] = PRELOADING.exec(words[at] ?? "") ?? [];
  const modules = (preloaded ?? written).split(",").flatMap((one) => one.trim() || []);
  if (!modules.some((one) => one.includes(LIBRARY))) modules.push(LIBRARY);
  if (option !== undefined) return { ...service, command: words.with(at, option + modules.join(",")) };
  return { ...service, command: [...words, "-c", `shared_preload_libraries=${modules.join(",")}`] };
}

/**
 * An `Attach` that knows the images of services, and their variables as well: Compose would replace these.
 *
 * @param images by service; those that the engine does not have are left out
 */
export async function knowingImages(
  attach: Attach,
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
