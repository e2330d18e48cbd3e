import { userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { isUnpublishable } from "../../model/composefile.ts";
import type { ComposeStack, Seed, Stack } from "../../model/config.ts";
import { attached, type LetIn } from "./attached.ts";
import { OWNER, PROJECT } from "./labels.ts";

/** A mapping of the Compose specification. Unknown keys are passed on unchanged. */
export type Mapping = Readonly<Record<string, unknown>>;

/** The parts that are used of a project as `docker compose config --format json` prints it. */
export interface Resolved extends Mapping {
  readonly services?: Readonly<Record<string, Mapping>>;
  readonly networks?: Readonly<Record<string, Mapping | null>>;
  readonly volumes?: Readonly<Record<string, Mapping | null>>;
  readonly configs?: Readonly<Record<string, Mapping | null>>;
  readonly secrets?: Readonly<Record<string, Mapping | null>>;
}

/** The changes to a project before it is started. */
export interface Wanted {
  readonly project: string;
  readonly owner: string;
  /** Ports by service that must be reachable from this machine. */
  readonly ports: ReadonlyMap<string, ReadonlySet<number>>;
  /** Added to the environment of every service. */
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Cores of the services without a `cpuset`, such as `0,1`; all cores if null. */
  readonly cpus?: string | null;
  /** Images of services with a build, by service, and the project that they belong to. */
  readonly images: { readonly project: string; readonly names: ReadonlyMap<string, string> };
  /** Lets a profiler into every service. A seed that one of them runs loads it, too, and has ended before anything is profiled. */
  readonly attach?: LetIn | undefined;
  /** The seed's service, and additions to its environment. */
  readonly seed: { readonly service: string; readonly env: Readonly<Record<string, string>> } | null;
}

/** The disk limit of a container's log, unless its service configures logging. */
const LOGGING = { driver: "json-file", options: { "max-size": "64m" } };

/**
 * The project with each container's name as an alias on its networks. That name is removed, and its own services may reach it
 * by the name. External networks get no alias: both sides would share it.
 */
export function aliased(resolved: Resolved): Resolved {
  const services = Object.entries(resolved.services ?? {}).map(([key, service]) => {
    const { container_name: name, network_mode, networks } = service;
    if (typeof name !== "string" || network_mode) return [key, service] as const;
    const joined = Object.entries((networks ?? { default: null }) as Record<string, Mapping | null>).map(
      ([network, one]) =>
        own(resolved.networks, network)?.external
          ? [network, one]
          : [network, { ...one, aliases: [...((one?.aliases ?? []) as string[]), name] }],
    );
    return [key, { ...service, networks: Object.fromEntries(joined) }] as const;
  });
  return { ...resolved, services: Object.fromEntries(services) };
}

/**
 * The project as it is started: with its own name, Steelyard's labels on everything, and the required ports
 * published on free ports of the loopback. Fixed names of volumes, networks and built images would collide with
 * another run, and are replaced.
 *
 * @param resolved after `permitted`: without ports and names of containers
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
  const environment = {
    ...settled(service.environment as Mapping | undefined),
    ...wanted.stackEnv,
    ...seeding,
  };
  const made: Mapping = {
    logging: LOGGING,
    ...(wanted.cpus ? { cpuset: wanted.cpus } : {}),
    ...rest,
    ...(build ? builtAs(name, build as Mapping, wanted) : { image }),
    ...(ports.length > 0 ? { ports } : {}),
    labels: { ...labelsOf(service.labels), ...labels },
    environment,
  };
  return wanted.attach ? attached(name, made, wanted.attach) : made;
}

/** A build whose image outlives this start: it has a name, and the label of the images' own project. */
function builtAs(service: string, build: Mapping, { images, owner }: Wanted): Mapping {
  const labels = { ...labelsOf(build.labels), [PROJECT]: images.project, [OWNER]: owner };
  return { image: images.names.get(service), build: { ...build, labels } };
}

/** Variables without a value when the files were read are removed, so that they do not get one at the start. */
const settled = (env: Mapping = {}) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== null));

const labelsOf = (labels: unknown): Mapping =>
  Array.isArray(labels)
    ? Object.fromEntries(labels.map((text) => String(text).split(/=(.*)/s).slice(0, 2)))
    : ((labels ?? {}) as Mapping);

