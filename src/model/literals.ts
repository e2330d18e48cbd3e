import { own } from "../base/own.ts";
import { portsIn, servicesIn } from "./composefile.ts";
import { HERE } from "./here.ts";

/** A port of a service, as `endpoints` of a config name it. */
interface ServicePort {
  readonly service: string;
  readonly port: number;
}

/**
 * The endpoints for which addresses in a script stand, by host and port. `localhost:3000` is the endpoint whose service
 * has or publishes that port, and `shop:8080` is the service of that name. `private:3000` stands for any private address
 * with that port. Ports that several endpoints could mean are left out.
 *
 * @param outside ports of the machine under which services are known, by `service:port`; the port itself where absent
 */
export function meanings(
  endpoints: Readonly<Record<string, ServicePort>>,
  outside: Readonly<Record<string, readonly number[]>>,
): Record<string, string> {
  const found = new Map<string, Set<string>>();
  const add = (address: string, endpoint: string) =>
    void found.set(address, (found.get(address) ?? new Set()).add(endpoint));
  for (const [endpoint, { service, port }] of Object.entries(endpoints)) {
    add(`${service.toLowerCase()}:${port}`, endpoint);
    for (const host of [...HERE, "private"])
      for (const one of own(outside, `${service}:${port}`) ?? [port]) add(`${host}:${one}`, endpoint);
  }
  // By the port inside of the container, where nothing publishes it.
  for (const [endpoint, { port }] of Object.entries(endpoints))
    for (const host of [...HERE, "private"])
      if (!found.has(`${host}:${port}`)) add(`${host}:${port}`, endpoint);
  return Object.fromEntries(
    [...found].flatMap(([address, [endpoint, ...others]]) =>
      endpoint === undefined || others.length > 0 ? [] : [[address, endpoint]],
    ),
  );
}

/** Hosts of private networks, by their addresses. */
export const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/;

/** Whether an address, as `localhost:3000`, stands for an endpoint. @param known the endpoint by address */
export function isMeant(known: Readonly<Record<string, string>>, address: string): boolean {
  const [host = "", port] = address.toLowerCase().split(/:(?=\d+$)/);
  return Object.hasOwn(known, `${PRIVATE.test(host) ? "private" : host}:${port}`);
}

/** The ports of the machine on which Compose files publish those of services, by `service:port`. */
export function publishedPorts(texts: readonly string[]): Record<string, readonly number[]> {
  const all = new Map<string, number[]>();
  for (const [name, { ports }] of texts.flatMap((text) => Object.entries(servicesIn(text)))) {
    for (const { inside, outside } of portsIn(ports)) {
      const key = `${name}:${inside}`;
      if (outside !== null) all.set(key, [...(all.get(key) ?? []), outside]);
    }
  }
  return Object.fromEntries(all);
}
