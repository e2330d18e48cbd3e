import { inCheckout, isBind, mountsOf } from "./binds.ts";
import type { Composed } from "./compose.ts";
import { folderOf, isBelow, type Tree } from "./tree.ts";

/** Names of services that forward requests, where their image does not say it. */
const FORWARDS = /gateway|proxy|ingress|balancer/i;

/**
 * The services that the configuration of a proxy forwards to: it names them as an address (`server orders:3000`,
 * `http://orders`). Empty for a service that is no proxy, or has no configuration in the checkout.
 *
 * @param folder of the Compose file
 */
export function behind(
  tree: Tree,
  { name, role, service, dockerfile, context }: Composed,
  services: readonly Composed[],
  folder: string,
): string[] {
  if (role !== "front" && !FORWARDS.test(name)) return [];
  const mounted = mountsOf(service).flatMap((mount) =>
    isBind(mount) ? (inCheckout(mount.source, folder) ?? []) : [],
  );
  const built = dockerfile === null ? [] : [context === "." ? folderOf(dockerfile) : (context ?? [])].flat();
  const places = [...mounted, ...built].filter((place) => place !== ".");
  const text = tree.paths
    .filter((path) => places.some((place) => path === place || isBelow(path, place)))
    .map((path) => tree.text(path))
    .join("\n");
  return services.flatMap((one) => {
    const word = one.name.replace(/\./g, "\\.");
    const isNamed = new RegExp(`(?://|\\s)${word}:\\d|//${word}(?![\\w.-])`).test(text);
    return isNamed && one.name !== name ? [one.name] : [];
  });
}
