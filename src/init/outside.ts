import { locationOf } from "../base/text.ts";
import { isUnpublishable } from "../model/composefile.ts";
import { DATABASE_IMAGES } from "../model/datafolder.ts";
import { codeIn } from "./code.ts";
import {
  type Composed,
  composedIn,
  envFilesOf,
  filledIn,
  isCompose,
  knownValues,
  namesOf,
  pairs,
  ranked,
  wordsOf,
} from "./compose.ts";
import { isComplete } from "./included.ts";
import { dotenvOf, packageIn } from "./projects/mounted.ts";
import { OF_SETTINGS } from "./projects/spring.ts";
import { folderOf, join, type Tree } from "./tree.ts";
import { committed, exampleOf, isDatabaseHost, valuesIn } from "./variables.ts";

/** The host in the address of a database, a cache or a broker, or the name of this machine inside of a container. */
const HOST =
  /^(?:jdbc:)?(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|amqp)s?(?:\+\w+)?:\/\/(?:[^\s/?#]*@|(?![^\s/?#]*@))(\w[\w.-]*|\[::1\])|^[^$]*\b(host\.docker\.internal)\b/;
const HOST_NAME = /^(?:\w[\w.-]*|\[?::1\]?)$/;
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
  readonly service: Composed;
  readonly key: string;
  readonly value: string;
  readonly host: string;
  /** The file of the checkout that its value is from; null for the Compose files. */
  readonly from: string | null;
}

/** The first variable for each server that services name and none of them is. @param folder of the first Compose file */
function unstarted(tree: Tree, services: readonly Composed[], folder: string): Named[] {
  const values = knownValues(tree, folder);
  const known = new Set(services.flatMap(namesOf).map((one) => filledIn(one, values).toLowerCase()));
  const named = services.flatMap((one) => hostsIn(tree, one, folder));
  return named.filter(
    ({ host }, i) =>
      !ITSELF.test(host) &&
      !known.has(host.toLowerCase()) &&
      named.findIndex((other) => other.host === host) === i,
  );
}

/** The service that another Compose file of the folder starts under a name, and that file; null where none does. */
function startedIn(tree: Tree, folder: string, host: string) {
  const files = ranked(tree.paths.filter((path) => isCompose(path) && folderOf(path) === folder));
  const all = files.flatMap((file) => composedIn(tree, [file]).map((server) => ({ file, server })));
  return all.find(({ server }) => namesOf(server).includes(host)) ?? null;
}

/** Keys of a service that a further file may give it, without another one of its own. */
const HARMLESS = ["depends_on", "links"];

/**
 * Compose files, and those of the same folder that start servers which their services name. Such a file changes no service
 * of the others. Its server is in a network of the service that names it.
 */
export function withServers(tree: Tree, files: readonly string[]): string[] {
  const folder = folderOf(files[0]!);
  const services = composedIn(tree, files);
  const more = unstarted(tree, services, folder).flatMap(({ host, service }) => {
    const { file, server } = startedIn(tree, folder, host) ?? {};
    if (file === undefined || server === undefined || server.profiles.length > 0) return [];
    const isChanged = composedIn(tree, [file]).some(
      (one) =>
        services.some(({ name }) => name === one.name) &&
        Object.keys(one.service).some((key) => !HARMLESS.includes(key)),
    );
    const isReached = networksOf(server).some((one) => networksOf(service).includes(one));
    return isReached && !isChanged && isComplete(tree, [...files, file]) ? [file] : [];
  });
  return [...new Set([...files, ...more])];
}

const networksOf = ({ service: { networks } }: Composed): string[] =>
  Array.isArray(networks) ? networks.map(String) : Object.keys(Object(networks ?? { default: null }));

/**
 * Sentences about servers that variables of Compose services name and do not reach: the same files do not start them, or
 * the host is the container itself.
 *
 * @param folder of the first Compose file
 */
export function outside(tree: Tree, services: readonly Composed[], folder: string): string[] {
  const own = new Map<string, Named[]>();
  for (const one of services) {
    if (one.role === "behind" || isUnpublishable(one.service.network_mode)) continue;
    for (const named of hostsIn(tree, one, folder)) {
      const variable = `${named.key}=${named.value}`;
      if (ITSELF.test(named.host)) own.set(variable, [...(own.get(variable) ?? []), named]);
    }
  }
  return [
    ...unstarted(tree, services, folder).map(({ host, key, service }) => {
      const at = startedIn(tree, folder, host)?.file;
      return at === undefined
        ? `${key} of ${service.name} names ${host}, which the files do not start: it has to be up, and both sides would share it.`
        : `${key} of ${service.name} names ${host}, which only ${at} starts: add that file to \`files\`, or one with this service alone.`;
    }),
    ...[...own].map(([variable, all]) => {
      const { key, host, from } = all[0]!;
      const images = SERVERS.flatMap(([words, names]) => (words.test(variable) ? [names] : []));
      const server = services.find(
        ({ image }) => image !== null && images.some((names) => names.test(image)),
      );
      const at = `${all.map(({ service }) => service.name).join(", ")}${from === null ? "" : ` (${from})`}`;
      const remedy = services.some(({ role }) => role === "behind")
        ? `name ${server?.name ?? "the server"} instead`
        : "the files start no server, so add one and name it";
      return `${key} of ${at} names ${host}, which is the container itself: ${remedy}, in \`environment\`.`;
    }),
  ];
}

/** The hosts that the variables of a service name. */
const hostsIn = (tree: Tree, composed: Composed, folder: string): Named[] =>
  variablesOf(tree, composed, folder).flatMap((one) => {
    const [, database, machine] = HOST.exec(one.value) ?? [];
    const host =
      database ?? machine ?? (isDatabaseHost(one.key) && HOST_NAME.test(one.value) ? one.value : null);
    const isAside = host === null || ASIDE.test(one.key) || PLACEHOLDER.test(host);
    return isAside ? [] : [{ ...one, service: composed, host }];
  });

/** Variables that are for developers: the environment that a service is in, a debug mode, and a reloader. */
const MODE =
  /^(?:(?:NODE|APP|RAILS|RACK|FLASK|ASPNETCORE|DOTNET)_ENV(?:IRONMENT)?=dev(?:elopment)?|(?:(?:\w+_)?DEBUG|(?:(?:APP|WEB|GUNICORN|UVICORN)_)?RELOAD)=(?:true|1|on|yes))$/i;

/** Sentences about variables that put the service which is loaded into the mode of developers. */
const modeDoubt = (composed: Composed, given: readonly Variable[]): string[] =>
  given.flatMap(({ key, value, from }) => {
    const [at, how] =
      from === null
        ? ["", "a further file in `files` can replace it."]
        : [` (${from})`, "edit that file in `build`, because `env` is only for the Compose files."];
    return MODE.test(`${key}=${value}`)
      ? [`${key} of ${composed.name}${at} is ${value}: measure as production does; ${how}`]
      : [];
  });

/** An address in a schema of Prisma: `url = env("DATABASE_URL")`. */
const OF_SCHEMA = /\b(?:url|directUrl)\s*=\s*env\(\s*["'](\w+)["']/g;

/** Sentences about variables that a service's schema of Prisma reads, and that nothing in the checkout sets. */
function unsetOfSchema(tree: Tree, composed: Composed, given: readonly Variable[]): string[] {
  const at = packageIn(tree, composed);
  if (at === null) return [];
  const code = codeIn(tree, { folder: at, ending: /\.(?:[cm]?[jt]s|prisma)$/ });
  // The client's own options come before those of the schema.
  if (tree.first(code, /\bdatasource(?:s|Url)\s*:/) !== null) return [];
  const known = new Set([
    ...given.map(({ key }) => key),
    ...[at, join(at, "prisma")].flatMap((own) => Object.keys(committed(tree, own))),
  ]);
  const image = composed.dockerfile === null ? "" : tree.text(composed.dockerfile);
  const elsewhere = `${image}\n${wordsOf(composed.service.command)}`;
  const read = tree.all(code, OF_SCHEMA).filter(({ groups: [name = ""] }) => {
    const isSet = new RegExp(`\\benv(?:\\.|\\[["'])${name}(?:["']\\])?\\s*(?:\\?\\?|\\|\\|)?=(?!=)`);
    return !known.has(name) && !elsewhere.includes(name) && tree.first(code, isSet) === null;
  });
  const names = [...new Set(read.map(({ groups: [name] }) => name!))];
  return names.map((name) => {
    const place = locationOf(read.find(({ groups }) => groups[0] === name)!);
    return `${composed.name} reads ${name} (${place}), which nothing in the checkout sets: add it to its \`environment\`.`;
  });
}

/** A sentence about ASP.NET Core that redirects requests to an address of HTTPS which its variables name. @param code folder of its code */
function redirectDoubt(tree: Tree, { name }: Composed, given: readonly Variable[], code: string): string[] {
  const variable = given.find(
    ({ key, value }) => /^ASPNETCORE_(?:URLS|HTTPS_PORTS?)$/.test(key) && /https:|^\d+$/.test(value),
  );
  const at = variable && tree.first(tree.sources(code, /\.cs$/), /\bUseHttpsRedirection\(/);
  return at
    ? [
        `${name} redirects HTTP to HTTPS (${locationOf(at)}), because ${variable.key} names that: a redirect is no answer for the load.`,
      ]
    : [];
}

/** A sentence about variables that the settings of a service with Spring read, and that nothing in the checkout sets. @param code folder of its code */
function unsetOfSettings(tree: Tree, composed: Composed, given: readonly Variable[], code: string): string[] {
  const files = ["yml", "yaml", "properties"].map((end) =>
    join(code, `src/main/resources/application.${end}`),
  );
  const image = composed.dockerfile === null ? "" : tree.text(composed.dockerfile);
  const keys = given.map(({ key }) => key);
  const set = `${image}\n${wordsOf(composed.service.command)}\n${keys.join("\n")}`;
  // Settings of a profile come before these.
  if (/SPRING_PROFILES_ACTIVE|spring\.profiles/i.test(set)) return [];
  const read = tree
    .all(files, OF_SETTINGS)
    .filter(({ groups: [name = ""] }) => !new RegExp(`\\b${name}\\b`).test(set));
  const [first] = read;
  if (first === undefined) return [];
  const names = [...new Set(read.map(({ groups: [name] }) => name!))];
  const more = names.length > 6 ? ` and ${names.length - 6} more` : "";
  return [
    `${composed.name} reads ${names.slice(0, 6).join(", ")}${more} (${locationOf(first)}), which nothing in the checkout sets: add them to its \`environment\`.`,
  ];
}

type Variable = Pick<Named, "key" | "value" | "from">;

/** The variables of a service, each with the value that it gets and the file of the checkout that has it. */
function variablesOf(tree: Tree, composed: Composed, folder: string): Variable[] {
  const { service } = composed;
  const values = knownValues(tree, folder);
  const files = [
    ...dotenvOf(tree, composed, folder).map(({ path, from }) => (tree.has(path) ? path : from.path)),
    ...envFilesOf(service, folder).map((path) =>
      tree.has(path) ? path : (exampleOf(tree, path)?.path ?? path),
    ),
  ];
  const all: Variable[] = [
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

/** Sentences about variables of the service that is loaded, or that it lacks. @param code folder of its code */
export function variableDoubts(tree: Tree, composed: Composed, folder: string, code: string): string[] {
  const given = variablesOf(tree, composed, folder);
  return [
    ...unsetOfSchema(tree, composed, given),
    ...redirectDoubt(tree, composed, given, code),
    ...unsetOfSettings(tree, composed, given, code),
    ...modeDoubt(composed, given),
  ];
}
