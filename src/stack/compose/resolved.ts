import { userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { OWNER, PROJECT } from "./labels.ts";

/** A mapping of the Compose specification whose other keys are handed on as they are. */
export type Mapping = Readonly<Record<string, unknown>>;

/** A project as `docker compose config --format json` prints it, as far as it is looked at. */
export interface Resolved extends Mapping {
  readonly services?: Readonly<Record<string, Mapping>>;
  readonly networks?: Readonly<Record<string, Mapping | null>>;
  readonly volumes?: Readonly<Record<string, Mapping | null>>;
  readonly configs?: Readonly<Record<string, Mapping | null>>;
  readonly secrets?: Readonly<Record<string, Mapping | null>>;
}

/** How a project is made ours. */
export interface Wanted {
  readonly project: string;
  readonly owner: string;
  /** Ports by service that must be reachable from this machine. */
  readonly ports: ReadonlyMap<string, ReadonlySet<number>>;
  /** Added to the environment of every service. */
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Cores of the services that do not say themselves which they use, as `0,1`; all where null. */
  readonly cpus?: string | null;
  /** The seed's service, and what is added to its environment. */
  readonly seed: { readonly service: string; readonly env: Readonly<Record<string, string>> } | null;
}

/** Most that a container's log takes on the disk, unless its service says how it logs. */
const LOGGING = { driver: "json-file", options: { "max-size": "64m" } };

/**
 * The project as it is started: a name of its own, our labels on all that is made, the ports that are asked for
 * published on free ports of the loopback. Names that are fixed in the user's files (of volumes, networks, of images that
 * are built) would collide with another run, and go.
 *
 * @param resolved as it is permitted: without ports and names of containers
 */
export function made(resolved: Resolved, wanted: Wanted): Resolved {
  const { project } = wanted;
  const labels = { [PROJECT]: project, [OWNER]: wanted.owner };
  const named = (all: Readonly<Record<string, Mapping | null>> = {}) =>
    Object.fromEntries(
      Object.entries(all).map(([key, one]) => [
        key,
        one?.external
          ? one
          : { ...one, name: `${project}_${key}`, labels: { ...labelsOf(one?.labels), ...labels } },
      ]),
    );
  const services = Object.entries(resolved.services ?? {}).map(([name, service]) => [
    name,
    serviceOf(name, service, wanted, labels),
  ]);
  return {
    ...resolved,
    name: project,
    services: Object.fromEntries(services),
    networks: named(resolved.networks),
    volumes: named(resolved.volumes),
  };
}

function serviceOf(name: string, service: Mapping, wanted: Wanted, labels: Mapping): Mapping {
  const { image, build, ...rest } = service;
  const seeding = wanted.seed?.service === name ? wanted.seed.env : {};
  const ports = [...(wanted.ports.get(name) ?? [])].map((target) => ({
    mode: "ingress",
    host_ip: "127.0.0.1",
    target,
    published: "",
    protocol: "tcp",
  }));
  return {
    logging: LOGGING,
    ...(wanted.cpus ? { cpuset: wanted.cpus } : {}),
    ...rest,
    ...(build
      ? { build: { ...(build as Mapping), labels: { ...labelsOf((build as Mapping).labels), ...labels } } }
      : { image }),
    ...(ports.length > 0 ? { ports } : {}),
    labels: { ...labelsOf(service.labels), ...labels },
    environment: { ...settled(service.environment as Mapping | undefined), ...wanted.stackEnv, ...seeding },
  };
}

/** Without the variables that had no value when the files were read: they must not get one at the start. */
const settled = (env: Mapping = {}) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== null));

const labelsOf = (labels: unknown): Mapping =>
  Array.isArray(labels)
    ? Object.fromEntries(labels.map((text) => String(text).split(/=(.*)/s).slice(0, 2)))
    : ((labels ?? {}) as Mapping);

/** Names of the services that are started under these profiles. */
export function active(resolved: Resolved, profiles: readonly string[]): string[] {
  return Object.entries(resolved.services ?? {}).flatMap(([name, service]) => {
    const own = (service.profiles ?? []) as readonly string[];
    const chosen = own.length === 0 || profiles.includes("*") || own.some((one) => profiles.includes(one));
    return chosen ? [name] : [];
  });
}

/**
 * Complains about a service of the config that the Compose files do not have, or that is not started.
 *
 * @param started null where it need not be
 */
export function mustHave(name: string, where: string, resolved: Resolved, started: readonly string[] | null) {
  const all = Object.keys(resolved.services ?? {});
  if (!all.includes(name)) {
    throw userError(`The Compose files have no service "${name}".`, {
      where,
      remedy: `name one of: ${all.join(", ")}`,
    });
  }
  if (started === null || started.includes(name)) return;
  const profiles = (own(resolved.services, name)?.profiles ?? []) as readonly string[];
  throw userError(
    `The service "${name}" is not started: it belongs to the profile ${profiles.join(" or ")}.`,
    {
      where,
      remedy: `add it: stack.compose.profiles: [${profiles[0] ?? ""}]`,
    },
  );
}
