import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { own } from "../../base/own.ts";
import type { ComposeAllowance } from "../../model/config.ts";
import { empty } from "./judges.ts";
import type { Locate, Refusal } from "./permitted.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** The place of the checkout, and paths that are protected. */
export interface Bounds {
  readonly checkout: string;
  /** Paths of the engine's socket. */
  readonly sockets: readonly string[];
  /** Folders and files that decide what runs on this machine. No container may write to them. */
  readonly guarded: readonly string[];
  /** The real path, with links followed as far as it exists. */
  readonly real: (path: string) => string;
}

/** Whether a path is a folder or below it. Links of both have been followed. */
export function within(path: string, folder: string): boolean {
  const step = relative(folder, path);
  return step === "" || (step !== ".." && !step.startsWith("../") && !isAbsolute(step));
}

/**
 * The files and folders of the checkout that started services, configs and secrets take, by their paths in it.
 *
 * @param resolved after `permitted`, with links followed
 * @param top    of the checkout, with its links followed
 * @param counts whether a mount counts, by its path in the service
 */
export function mountedFrom(
  { services, configs, secrets }: Resolved,
  started: readonly string[],
  top: string,
  counts: (target: string) => boolean = () => true,
): string[] {
  const bound = started.flatMap((name) =>
    listed(own(services, name)?.volumes).flatMap(({ type, source, target }) =>
      type === "bind" && counts(String(target)) ? [String(source)] : [],
    ),
  );
  const files = [configs, secrets].flatMap((of) =>
    Object.values(of ?? {}).flatMap((one) => (typeof one?.file === "string" ? [one.file] : [])),
  );
  const inside = [...bound, ...files].filter((path) => within(path, top));
  return [...new Set(inside.map((path) => relative(top, path)))].sort();
}

/** The real path of a file, and the permission that it needs. */
export function locating({ checkout, sockets, real }: Bounds): Locate {
  const top = real(checkout);
  const held = sockets.map(real);
  return (path, from) => {
    const found = real(resolve(from === undefined ? top : real(from), path));
    if (held.some((socket) => within(socket, found))) return { path: found, needs: "engine-socket" };
    return { path: found, needs: within(found, top) ? null : "host-files" };
  };
}

/** A folder or file of this machine that a container receives, with its links followed. */
interface Bind {
  readonly service: string;
  readonly where: string;
  readonly source: string;
  readonly writable: boolean;
}

/** A project whose mounts cannot change what runs on this machine, and the mounts that became read-only. */
export interface Mounts {
  readonly model: Resolved;
  readonly refusals: readonly Refusal[];
  /** A sentence for each mount that became read-only. */
  readonly restricted: readonly string[];
  /** Mounted folders of the checkout that are missing. They are made before the start. */
  readonly absent: readonly string[];
}

/**
 * The mounts in a form that is safe together. A mount that contains a guarded path becomes read-only as a whole. A
 * read-only mount of the guarded path inside it is not enough, because a process in another container's mount
 * namespace can rename that path.
 *
 * No source may be below a writable mount. The engine resolves a path when it starts the container; by then a
 * service with write access may have replaced it with a link.
 *
 * @param model after `permitted`, with links followed
 * @param exists whether a path exists
 */
export function mounts(
  model: Resolved,
  bounds: Bounds,
  allow: readonly ComposeAllowance[],
  exists: (path: string) => boolean,
): Mounts {
  const guarded = allow.includes("checkout-writes")
    ? []
    : bounds.guarded.flatMap((path) => places(path, bounds));
  const top = bounds.real(bounds.checkout);
  const restricted: string[] = [];
  const absent: string[] = [];
  const services = Object.entries(model.services ?? {}).map(([service, declared]) => {
    const volumes = listed(declared.volumes).map((volume) => {
      if (volume.type !== "bind") return volume;
      const source = String(volume.source);
      const bind = volume.bind as Mapping | undefined;
      const own = within(source, top);
      if (own && bind?.create_host_path === true && !exists(source)) absent.push(source);
      const holds = guarded.find((path) => within(path, source) || within(source, path));
      if (holds !== undefined && empty(volume.read_only)) {
        restricted.push(restriction(service, volume, relative(top, holds)));
      }
      // The engine would make missing folders as root, and follow links on the way.
      const made =
        own && bind?.create_host_path === true ? { bind: { ...bind, create_host_path: false } } : {};
      return { ...volume, ...made, ...(holds === undefined ? {} : { read_only: true }) };
    });
    return [service, volumes.length === 0 ? declared : { ...declared, volumes }] as const;
  });
  const mounted = { ...model, services: Object.fromEntries(services) };
  return { model: mounted, refusals: swappable(mounted), restricted, absent };
}

