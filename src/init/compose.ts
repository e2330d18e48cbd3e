import { type ComposeService, portsIn, servicesIn } from "../model/composefile.ts";

/** The addresses to load, from a Compose file. */
export interface Composed {
  /** The service that is loaded, and its port inside the container; null where none has a port. */
  readonly target: { readonly service: string; readonly port: number; readonly health: string | null } | null;
  /** The service that fills the others with data, recognized by its name. */
  readonly seed: string | null;
}

const COMPOSE = /^(?:docker-)?compose(?:[.-]([\w-]+))?\.ya?ml$/;

/** Whether a path is that of a Compose file. */
export const isCompose = (path: string): boolean => COMPOSE.test(path.split("/").at(-1)!);

/** Compose files, the one to start first: nearest the top, without a suffix, by the name that is preferred today. */
export function ranked(paths: readonly string[]): string[] {
  const rank = (path: string): readonly number[] => {
    const name = path.split("/").at(-1)!;
    const suffix = COMPOSE.exec(name)?.[1];
    return [path.split("/").length, suffix === undefined ? 0 : 1, name.startsWith("docker") ? 1 : 0];
  };
  return [...paths].sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const at = one.findIndex((value, i) => value !== other[i]);
    return at === -1 ? (a < b ? -1 : 1) : one[at]! - other[at]!;
  });
}

/** Back-end programs such as databases, by image or name, which are not loaded directly. */
const BEHIND =
  /postg|timescale|mysql|mariadb|mongo|redis|valkey|memcache|rabbitmq|kafka|zookeeper|elastic|opensearch|clickhouse|minio|nats|localstack|prometheus|grafana|jaeger|zipkin|otel|mailhog|mailpit|adminer|pgadmin|cassandra|etcd|consul/i;
/** Names of front-end services, the most certain first. */
const FRONT = [
  /gateway|proxy|ingress|edge|nginx|traefik|caddy/i,
  /^(?:web|www|front)/i,
  /api|app|server|service/i,
];
const SEED = /^(?:db-?)?(?:seed|seeder|seeds|fixtures|demo-data|load-?data)$/i;

/** The findings from a Compose file; empty if it is not one. */
export function composedIn(text: string): Composed {
  const services = Object.entries(servicesIn(text));
  const seed = services.find(([name]) => SEED.test(name))?.[0] ?? null;
  const candidates = services
    .filter(([name, { image, profiles }]) => {
      const program = typeof image === "string" ? image.split("/").at(-1)! : "";
      return profiles === undefined && !SEED.test(name) && !BEHIND.test(`${name} ${program}`);
    })
    .flatMap(([name, service]) => {
      const [published] = portsIn(service.ports);
      const port = (published ?? portsIn(service.expose)[0])?.inside;
      return port === undefined ? [] : [{ name, service, port, published: published !== undefined }];
    });
  const front = (name: string) => {
    const at = FRONT.findIndex((sign) => sign.test(name));
    return at === -1 ? FRONT.length : at;
  };
  const [best] = candidates.sort(
    (a, b) => Number(b.published) - Number(a.published) || front(a.name) - front(b.name),
  );
  const target = best && { service: best.name, port: best.port, health: healthOf(best.service) };
  return { target: target ?? null, seed };
}

/** The path that a health check asks for over HTTP. */
function healthOf({ healthcheck }: ComposeService): string | null {
  const test = healthcheck?.test;
  const words = Array.isArray(test) ? test.join(" ") : typeof test === "string" ? test : "";
  const path = /https?:\/\/[^/\s"']+(\/[\w./~%-]*)/.exec(words)?.[1];
  return path ?? null;
}