/** Names of the services that these profiles start. */
export function active(resolved: Resolved, profiles: readonly string[]): string[] {
  return Object.entries(resolved.services ?? {}).flatMap(([name, service]) => {
    const named = (service.profiles ?? []) as readonly string[];
    const chosen =
      named.length === 0 || profiles.includes("*") || named.some((one) => profiles.includes(one));
    return chosen ? [name] : [];
  });
}

/** The profile of services that a config leaves out. */
const LEFT_OUT = "steelyard.left-out";

/**
 * The project in which only these services are started, and those that they depend on, whatever their profiles. The others
 * stay in it, because a seed may run one of them.
 *
 * @throws SteelyardError (user) for a service that it does not have
 */
export function selected(resolved: Resolved, names: readonly string[]): Resolved {
  for (const name of names) demandService(name, "stack.compose.services", resolved, null);
  const { services = {} } = resolved;
  const kept = withDependencies(services, names);
  const all = Object.entries(services).map(([name, { profiles: _, ...service }]) => [
    name,
    kept.has(name) ? service : { ...service, profiles: [LEFT_OUT] },
  ]);
  return { ...resolved, services: Object.fromEntries(all) };
}

/** The services that one depends on, each with the condition that it waits for. `docker compose config` prints a mapping. */
export const conditionsOf = (service: Mapping | undefined) =>
  (service?.depends_on ?? {}) as Readonly<Record<string, { readonly condition?: unknown }>>;

/** Services and those that they depend on, directly or not. */
export function withDependencies(
  services: Readonly<Record<string, Mapping>>,
  names: readonly string[],
): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) for (const one of Object.keys(conditionsOf(own(services, name)))) found.add(one);
  return found;
}

/** The parts of a config that name services of the Compose files. */
export interface NamedServices {
  readonly endpoints: Stack["endpoints"];
  readonly compose: Pick<ComposeStack, "ready">;
  readonly seed: Pick<Seed, "service"> | undefined;
}

/**
 * Throws for a service of the config that is missing from the Compose files, or is not started.
 *
 * @param started null if it need not be started
 */
export function demandService(
  name: string,
  where: string,
  resolved: Resolved,
  started: readonly string[] | null,
) {
  const all = Object.keys(resolved.services ?? {});
  if (!all.includes(name)) {
    throw userError(`The Compose files have no service "${name}".`, {
      where,
      remedy: `name one of: ${all.join(", ")}`,
    });
  }
  if (started === null || started.includes(name)) return;
  const profiles = (own(resolved.services, name)?.profiles ?? []) as readonly string[];
  if (profiles.includes(LEFT_OUT)) {
    const what = `The service "${name}" is not started, as stack.compose.services does not name it.`;
    throw userError(what, { where, remedy: "add it there" });
  }
  throw userError(
    `The service "${name}" is not started: it belongs to the profile ${profiles.join(" or ")}.`,
    { where, remedy: `add it: stack.compose.profiles: [${profiles[0] ?? ""}]` },
  );
}

/** Throws for a service that must be reachable from this machine and whose ports cannot be published. */
function demandPorts(name: string, where: string, resolved: Resolved) {
  const mode = own(resolved.services, name)?.network_mode;
  if (!isUnpublishable(mode)) return;
  const [, other] = /^service:(.+)$/.exec(String(mode)) ?? [];
  throw userError(
    `The service "${name}" has no ports of its own, because of network_mode: ${String(mode)}.`,
    {
      where,
      remedy:
        other === undefined
          ? `give it a network of its own, in the file or in a further one of stack.compose.files: services: { ${name}: { network_mode: !reset null } }`
          : `name the service whose network it has: ${other}`,
    },
  );
}

/** Throws for the first service in endpoints, readiness and seed that the Compose files lack, do not start or do not publish. */
export function demandServices(
  { endpoints, compose, seed }: NamedServices,
  resolved: Resolved,
  started: readonly string[],
): void {
  for (const [name, { service }] of Object.entries(endpoints)) {
    demandService(service, `stack.endpoints.${name}`, resolved, started);
    demandPorts(service, `stack.endpoints.${name}`, resolved);
  }
  for (const [service, { port }] of Object.entries(compose.ready)) {
    demandService(service, `stack.compose.ready.${service}`, resolved, started);
    if (port !== undefined) demandPorts(service, `stack.compose.ready.${service}`, resolved);
  }
  if (seed?.service !== undefined) demandService(seed.service, "stack.seed.service", resolved, null);
}
