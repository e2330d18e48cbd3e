import { z } from "zod";
import { isExpected } from "../../../base/errors.ts";
import { withoutValues } from "../../../base/sql.ts";
import { firstLine } from "../../../base/text.ts";
import { run } from "../../../exec/run.ts";
import type { StatementCounts, Statements } from "../../../model/ports.ts";
import type { StatementCount } from "../../../model/profiling.ts";
import { isPostgres, LIBRARY } from "../attached.ts";
import { type Docker, dockerEnv } from "../cli.ts";
import type { Container } from "../container.ts";
import { COUNT, countsIn, EXTENSION, psqlArgv } from "./postgres.ts";

/** Time limit of an answer, in seconds. */
const TIMEOUT = 10;
/** Statements that are read, at most: those that took longest. */
const MOST = 500;

/** A kind of database that counts what it executes. Its own client asks it, inside of its container. */
export interface Database {
  /** Whether an image runs it. */
  readonly is: (image: unknown) => boolean;
  readonly client: string;
  readonly argv: (container: string) => readonly string[];
  /** Input of the client. */
  readonly input: string;
  /** The counts in its output; null where there are none. @throws Error for something else */
  readonly counts: (printed: string) => StatementCount[] | null;
  /** How the sum of all is asked for in a session that stays open; absent where such a client is a burden to the container. */
  readonly asked?: () => Asked;
  /** Whether a container counts at all, as far as that is known without asking. */
  readonly demands?: (container: Pick<Container, "command">) => boolean;
}

/** A question to a session of a client, and the counts in the lines since. */
export interface Asked {
  readonly hello?: string;
  readonly question: string;
  readonly counts: (lines: readonly string[]) => Statements | undefined;
}

const count = z.coerce.number().min(0);
const Counted = z.object({ text: z.string(), calls: count, rows: count, seconds: count });

/** Statements of SQL, from a line of JSON: without values, and without those that may hold passwords. */
function ofSql(printed: string): StatementCount[] | null {
  const found = printed.split("\n").find((line) => line.startsWith("["));
  if (found === undefined) return null;
  const counted = z.array(Counted).max(MOST).parse(JSON.parse(found));
  return counted.flatMap(({ text, ...counts }) => {
    const plain = withoutValues(text);
    return plain === null ? [] : [{ text: plain, ...counts }];
  });
}

const inShell = (container: string, script: string) => [
  "docker",
  "exec",
  "-i",
  container,
  "sh",
  "-c",
  script,
];
/** Images by the last part of their names. */
const named = (...names: readonly string[]) => {
  const pattern = new RegExp(`(?:^|/)(?:${names.join("|")})(?:$|[:@])`);
  return (image: unknown) => typeof image === "string" && pattern.test(image);
};

/** All statements so far of all databases, except our own. Names of columns differ between versions. */
const POSTGRES = `select coalesce(jsonb_agg(s), '[]') from (
 select query as text, sum(calls) as calls, sum(rows) as rows,
  sum(coalesce((to_jsonb(p)->>'total_exec_time')::float8, (to_jsonb(p)->>'total_time')::float8)) / 1000 as seconds
 from ${LIBRARY} p where query not like '%${LIBRARY}%'
 group by query order by 4 desc limit ${MOST}) s;`;

const DIGESTS = "events_statements_summary_by_digest";
/** The same of MySQL and MariaDB, whose digests have no values. MariaDB has them where performance_schema is on. */
const MYSQL = `select coalesce(json_arrayagg(json_object('text', text, 'calls', calls, 'rows', found, 'seconds', seconds)), '[]') from (
 select digest_text as text, sum(count_star) as calls, sum(sum_rows_sent + sum_rows_affected) as found, sum(sum_timer_wait) / 1e12 as seconds
 from performance_schema.${DIGESTS} where digest_text is not null and digest_text not like '%${DIGESTS}%'
 group by digest_text order by 4 desc limit ${MOST}) s;`;
const MYSQL_CLIENT =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container reads it
  'export MYSQL_PWD="${MYSQL_ROOT_PASSWORD:-${MARIADB_ROOT_PASSWORD:-}}"; client=$(command -v mysql || command -v mariadb) || exit 127; exec "$client" -uroot -N -r --batch --unbuffered';

