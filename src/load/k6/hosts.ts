import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { HERE } from "../../model/here.ts";

/** Whether a name or an address means this machine, whatever a name server knows. */
const isHere = (name: string) =>
  HERE.includes(name) || name.endsWith(".localhost") || /^127(?:\.\d+){3}$/.test(name);

/** The name of a host, and its port as `:3000` where it has one. */
const partsOf = (host: string) => host.split(/(?=:\d+$)/) as [name: string, port?: string];

/** Most addresses that a message names. */
const MOST_NAMED = 3;

/** The first few addresses, for a message: "a:80, b:80, c:80, …". */
export const fewOf = (addresses: readonly string[]): string =>
  [...addresses.slice(0, MOST_NAMED), ...(addresses.length > MOST_NAMED ? ["…"] : [])].join(", ");

/** The host and port of an address, the usual ports left out, and all names of this machine as one. */
export function hostOf(url: string): string {
  const [, host = url] = /^\w+:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url) ?? [];
  const [name, port = ""] = partsOf(host.toLowerCase());
  return `${isHere(name) ? "localhost" : name}${port === ":80" || port === ":443" ? "" : port}`;
}

/** Whether a URL, or a host and port alone, is one of a target. */
export function among(targets: Readonly<Record<string, string>>): (url: string) => boolean {
  const hosts = new Set(Object.values(targets).map(hostOf));
  return (url) => hosts.has(hostOf(url));
}

/**
 * The given URLs, or none where one of them may lead to a target. On a target's port that is so where both hosts have an
 * address in common, or the addresses of one are not known.
 */
export async function pastTargets(
  urls: readonly string[],
  targets: Readonly<Record<string, string>>,
  addresses: (name: string) => Promise<readonly string[]> = addressesOf,
): Promise<readonly string[]> {
  if (urls.some(among(targets))) return [];
  const hosts = Object.values(targets).map(hostOf);
  for (const [name, port] of urls.map((url) => partsOf(hostOf(url)))) {
    for (const [target] of hosts.map(partsOf).filter((one) => one[1] === port)) {
      const [here, there] = await Promise.all([addresses(name), addresses(target)]);
      if (here.length === 0 || there.length === 0 || here.some((one) => there.includes(one))) return [];
    }
  }
  return urls;
}

/** The addresses of a host, all of this machine as one; none where they are not known. */
async function addressesOf(name: string): Promise<readonly string[]> {
  const ours = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  try {
    const found = await lookup(name.replace(/^\[|\]$/g, ""), { all: true });
    return found
      .map(({ address }) => address.replace(/^::ffff:/, ""))
      .map((address) => (ours.includes(address) || isHere(address) ? "localhost" : address));
  } catch {
    return [];
  }
}
