import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ComposeAllowance } from "../../model/config.ts";
import { empty } from "./judges.ts";
import type { Locate, Refusal } from "./permitted.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Where the checkout is, and what must not be reached. */
export interface Bounds {
  readonly checkout: string;
  /** Paths of the engine's socket. */
  readonly sockets: readonly string[];
  /** Folders and files that decide what runs on this machine: no container may write to them. */
  readonly guarded: readonly string[];
  /** A path with its links followed as far as it exists. */
  readonly real: (path: string) => string;
}

/** Whether a path is a folder or below it. Both have their links followed. */
export function within(path: string, folder: string): boolean {
  const step = relative(folder, path);
  return step === "" || (step !== ".." && !step.startsWith("../") && !isAbsolute(step));
}

/** Where a path leads once every link is followed, and what that needs. */
export function locating({ checkout, sockets, real }: Bounds): Locate {
  const top = real(checkout);
  const held = sockets.map(real);
  return (path, from) => {
    const found = real(resolve(from === undefined ? top : real(from), path));
    if (held.some((socket) => within(socket, found))) return { path: found, needs: "engine-socket" };
    return { path: found, needs: within(found, top) ? null : "host-files" };
  };
}

/** A folder or file of this machine that a container gets, where its links have been followed. */
interface Bind {
  readonly service: string;
  readonly where: string;
  readonly source: string;
  readonly writable: boolean;
}

/** A project whose mounts cannot change what runs on this machine, and which mounts became read-only for that. */
export interface Mounts {
  readonly model: Resolved;
  readonly refusals: readonly Refusal[];
  /** A sentence for each mount that became read-only. */
  readonly restricted: readonly string[];
  /** Folders of the checkout that are mounted and not there: they are made before the start. */
  readonly absent: readonly string[];
}

/**
 * Mounts that are safe together. One that holds a guarded path becomes read-only as a whole: within it, a read-only
 * mount of the guarded path alone would not do, because a process in another container's mount namespace can rename
 * that path. And nothing is mounted from below a writable mount: the engine resolves a path when it starts the
 * container, by which time a service that can write there may have put a link in its place.
 *
 * @param model with links followed (`permitted`)
 * @param exists whether there is anything at a path
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
      // The engine would make what is missing as root, and follow links on the way.
      const made =
        own && bind?.create_host_path === true ? { bind: { ...bind, create_host_path: false } } : {};
      return { ...volume, ...made, ...(holds === undefined ? {} : { read_only: true }) };
    });
    return [service, volumes.length === 0 ? declared : { ...declared, volumes }] as const;
  });
  const mounted = { ...model, services: Object.fromEntries(services) };
  return { model: mounted, refusals: swappable(mounted), restricted, absent };
}

/** Where a guarded path is: itself, which may be a link, and what it leads to. */
const places = (path: string, { real }: Bounds) => [join(real(dirname(path)), basename(path)), real(path)];

const restriction = (service: string, { target }: Mapping, holds: string) =>
  `services.${service}.volumes (${String(target)}) holds ${holds} and is mounted read-only; stack.compose.allow: [checkout-writes] lets the service write there`;

/**
 * A project whose seccomp profiles are absolute: Compose reads them when it starts the services, relative to a folder
 * of its own choice.
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

/** Sources below what a service can write. */
function swappable(model: Resolved): Refusal[] {
  const binds = bindsOf(model);
  const writable = binds.filter((one) => one.writable);
  return [...binds, ...filesOf(model)].flatMap(({ where, source }) => {
    const over = writable.find((one) => one.source !== source && within(source, one.source));
    if (over === undefined) return [];
    const why = `lies below ${over.source}, where ${over.service} could put a link in its place before it is mounted: mount that read-only`;
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

/** Configs and secrets that are files: the engine mounts them as it mounts all others. */
function filesOf(model: Resolved): Pick<Bind, "where" | "source">[] {
  return (["configs", "secrets"] as const).flatMap((kind) =>
    Object.entries(model[kind] ?? {}).flatMap(([name, one]) =>
      typeof one?.file === "string" ? [{ where: `${kind}.${name}.file`, source: one.file }] : [],
    ),
  );
}

const listed = (volumes: unknown): Mapping[] => (Array.isArray(volumes) ? (volumes as Mapping[]) : []);