export const IN_POSTGRES: Asked = {
  hello: EXTENSION,
  question: COUNT,
  counts: (lines) => countsIn(lines.at(-1) ?? ""),
};

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

export const DATABASES: readonly Database[] = [
  {
    is: isPostgres,
    demands: ({ command }) => command.some((word) => word.includes(LIBRARY)),
    asked: () => IN_POSTGRES,
    client: "psql",
    argv: (container) => psqlArgv(container),
    input: `${EXTENSION}${POSTGRES.replaceAll("\n", " ")}\n`,
    counts: ofSql,
  },
  {
    is: named("mysql", "mysql-server", "mariadb", "percona(?:-server)?"),
    client: "mysql",
    argv: (container) => inShell(container, MYSQL_CLIENT),
    input: `${MYSQL.replaceAll("\n", " ")}\n`,
    counts: ofSql,
    asked() {
      let own = 0; // each question is one of the statements
      return {
        question: "show global status like 'Questions';\n",
        counts(lines) {
          const [, calls] = /^Questions\t(\d+)$/.exec(lines.at(-1)?.trim() ?? "") ?? [];
          return calls === undefined ? undefined : { calls: Number(calls) - ++own, rows: null };
        },
      };
    },
  },
  {
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
        return counts === null
          ? undefined
          : { calls: counts.reduce((sum, { calls }) => sum + calls, 0), rows: null };
      },
    }),
    counts: ofRedis,
  },
  {
    is: named("mongo", "mongodb-(?:community|enterprise)-server", "percona-server-mongodb"),
    client: "mongosh",
    argv: (container) =>
      inShell(
        container,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container reads it
        'exec mongosh --quiet --norc ${MONGO_INITDB_ROOT_USERNAME:+--username "$MONGO_INITDB_ROOT_USERNAME" --password "$MONGO_INITDB_ROOT_PASSWORD" --authenticationDatabase admin}',
      ),
    input: "print('[' + EJSON.stringify(db.serverStatus().opLatencies) + ']')\n",
    counts(printed) {
      const found = /\[(\{.*\})\]/.exec(printed)?.[1];
      if (found === undefined) return null;
      const all = z.record(z.string(), z.object({ latency: count, ops: count })).parse(JSON.parse(found));
      return Object.entries(all).map(([text, { latency, ops }]) => ({
        text,
        calls: ops,
        rows: 0,
        seconds: latency / 1e6,
      }));
    },
  },
];

/** The database that an image runs; undefined for others. */
export const databaseOf = (image: unknown): Database | undefined => DATABASES.find(({ is }) => is(image));

/**
 * The executions of all databases among containers that run, by service, or why they are not known. Statements are without
 * values, and utility statements, which may hold passwords, are left out.
 *
 * @throws Interrupted
 */
export async function statementsOf(
  containers: readonly Pick<Container, "id" | "service" | "image" | "running">[],
  docker: Docker,
  signal: AbortSignal,
): Promise<Record<string, StatementCounts>> {
  const all = containers.map(async ({ id, service, image, running }) => {
    const database = running ? databaseOf(image.name) : undefined;
    return database === undefined ? [] : [[service, await asked(id, database, docker, signal)] as const];
  });
  return Object.fromEntries((await Promise.all(all)).flat());
}

async function asked(
  id: string,
  { client, argv, input, counts }: Database,
  docker: Docker,
  signal: AbortSignal,
): Promise<StatementCounts> {
  const ledger = docker.ledger === undefined ? {} : { ledger: docker.ledger };
  const how = { cwd: docker.cwd, env: dockerEnv(docker), signal, timeout: TIMEOUT, input, ...ledger };
  try {
    const done = await run([...argv(id)], how);
    const found = counts(done.stdout);
    if (found !== null) return { counts: found };
    return {
      lacking:
        complaint(done.stderr) || complaint(done.stdout) || `${client} printed nothing in its container`,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { lacking: isExpected(error) ? firstLine(error.message) : `${client} printed something else` };
  }
}

const complaint = (text: string) => firstLine(text.trim());
