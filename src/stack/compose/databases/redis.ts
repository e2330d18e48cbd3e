import type { StatementCount } from "../../../model/profiling.ts";
import { type Database, inShell, named } from "./database.ts";

/** Commands of Redis that belong to a connection, or to us. */
const OWN_COMMANDS = /^(?:info|auth|hello|ping|client|config|command)(?:\||$)/;

const COMMANDS = "INFO commandstats\n";
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
  is: named("redis", "valkey", "redis-stack(?:-server)?", "keydb"),
  client: "redis-cli",
  argv: (container) =>
    inShell(
      container,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container reads it
      'export REDISCLI_AUTH="${REDISCLI_AUTH:-${REDIS_PASSWORD:-}}"; client=$(command -v redis-cli || command -v valkey-cli || command -v keydb-cli) || exit 127; [ -n "$REDISCLI_AUTH" ] || unset REDISCLI_AUTH; exec "$client"',
    ),
  input: COMMANDS,
  asked: () => ({
    question: `${COMMANDS}PING\n`,
    counts(lines) {
      const counts = lines.at(-1)?.trim() === "PONG" ? ofRedis(lines.join("\n")) : null;
      return counts === null ? undefined : { statements: counts.reduce((sum, { calls }) => sum + calls, 0) };
    },
  }),
  counts: ofRedis,
};