/** The places of a guarded path: the path itself, which may be a link, and its target. */
const places = (path: string, { real }: Bounds) => [join(real(dirname(path)), basename(path)), real(path)];

const restriction = (service: string, { target }: Mapping, holds: string) =>
  `services.${service}.volumes (${String(target)}) holds ${holds} and is mounted read-only; stack.compose.allow: [checkout-writes] lets the service write there`;

/** The sentence of a read-only mount, as the remedy of a start whose output complains of one; undefined without. */
export const readOnlyRemedy = (output: string, sentences: readonly string[]): string | undefined =>
  /read-only file system|\bEROFS\b/i.test(output)
    ? sentences.find((one) => one.includes("is mounted read-only"))
    : undefined;

/**
 * A project with absolute paths of seccomp profiles. Compose reads them when it starts the services, relative to a
 * folder that it chooses.
 */
export function profiles(
  model: Resolved,
  project: string,
  locate: Locate,
): { model: Resolved; refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const services = Object.entries(model.services ?? {}).map(([name, service]) => {
    if (!Array.isArray(service.security_opt)) return [name, service] as const;
    const security_opt = service.security_opt.map((option: unknown) => {
      const [, file] = /^seccomp[:=](?!unconfined$|builtin$)(.+)$/s.exec(String(option)) ?? [];
      if (file === undefined) return option;
      const { path, needs } = locate(file, project);
      const where = `services.${name}.security_opt`;
      const why = "reads files outside of the checkout";
      if (needs !== null) refusals.push({ needs: "host-files", where, value: option, why });
      return `seccomp=${path}`;
    });
    return [name, { ...service, security_opt }] as const;
  });
  return { model: { ...model, services: Object.fromEntries(services) }, refusals };
}

/** Sources below a writable mount. */
function swappable(model: Resolved): Refusal[] {
  const binds = bindsOf(model);
  const writable = binds.filter((one) => one.writable);
  return [...binds, ...filesOf(model)].flatMap(({ where, source }) => {
    const over = writable.find((one) => one.source !== source && within(source, one.source));
    if (over === undefined) return [];
    const why = `lies below ${over.source}, where ${over.service} could replace it with a link before it is mounted: mount that folder read-only`;
    return [{ needs: "host-files", where, value: source, why } as const];
  });
}

function bindsOf({ services = {} }: Resolved): Bind[] {
  return Object.entries(services).flatMap(([service, { volumes }]) =>
    listed(volumes)
      .filter(({ type }) => type === "bind")
      .map(({ source, target, read_only }) => ({
        service,
        where: `services.${service}.volumes (${String(target)})`,
        source: String(source),
        writable: empty(read_only),
      })),
  );
}

/** Configs and secrets from files, which the engine mounts like other files. */
function filesOf(model: Resolved): Pick<Bind, "where" | "source">[] {
  return (["configs", "secrets"] as const).flatMap((kind) =>
    Object.entries(model[kind] ?? {}).flatMap(([name, one]) =>
      typeof one?.file === "string" ? [{ where: `${kind}.${name}.file`, source: one.file }] : [],
    ),
  );
}

/** The mounts of a service. */
export const listed = (volumes: unknown): Mapping[] => (Array.isArray(volumes) ? (volumes as Mapping[]) : []);
