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

/**
 * The services that test or load the others, and the ones that only those need. They stay where a service that is measured
 * depends on them.
 *
 * @param own the services that another file may describe: Compose refuses that of an included one
 */
export function testersIn(
  tree: Tree,
  services: readonly Composed[],
  loaded: Composed,
  own: readonly string[],
): Composed[] {
  const found = new Set<Composed>();
  const rest = () => services.filter((one) => !found.has(one));
  const isFree = (one: Composed) =>
    one !== loaded &&
    own.includes(one.name) &&
    one.profiles.length === 0 &&
    !isSeed(one) &&
    !rest().some(({ service }) => neededBy(service).includes(one.name));
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
    for (const one of rest()) if (isFree(one) && (isTester(one) || isLeft(one))) found.add(one);
  }
  return [...found];
}

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
