import { DATABASE_IMAGES } from "../../model/datafolder.ts";
import type { StatementCount } from "../../model/profiling.ts";
import { type Database, findClient, inShell, installed } from "./database.ts";

/** Commands of Redis that belong to a connection, or to us. */
const OWN_COMMANDS = /^(?:info|auth|hello|ping|client|config|command)(?:\||$)/;

const COMMANDS = "INFO commandstats\n";
const CLIENTS = ["redis-cli", "valkey-cli", "keydb-cli"];

function ofRedis(printed: string): StatementCount[] | null {
  if (!printed.includes("# Commandstats")) return null;
  return [...printed.matchAll(/^cmdstat_([\w|.-]+):calls=(\d+),usec=(\d+)/gm)].flatMap(
    ([, name = "", calls, micros]) => {
      const text = name.replaceAll("|", " ").toUpperCase();
      const counts = { calls: Number(calls), rows: 0, seconds: Number(micros) / 1e6 };
      return OWN_COMMANDS.test(name) ? [] : [{ text, ...counts }];
    },
  );
}

/** Redis and its kin, by INFO commandstats. */
export const REDIS: Database = {
  images: DATABASE_IMAGES.redis.names,
  port: 6379,
  client: "redis-cli",
  argv: (container) =>
    inShell(
      container,
      `export REDISCLI_AUTH="\${REDISCLI_AUTH:-\${REDIS_PASSWORD:-}}"; ${findClient(CLIENTS)}; [ -n "$REDISCLI_AUTH" ] || unset REDISCLI_AUTH; exec "$client"`,
    ),
  at: ({ scheme, host, port, user, password, database }) => ({
    argv: installed(CLIENTS, [
      ...["-h", host, "-p", port || "6379"],
      ...(database === "" ? [] : ["-n", database]),
      ...(user === "" ? [] : ["--user", user]),
      ...(scheme === "rediss" ? ["--tls"] : []),
    ]),
    env: password === "" ? {} : { REDISCLI_AUTH: password },
  }),
  input: { own: COMMANDS, foreign: COMMANDS },
  asked: () => [
    {
      question: `${COMMANDS}INFO stats\nPING\n`,
      counts(lines) {
        const printed = lines.join("\n");
        const counts = lines.at(-1)?.trim() === "PONG" ? ofRedis(printed) : null;
        if (counts === null) return undefined;
        const connections = /^total_connections_received:(\d+)/m.exec(printed)?.[1];
        return {
          statements: counts.reduce((sum, { calls }) => sum + calls, 0),
          ...(connections !== undefined && { connections: Number(connections) }),
        };
      },
    },
  ],
  counts: ofRedis,
};
