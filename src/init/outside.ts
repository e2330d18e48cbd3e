import { isUnpublishable } from "../model/composefile.ts";
import { DATABASE_IMAGES } from "../model/datafolder.ts";
import { type Composed, envFilesOf, filledIn, knownValues, namesOf, pairs } from "./compose.ts";
import { dotenvOf } from "./projects/mounted.ts";
import type { Tree } from "./tree.ts";
import { exampleOf, isDatabaseHost, valuesIn } from "./variables.ts";

/** The host in the address of a database, a cache or a broker, or the name of this machine inside of a container. */
const HOST =
  /^(?:jdbc:)?(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|amqp)s?(?:\+\w+)?:\/\/(?:[^\s/?#]*@|(?![^\s/?#]*@))(\w[\w.-]*|\[::1\])|^[^$]*\b(host\.docker\.internal)\b/;
/** Variables that do not name a server of this stack: those of tests, and lists of hosts. */
const ASIDE = /TEST|LOCAL|NO_PROXY|ALLOWED/i;
/** Stands for a host that a person writes: `postgres://USER:PASSWORD@HOST:5432/DB`. */
const PLACEHOLDER = /^[A-Z_]+$/;
/** Hosts that mean, inside of a container, the container itself. */
const ITSELF = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

/** Images of servers, by a variable and its value. */
const SERVERS: readonly (readonly [RegExp, RegExp])[] = [
  [/postgres|^pg|^(?:db|database)\w*host=/i, DATABASE_IMAGES.postgres.names],
  [/mysql|mariadb|^(?:db|database)\w*host=/i, DATABASE_IMAGES.mysql.names],
  [/mongo/i, DATABASE_IMAGES.mongodb.names],
  [/redis/i, DATABASE_IMAGES.redis.names],
  [/amqp/i, /(?:^|\/)rabbitmq(?:$|[:@])/],
];

/** A variable with the host of a server. */
interface Named {
  readonly service: string;
  readonly key: string;
  readonly value: string;
  readonly host: string;
  /** The file of the checkout that its value is from; null for the Compose files. */
  readonly from: string | null;
}

/**
 * Sentences about servers that variables of Compose services name and do not reach: the same files do not start them, or
 * the host is the container itself.
 *
 * @param folder of the first Compose file
 */
export function outside(tree: Tree, services: readonly Composed[], folder: string): string[] {
  const known = new Set(services.flatMap(namesOf).map((one) => one.toLowerCase()));
  const found = new Map<string, Named>();
  const own = new Map<string, Named[]>();
  for (const one of services) {
    for (const named of hostsIn(tree, one, folder)) {
      const { key, value, host } = named;
      const variable = `${key}=${value}`;
      if (!ITSELF.test(host)) {
        if (!known.has(host.toLowerCase()) && !found.has(host)) found.set(host, named);
      } else if (one.role !== "behind" && !isUnpublishable(one.service.network_mode))
        own.set(variable, [...(own.get(variable) ?? []), named]);
    }
  }
  return [
    ...[...found].map(
      ([host, { key, service }]) =>
        `${key} of ${service} names ${host}, which the files do not start: it has to be up, and both sides would share it.`,
    ),
    ...[...own].map(([variable, all]) => {
      const { key, host, from } = all[0]!;
      const images = SERVERS.flatMap(([words, names]) => (words.test(variable) ? [names] : []));
      const server = services.find(
        ({ image }) => image !== null && images.some((names) => names.test(image)),
      );
      const at = `${all.map(({ service }) => service).join(", ")}${from === null ? "" : ` (${from})`}`;
      return `${key} of ${at} names ${host}, which is the container itself: name ${server?.name ?? "the server"} instead.`;
    }),
  ];
}

/** The hosts that the variables of a service name. */
const hostsIn = (tree: Tree, composed: Composed, folder: string): Named[] =>
  variablesOf(tree, composed, folder).flatMap((one) => {
    const [, database, machine] = HOST.exec(one.value) ?? [];
    const host =
      database ?? machine ?? (isDatabaseHost(one.key) && ITSELF.test(one.value) ? one.value : null);
    const isAside = host === null || ASIDE.test(one.key) || PLACEHOLDER.test(host);
    return isAside ? [] : [{ ...one, service: composed.name, host }];
  });

/** Variables with the environment that a service is in. */
const MODE = /^(?:NODE|APP|RAILS|RACK|FLASK|ASPNETCORE|DOTNET)_ENV(?:IRONMENT)?$/;

/** Sentences about files of variables that put the service which is loaded into the environment of developers. */
export const modeDoubt = (tree: Tree, composed: Composed, folder: string): string[] =>
  variablesOf(tree, composed, folder).flatMap(({ key, value, from }) =>
    from !== null && MODE.test(key) && /^dev(?:elopment)?$/i.test(value)
      ? [`${key} of ${composed.name} (${from}) is ${value}: measure as production does.`]
      : [],
  );

/** The variables of a service, each with the value that it gets and the file of the checkout that has it. */
function variablesOf(tree: Tree, composed: Composed, folder: string) {
  const { service } = composed;
  const values = knownValues(tree, folder);
  const files = [
    ...dotenvOf(tree, composed, folder).map(({ path, from }) => (tree.has(path) ? path : from.path)),
    ...envFilesOf(service, folder).map((path) =>
      tree.has(path) ? path : (exampleOf(tree, path)?.path ?? path),
    ),
  ];
  const all: Pick<Named, "key" | "value" | "from">[] = [
    ...files.flatMap((from) =>
      Object.entries(valuesIn(tree.text(from))).map(([key, value]) => ({ key, value, from })),
    ),
    ...pairs(service.environment).map(([key, value]) => ({
      key,
      value: filledIn(value, values),
      from: null,
    })),
  ];
  return [...new Map(all.map((one) => [one.key, one])).values()];
}
