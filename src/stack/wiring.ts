import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import { type ProcessService, REFERENCE, type Stack } from "../model/config.ts";

export type Services = Readonly<Record<string, ProcessService>>;
export type Endpoints = Stack["endpoints"];
type Env = Readonly<Record<string, string>>;

/** A service and one of its logical ports, written `worker:9000`. */
export const key = (service: string, port: string | number) => `${service}:${Number(port)}`;

/** The text with every `${service:port}` replaced by that service's address, or a part of it. Unknown references stay. */
export function filled(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (all, service, port, part?: keyof ReturnType<typeof partsOf>) => {
    const address = addresses.get(key(service, port));
    return address === undefined ? all : partsOf(address)[part ?? "host"];
  });
}

/** An address, its host name, and its port, under the names that `URL` has for them. */
export function partsOf(address: string): Readonly<Record<"host" | "hostname" | "port", string>> {
  const colon = address.lastIndexOf(":");
  return { host: address, hostname: address.slice(0, colon), port: address.slice(colon + 1) };
}

/** The text with addresses turned back into references, which do not change from one start to the next. */
export function unfilled(text: string, addresses: ReadonlyMap<string, string>): string {
  return [...addresses].reduce((rest, [name, address]) => rest.replaceAll(address, `\${${name}}`), text);
}

/**
 * The services that must be ready before each service starts: those in its environment or arguments.
 *
 * @throws SteelyardError (user) for an unknown reference, endpoint or readiness port, a fixed port that two
 *   services declare, and services that wait for each other
 */
export function dependencies(
  services: Services,
  endpoints: Endpoints,
  stackEnv: Env = {},
): ReadonlyMap<string, ReadonlySet<string>> {
  for (const [name, { service, port }] of Object.entries(endpoints)) {
    known(services, service, port, `stack.endpoints.${name}`);
  }
  const fixed = new Map<number, string>();
  const waits = new Map<string, ReadonlySet<string>>();
  for (const [name, service] of Object.entries(services)) {
    const where = `stack.process.services.${name}`;
    checkReady(service, where);
    for (const port of Object.values(service.ports)) {
      const other = port.fixed === undefined ? undefined : fixed.get(port.fixed);
      if (other !== undefined) {
        throw userError(`The services "${other}" and "${name}" want the same fixed port ${port.fixed}.`, {
          where: `${where}.ports`,
          remedy: "leave `fixed` out of one: a free port is found for it",
        });
      }
      if (port.fixed !== undefined) fixed.set(port.fixed, name);
    }
    const texts = [
      ...service.run.map((text, at) => [text, `${where}.run[${at}]`] as const),
      ...Object.entries(service.env).map(([env, text]) => [text, `${where}.env.${env}`] as const),
      ...Object.entries(stackEnv).map(([env, text]) => [text, `stack_env.${env}`] as const),
    ];
    const found = texts.flatMap(([text, at]) => referred(services, text, at));
    waits.set(name, new Set(found.filter((other) => other !== name)));
  }
  const circle = cycle(waits);
  if (circle) {
    throw userError(`Services wait for each other: ${circle.join(" → ")}.`, {
      where: "stack.process.services",
      remedy: "a service starts when the services that it refers to are ready: remove one of the references",
    });
  }
  return waits;
}

/**
 * Names of the services in the references of a text.
 *
 * @throws SteelyardError (user) for a service that does not exist
 */
export function referred(services: Services, text: string, where: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, service = "", port = ""]) => {
    known(services, service, Number(port), where);
    return service;
  });
}

function known(services: Services, service: string, port: number, where: string): void {
  const found = own(services, service);
  if (found === undefined) {
    throw userError(`There is no service "${service}".`, {
      where,
      remedy: `name one of: ${Object.keys(services).join(", ")}`,
    });
  }
  const ports = Object.keys(found.ports).map(Number);
  if (ports.includes(port)) return;
  throw userError(`The service "${service}" has no port ${port}.`, {
    where,
    remedy: ports.length > 0 ? `name one of: ${ports.join(", ")}` : `declare it in services.${service}.ports`,
  });
}

function checkReady({ ready, ports }: ProcessService, where: string): void {
  const declared = Object.keys(ports).map(Number);
  if (ready.port !== undefined && !declared.includes(ready.port)) {
    throw userError(`The readiness check uses port ${ready.port}, which the service does not have.`, {
      where: `${where}.ready.port`,
      remedy: declared.length > 0 ? `name one of: ${declared.join(", ")}` : `declare it in ${where}.ports`,
    });
  }
  if (ready.http !== undefined && declared.length === 0) {
    throw userError("The readiness check needs HTTP, but the service has no port.", {
      where: `${where}.ready.http`,
      remedy: `declare the port in ${where}.ports`,
    });
  }
}

/** A cycle of services that wait for each other, or undefined. */
function cycle(waits: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): string[] | undefined => {
    const at = path.indexOf(name);
    if (at !== -1) return [...path.slice(at), name];
    if (done.has(name)) return undefined;
    for (const other of waits.get(name) ?? []) {
      const found = follow(other, [...path, name]);
      if (found) return found;
    }
    done.add(name);
    return undefined;
  };
  for (const name of waits.keys()) {
    const found = follow(name, []);
    if (found) return found;
  }
  return undefined;
}
