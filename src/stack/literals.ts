import { join } from "node:path";
import { parse } from "yaml";
import { own } from "../base/own.ts";
import { readBytes } from "../exec/linkless.ts";
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

/** `"127.0.0.1:8080:80/tcp"`, `"${PORT:-8080}:80"`: the port outside and the port inside. */
const SHORT = /(?:^|:)(?:\$\{\w+:?-(\d+)\}|(\d+)):(?:\$\{\w+:?-(\d+)\}|(\d+))(?:\/tcp)?$/;

/** The ports of the machine on which Compose files publish those of services, by `service:port`. */
function publishedPorts(files: readonly string[], cwd: string): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const [name, { ports }] of files.flatMap((file) => Object.entries(servicesOf(join(cwd, file))))) {
    for (const one of Array.isArray(ports) ? ports : []) {
      const [outside, inside] = portsOf(one);
      if (!(outside > 0) || !(inside > 0)) continue;
      const key = `${name}:${inside}`;
      all.set(key, [...(all.get(key) ?? []), outside]);
    }
  }
  return all;
}

function portsOf(entry: unknown): readonly [outside: number, inside: number] {
  if (typeof entry === "object" && entry !== null) {
    const { published, target } = entry as { published?: unknown; target?: unknown };
    return [Number(published), Number(target)];
  }
  const [, a, b, c, d] = SHORT.exec(String(entry)) ?? [];
  return [Number(a ?? b), Number(c ?? d)];
}

/** The services of a Compose file; none where it cannot be read, which Compose itself reports better. */
function servicesOf(file: string): Readonly<Record<string, { readonly ports?: unknown }>> {
  try {
    const found: unknown = parse(readBytes(file).toString("utf8"), {
      merge: true,
      maxAliasCount: 100,
      logLevel: "silent",
    });
    const services = (found as { services?: unknown } | null)?.services;
    if (typeof services !== "object" || services === null) return {};
    return Object.fromEntries(
      Object.entries(services).filter(([, one]) => typeof one === "object" && one !== null),
    );
  } catch {
    return {};
  }
}
