import { type Composed, pairs } from "./compose.ts";

/** The host in the address of a database, a cache or a broker, or the name of this machine inside of a container. */
const HOST =
  /^(?:jdbc:)?(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|amqp)s?(?:\+\w+)?:\/\/(?:[^@/\s]*@)?([A-Za-z][\w.-]*)|^[^$]*\b(host\.docker\.internal)\b/;

/** Sentences about servers that variables of Compose services name, and that the same files do not start. */
export function outside(services: readonly Composed[]): string[] {
  const known = new Set(["localhost", ...services.flatMap(namesOf)]);
  const found = new Map<string, string>();
  for (const { name, service } of services) {
    for (const [key, value] of pairs(service.environment)) {
      const [, database, machine] = HOST.exec(value) ?? [];
      const host = database ?? machine;
      if (host !== undefined && !known.has(host) && !found.has(host)) found.set(host, `${key} of ${name}`);
    }
  }
  return [...found].map(
    ([host, at]) =>
      `${at} names ${host}, which the files do not start: it has to be up, and both sides would share it.`,
  );
}

/** The names by which others reach a service. */
function namesOf({ name, service }: Composed): string[] {
  const aliases = Object.values(Object(service.networks)).flatMap((one) => Object(one).aliases ?? []);
  return [name, service.container_name, service.hostname, ...aliases].filter(
    (one): one is string => typeof one === "string",
  );
}
