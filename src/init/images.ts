/** What well-known images do. Only `front` ones are loaded, and only where nothing behind them can be. */
export type Role = "front" | "behind" | "other";

/** Proxies in front of services. */
const FRONT = /^(?:nginx(?:-\w+)?|traefik|caddy|envoy|haproxy|httpd|openresty|kong|apisix)$/;
/** Programs that services use, or that people look at them with: databases, caches, queues, mail, consoles, telemetry. */
const BEHIND =
  /^(?:postg\w*|pg\w*|timescale\w*|mysql\w*|mariadb|percona\w*|mssql\w*|oracle\w*|cockroach\w*|mongo(?:db)?(?:-express)?|redis\w*|redis-\w+|valkey|keydb|dragonfly|memcached?|rabbitmq|kafka\w*|cp-\w+|redpanda|zookeeper|nats\w*|activemq|pulsar|mosquitto|emqx|elasticmq|elastic\w*|opensearch\w*|kibana|logstash|filebeat|solr|meilisearch|typesense|clickhouse\w*|cassandra|scylla|neo4j|influxdb\w*|couchdb|couchbase|dynamodb\w*|etcd|consul|vault|minio|mc|localstack|azurite|s3\w*|moto|fake-gcs-server|mail(?:hog|pit|dev|catcher|slurper)|inbucket|smtp4dev|greenmail|adminer|phpmyadmin|pgadmin\w*|sqlpad|portainer|dozzle|watchtower|autoheal|prometheus|grafana|alloy|loki|tempo|pyroscope|mimir|promtail|alertmanager|node-exporter|cadvisor|\w+-exporter|jaeger|all-in-one|zipkin|otel\w*|opentelemetry-collector\w*|datadog\w*|agent|keycloak|dex|hydra|selenium|standalone-\w+|browserless|chrom\w+|playwright|cypress|k6|locust|wiremock|mockserver|swagger-ui|certbot|ngrok|flower|temporal\w*|docker-socket-proxy|socket-proxy|db|database|cache|queue|broker|mail|smtp)$/i;

/** An image without registry, owner and tag: "docker.io/bitnami/redis:7" is "redis". */
export const programOf = (image: string): string =>
  image
    .replace(/\$\{\w+:?-([^}]*)\}/g, "$1")
    .replace(/@.*$/, "")
    .split("/")
    .at(-1)!
    .replace(/:.*$/, "");

const OWNERS = /(?:^|\/)(?:bitnami|mysql|mongo|grafana|prom|confluentinc|axllent|dpage|elastic|minio)\//;

/**
 * The role of a service by its image, else by its name.
 *
 * @param isBuilt whether it is built from the checkout; then only its name can say that it is something well known
 */
export function roleOf(name: string, image: string | null, isBuilt: boolean): Role {
  const program = image === null || isBuilt ? name : programOf(image);
  if (FRONT.test(program)) return "front";
  if (BEHIND.test(program)) return "behind";
  if (!isBuilt && image !== null && OWNERS.test(image) && !image.includes(name)) return "behind";
  return "other";
}
