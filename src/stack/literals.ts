import { join } from "node:path";
import { own } from "../base/own.ts";
import { readBytes } from "../exec/linkless.ts";
import { portsIn, servicesIn } from "../model/composefile.ts";
import type { Config, StackKind } from "../model/config.ts";

/** Names by which a script reaches a service of its own machine. */
const HERE = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal"];

/**
 * The endpoints for which addresses in a script stand, by host and port. `localhost:3000` is the endpoint whose service
 * has or publishes that port, and `shop:8080` is the service of that name. `private:3000` stands for any private address
 * with that port. Ports that several endpoints could mean are left out.
 *
 * @param cwd of the Compose files
 */
export function literals({ stack }: Config, kind: StackKind, cwd: string): Record<string, string> {
  if (kind === "external") return {};
  const found = new Map<string, Set<string>>();
  const add = (address: string, endpoint: string) =>
    void found.set(address, (found.get(address) ?? new Set()).add(endpoint));
  const published = kind === "compose" ? publishedPorts(stack.compose?.files ?? [], cwd) : new Map();
  for (const [endpoint, { service, port }] of Object.entries(stack.endpoints)) {
    add(`${service.toLowerCase()}:${port}`, endpoint);
    const fixed = own(own(stack.process?.services ?? {}, service)?.ports ?? {}, String(port))?.fixed;
    const outside: readonly number[] = published.get(`${service}:${port}`) ?? [fixed ?? port];
    for (const host of [...HERE, "private"]) for (const one of outside) add(`${host}:${one}`, endpoint);
  }
  // By the port inside of the container, where nothing publishes it.
  for (const [endpoint, { port }] of Object.entries(stack.endpoints))
    for (const host of [...HERE, "private"])
      if (!found.has(`${host}:${port}`)) add(`${host}:${port}`, endpoint);
  return Object.fromEntries(
    [...found].flatMap(([address, [endpoint, ...others]]) =>
      endpoint === undefined || others.length > 0 ? [] : [[address, endpoint]],
    ),
  );
}

/** The ports of the machine on which Compose files publish those of services, by `service:port`. */
function publishedPorts(files: readonly string[], cwd: string): Map<string, number[]> {
  const all = new Map<string, number[]>();
  const services = files.flatMap((file) => Object.entries(servicesIn(textOf(join(cwd, file)))));
  for (const [name, { ports }] of services) {
    for (const { inside, outside } of portsIn(ports)) {
      const key = `${name}:${inside}`;
      if (outside !== null) all.set(key, [...(all.get(key) ?? []), outside]);
    }
  }
  return all;
}

/** The text of a file; empty if it cannot be read, which Compose itself reports better. */
function textOf(file: string): string {
  try {
    return readBytes(file).toString("utf8");
  } catch {
    return "";
  }
}
