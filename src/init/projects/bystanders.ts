import { KINDS } from "../../load/registry.ts";
import type { ComposeService } from "../../model/composefile.ts";
import { type Composed, isSeed, namesOf } from "../compose.ts";
import { programOf } from "../images.ts";
import { escaped, type Tree } from "../tree.ts";
import { commandOf } from "./mounted.ts";

/** Programs that load or test others, by their images. That of Playwright may be a browser which a service uses. */
const PROGRAMS = new Set([
  ...Object.keys(KINDS),
  ..."locust artillery vegeta hey bombardier autocannon jmeter gatling newman cypress".split(" "),
]);
/** A command whose last program runs tests or a load. */
const TESTS =
  /(?:^|[\s;&|/])(?:(?:go|cargo|mvnw?|gradlew?|dotnet|playwright|(?:npm|yarn|pnpm|bun)(?: run)?|manage\.py) test|py\.?test|rspec|phpunit|jest|vitest|(?:k6|newman|cypress|artillery) run|locust)(?=$|[\s:])[^;&|]*$/;

/** Programs by which people look at the others, or that watch them. */
const VIEWERS =
  /^(?:adminer|phpmyadmin|pgadmin\w*|pgweb|sqlpad|cloudbeaver|dbgate|mongo-express|redis-?(?:commander|insight)|kafka-ui|kafdrop|akhq|flower|portainer\S*|dozzle|watchtower|autoheal|cadvisor|\w+-exporter|prometheus|grafana\S*)$/i;
const VIEWS = /\bcelery\b[^;&|]*\sflower\b/;

/**
 * The services that test or load the others or show them to people, and the ones that only those need: they would take time from
 * the measurement. They stay where a service that is measured depends on them, or where it or a proxy may ask a viewer.
 */
export function bystandersIn(tree: Tree, services: readonly Composed[], loaded: Composed): Composed[] {
  const found = new Set<Composed>();
  const rest = () => services.filter((one) => !found.has(one));
  const isFree = (one: Composed) =>
    one !== loaded && !isSeed(one) && !rest().some(({ service }) => neededBy(service).includes(one.name));
  // A proxy without one of its upstreams does not start, and its file names them.
  const hasProxy = services.some(({ role }) => role === "front");
  const isViewer = (one: Composed) =>
    ((one.image !== null && one.dockerfile === null && VIEWERS.test(programOf(one.image))) ||
      VIEWS.test(commandOf(tree, one))) &&
    !hasProxy &&
    !rest().some((other) => other !== one && mentions(other, one));
  const isTester = (one: Composed) =>
    [one.image ?? "", lastImage(tree, one)].some((image) => PROGRAMS.has(programOf(image))) ||
    TESTS.test(commandOf(tree, one));
  // Files that leave out what the service depends on do not tell that nothing else needs a database.
  const isTold = neededBy(loaded.service).length > 0;
  const isLeft = (one: Composed) =>
    isTold &&
    [...found].some(({ service }) => neededBy(service).includes(one.name)) &&
    !rest().some((other) => other !== one && mentions(other, one));
  for (let last = -1; last < found.size; ) {
    last = found.size;
    for (const one of rest())
      if (isFree(one) && (isTester(one) || isViewer(one) || isLeft(one))) found.add(one);
  }
  return [...found];
}

/** The services that no other one starts: with these, Compose starts all of them. */
export const rootsOf = (services: readonly Composed[]): string[] =>
  services.flatMap(({ name }) =>
    services.some(({ service }) => neededBy(service).includes(name)) ? [] : name,
  );

/** The services that Compose starts before a service. */
const neededBy = ({ depends_on: needs, links, network_mode: network }: ComposeService): string[] => [
  ...(Array.isArray(needs) ? needs.map(String) : Object.keys(Object(needs))),
  ...(Array.isArray(links) ? links : []).map((one) => String(one).split(":")[0]!),
  ...(/^service:(.+)$/.exec(String(network))?.slice(1) ?? []),
];

/** Whether the description of a service has a name of another one. */
const mentions = ({ service }: Composed, other: Composed): boolean =>
  new RegExp(`(?<![\\w-])(?:${namesOf(other).map(escaped).join("|")})(?![\\w-])`).test(
    JSON.stringify(service),
  );

/** The image that the last stage of a service's Dockerfile begins with. */
const lastImage = (tree: Tree, { dockerfile }: Composed): string =>
  dockerfile === null
    ? ""
    : ([...tree.text(dockerfile).matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)/gim)].at(-1)?.[1] ?? "");
