import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedK6 } from "../load/k6/cache.ts";
import { PINNED } from "../load/k6/download.ts";
import { ROOT, say, shownOrThrow } from "./command.ts";

// Test-only stand-ins for upstream images, for machines that reach no image registry. They carry the upstream tags, so
// that Compose files need no change, but contain Debian 12's PostgreSQL 15, Redis 7.0 and MariaDB 10.11, the Node of the npm
// package `node`, and this machine's k6 and docker client. A label marks them. Machines that can pull the real images never get
// these.

const BASE = "debian:bookworm-slim";
const LABEL = 'LABEL dev.steelyard.standin="true"';
const apt = (packages: string) =>
  `RUN apt-get update -q && apt-get install -q -y --no-install-recommends ${packages} && rm -rf /var/lib/apt/lists/*`;

/** The user of the demo and of most tests: a database of theirs is a copy, since making one takes seconds of CPU. */
const USER = "demo";
const TEMPLATE = "/var/lib/postgresql/template";
const INITDB = "initdb --auth-local=trust --auth-host=scram-sha-256";

/** The part of upstream's entrypoint that initializes an empty database. */
const POSTGRES_ENTRYPOINT = `#!/bin/bash
set -e
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql && chown -R postgres "$PGDATA" /run/postgresql && chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
[ "$1" = postgres ] || exec "$@"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  user="\${POSTGRES_USER:-postgres}"
  if [ "$user" = ${USER} ]; then cp -a ${TEMPLATE}/. "$PGDATA"; else ${INITDB} -U "$user" >/dev/null; fi
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -s start -o "-c listen_addresses=''"
  echo "alter user :\\"name\\" password :'password'" |
    psql -q -U "$user" -v name="$user" -v password="$POSTGRES_PASSWORD" postgres
  [ "\${POSTGRES_DB:-$user}" = postgres ] || createdb -U "$user" "\${POSTGRES_DB:-$user}"
  pg_ctl -w -s -m fast stop
fi
exec "$@" -c listen_addresses='*'
`;

/** The same of MariaDB's, for a password of root. */
const MARIADB_ENTRYPOINT = `#!/bin/sh
set -e
mariadb-install-db --user=mysql --auth-root-authentication-method=normal >/dev/null
for host in localhost %; do
  echo "grant all on *.* to root@'$host' identified by '$MARIADB_ROOT_PASSWORD';"
done >/run/users.sql
exec "$@" --user=mysql --init-file=/run/users.sql
`;

interface StandIn {
  readonly dockerfile: readonly string[];
  /** Files of the build's context: their text, or what returns the path to copy them from. */
  readonly files?: Readonly<Record<string, string | (() => string)>>;
}

const PLUGINS = "/usr/local/libexec/docker/cli-plugins";
const output = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: "utf8" }).trim();
const PLUGIN_PATH = '{{range .ClientInfo.Plugins}}{{if eq .Name "compose"}}{{.Path}}{{end}}{{end}}';
const composePlugin = () => output("docker", "info", "--format", PLUGIN_PATH);

const STAND_INS: Readonly<Record<string, StandIn>> = {
  "node:24-slim": {
    dockerfile: [apt("libstdc++6 ca-certificates"), "COPY node /usr/local/bin/node", 'CMD ["node"]'],
    files: { node: () => join(ROOT, "node_modules/node/bin/node") },
  },
  "redis:7": {
    dockerfile: [
      apt("redis-server"),
      "VOLUME /data",
      "WORKDIR /data",
      "EXPOSE 6379",
      'CMD ["redis-server", "--protected-mode", "no"]',
    ],
  },
  "postgres:16": {
    dockerfile: [
      apt("postgresql-15 postgresql-client-15"),
      "ENV PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data LANG=C.UTF-8",
      `RUN setpriv --reuid=postgres --regid=postgres --clear-groups ${INITDB} -U ${USER} -D ${TEMPLATE}`,
      "COPY entrypoint /usr/local/bin/entrypoint",
      "RUN chmod 755 /usr/local/bin/entrypoint",
      "VOLUME /var/lib/postgresql/data",
      "EXPOSE 5432",
      "STOPSIGNAL SIGINT",
      'ENTRYPOINT ["entrypoint"]',
      'CMD ["postgres"]',
    ],
    files: { entrypoint: POSTGRES_ENTRYPOINT },
  },
  "mariadb:10.11": {
    dockerfile: [
      apt("mariadb-server-core mariadb-client-core"),
      "RUN useradd --system mysql && install -d -o mysql /run/mysqld",
      "COPY entrypoint /usr/local/bin/entrypoint",
      "RUN chmod 755 /usr/local/bin/entrypoint",
      "VOLUME /var/lib/mysql",
      "EXPOSE 3306",
      'ENTRYPOINT ["entrypoint"]',
      'CMD ["mariadbd"]',
    ],
    files: { entrypoint: MARIADB_ENTRYPOINT },
  },
  [`grafana/k6:${PINNED}`]: {
    dockerfile: ["COPY k6 /usr/bin/k6"],
    files: { k6: () => cachedK6(process.env) },
  },
  "docker:28-cli": {
    dockerfile: ["COPY docker /usr/local/bin/", `COPY docker-compose ${PLUGINS}/`],
    files: { docker: () => output("which", "docker"), "docker-compose": composePlugin },
  },
};

/** Upstream images that the demo stack and the tests use. */
export const IMAGES = ["node:24-slim", "redis:7", "postgres:16", "mariadb:10.11"];
/** Upstream images that the image for laptops takes programs from. */
export const LAPTOP_IMAGES = Object.keys(STAND_INS).filter((image) => !IMAGES.includes(image));

/** Builds the stand-in for an upstream image, and its base image if that is missing. */
export function standIn(image: string): void {
  const { dockerfile, files = {} } = STAND_INS[image]!;
  say(`building a stand-in for ${image} from Debian packages (no image registry answers here)`);
  const folder = mkdtempSync(join(tmpdir(), "steelyard-image-"));
  try {
    base(folder);
    for (const [name, content] of Object.entries(files)) {
      if (typeof content === "string") writeFileSync(join(folder, name), content);
      else copyFileSync(content(), join(folder, name));
    }
    writeFileSync(join(folder, "Dockerfile"), [`FROM ${BASE}`, LABEL, ...dockerfile, ""].join("\n"));
    shownOrThrow(["docker", "build", "-q", "-t", image, folder], { DOCKER_BUILDKIT: "0" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function base(folder: string): void {
  try {
    shownOrThrow(["docker", "image", "inspect", "--format", "{{.Id}}", BASE]);
  } catch {
    say(`making the base of the stand-ins, ${BASE}, with debootstrap`);
    const root = join(folder, "base");
    shownOrThrow(["debootstrap", "--variant=minbase", "bookworm", root]);
    shownOrThrow(["sh", "-c", `tar -C '${root}' -c . | docker import - ${BASE}`]);
    rmSync(root, { recursive: true, force: true });
  }
}
