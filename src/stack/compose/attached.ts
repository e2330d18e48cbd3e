import { own } from "../../base/own.ts";
import type { Attach } from "../../model/ports.ts";
import type { Engine } from "./engine.ts";

/** A service as Compose files have it. */
type Service = Readonly<Record<string, unknown>>;
type Variables = Readonly<Record<string, string>>;

/** PostgreSQL's own module that counts statements. */
export const LIBRARY = "pg_stat_statements";
const SETTING = "shared_preload_libraries";

/** A service that a profiler is let into. */
export function attached(name: string, service: Service, { folder, env, written }: Attach): Service {
  const own = Object.entries(service.environment as Service).map(([key, value]) => [key, String(value)]);
  const environment = { ...(service.environment as Service), ...env(name, Object.fromEntries(own)) };
  const bound = (at: string, read_only: boolean) => ({ type: "bind", source: at, target: at, read_only });
  const folders = [bound(folder, true), ...(written?.(name) ?? []).map((at) => bound(at, false))];
  return {
    ...service,
    environment,
    ...(isPostgres(service.image) && counting(service)),
    volumes: [...((service.volumes ?? []) as readonly unknown[]), ...folders],
  };
}

/** Images that run PostgreSQL and take its options as their command, as the official one does. */
const IMAGE =
  /(?:^|\/)(?:postgres|postgis\/postgis|timescaledb?(?:-ha)?|pgvector)(?:$|[:@])|\/postgis(?:$|[:@])/;

export const isPostgres = (image: unknown): boolean => typeof image === "string" && IMAGE.test(image);

/** A PostgreSQL service that counts its statements; unchanged where its command is not PostgreSQL's own. */
export function counting(service: Service): Service {
  const { command } = service;
  if (command !== null && command !== undefined && !Array.isArray(command)) return service;
  const words = (command ?? ["postgres"]).map(String);
  if (words[0] !== "postgres" && !words[0]?.startsWith("-")) return service;
  const at = words.findIndex((word: string) => new RegExp(`^(?:--|-c)?${SETTING}=`).test(word));
  if (at < 0) return { ...service, command: [...words, "-c", `${SETTING}=${LIBRARY}`] };
  const counted = words.map((word: string, i: number) =>
    i === at && !word.includes(LIBRARY) ? `${word},${LIBRARY}` : word,
  );
  return { ...service, command: counted };
}

/**
 * An `Attach` that knows the variables of the services' images as well: Compose would replace them.
 *
 * @param images by service; those that the engine does not have are left out
 */
export async function knowingImages(
  attach: Attach,
  images: Readonly<Record<string, string>>,
  engine: Engine,
): Promise<Attach> {
  const read = async (image: string): Promise<Variables> => {
    try {
      const { Config } = (await engine.get(`/images/${image}/json`)) as {
        Config?: { Env?: string[] | null };
      };
      const pairs = (Config?.Env ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2));
      return Object.fromEntries(pairs);
    } catch {
      return {};
    }
  };
  const all = Object.entries(images).map(async ([service, image]) => [service, await read(image)] as const);
  const known: Readonly<Record<string, Variables>> = Object.fromEntries(await Promise.all(all));
  return { ...attach, env: (service, mine) => attach.env(service, { ...own(known, service), ...mine }) };
}
