import type { Scrape } from "../../model/config.ts";
import { DATABASE_IMAGES } from "../../model/datafolder.ts";
import { type DatabaseCounts, EXECUTED, KEPT } from "../../model/work.ts";
import { type Asked, type Database, installed, MOST, ofSql, queryOf } from "./database.ts";

type Postgres = NonNullable<Scrape["postgres"]>;

/** PostgreSQL's own module that counts statements. */
export const LIBRARY = "pg_stat_statements";

const MARK = "steelyard";
/** Asks for the modules that the server preloads. A user who may not see them gets no row. */
export const ASK_PRELOADED = `select '${MARK} preloads ' || setting from pg_settings where name = 'shared_preload_libraries';\n`;
/** The modules in the answer of psql, as PostgreSQL writes them. */
export const preloadedIn = (printed: string) =>
  new RegExp(`^${MARK} preloads (.*?)\r?$`, "m").exec(printed)?.[1];
/** Creates the extension if it is missing, because the stack belongs to this run. */
export const EXTENSION =
  "set client_min_messages = error; set default_transaction_read_only = off; create extension if not exists pg_stat_statements; set default_transaction_read_only = on;\n";
/** Of this database alone. */
const HERE = " and dbid = (select oid from pg_database where datname = current_database())";
/** Accepted connections, which PostgreSQL counts from version 14 on. */
const CONNECTIONS =
  "coalesce((select ' connections=' || (to_jsonb(d)->>'sessions') from pg_stat_database d where datname = current_database()), '')";
/** Asks for all statements of this database except these. */
export const COUNT = `select '${MARK} statements=' || coalesce(sum(calls), 0) || ' rows=' || coalesce(sum(rows), 0) || ${CONNECTIONS} from pg_stat_statements where query not like '%pg_stat_statements%'${HERE};\n`;

const READ_ONLY = "-c default_transaction_read_only=on";

/** The argv of psql in the container, which changes nothing but by `EXTENSION`. User and database default to those of the official image. */
export function psqlArgv(container: string, { user, database }: Partial<Postgres> = {}): string[] {
  const own =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container reads these
    'export PGOPTIONS="$3"; exec psql -XAtq -U "${1:-${POSTGRES_USER:-postgres}}" -d "${2:-${POSTGRES_DB:-${POSTGRES_USER:-postgres}}}"';
  return ["docker", "exec", "-i", container, "sh", "-c", own, "sh", user ?? "", database ?? "", READ_ONLY];
}

const NAMES: ReadonlySet<string> = new Set([...EXECUTED, ...KEPT]);

/** The counts in a line of psql, `steelyard statements=12 rows=340`; undefined for any other line. */
export function countsIn(line: string): DatabaseCounts | undefined {
  const [mark, ...words] = line.trim().split(" ");
  const counts = words.map((word) => /^(\w+)=(\d+)$/.exec(word) ?? []);
  if (mark !== MARK || counts.length === 0 || !counts.every(([, name = ""]) => NAMES.has(name)))
    return undefined;
  return Object.fromEntries(counts.map(([, name, value]) => [name, Number(value)]));
}

/** Asks for the counts that PostgreSQL has of this database anyway. A session reports them at most once a second. */
const ASK_KEPT = `select '${MARK} transactions=' || xact_commit + xact_rollback || ' rows_read=' || rows_read || ' rows_written=' || rows_written || ' sequential_scans=' || sequential_scans || ' blocks=' || blks_hit + blks_read || ${CONNECTIONS} from pg_stat_database, (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows_read, coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as rows_written, coalesce(sum(seq_scan), 0) as sequential_scans from pg_stat_user_tables) tables where datname = current_database();\n`;

/** All statements so far that a condition holds for, except our own. Names of columns differ between versions. */
const statements = (condition: string) =>
  `select coalesce(jsonb_agg(s), '[]') from (
 select query as text, sum(calls) as calls, sum(rows) as rows, sum(shared_blks_hit + shared_blks_read) as blocks, jsonb_agg(queryid::text) as numbers,
  sum(coalesce((to_jsonb(p)->>'total_exec_time')::float8, (to_jsonb(p)->>'total_time')::float8)) / 1000 as seconds
 from ${LIBRARY} p where query not like '%${LIBRARY}%'${condition}
 group by query order by seconds desc limit ${MOST}) s;\n`.replaceAll("\n ", " ");

/**
 * Prints the statements that wait for locks, forty times a second. Sessions know their statement's number from PostgreSQL 14 on. The
 * alias keeps it out of the counts: texts in quotes are not in what PostgreSQL keeps of a statement.
 */
const LOCKS = `select '${MARK} ' || extract(epoch from clock_timestamp()) || coalesce(string_agg(' ' || query_id, ''), '') from pg_stat_activity as for_${LIBRARY} where wait_event_type = 'Lock' and query not like '%${LIBRARY}%' \\watch 0.025\n`;

const counts = (lines: readonly string[]) => countsIn(lines.at(-1) ?? "");
/** How the sum of all statements is asked for in an open session. */
const COUNTED: Asked = { question: COUNT, counts };

/** The same in a stack that is ours, where the extension may be created: without it nothing can be asked. */
export const IN_POSTGRES: Asked = { hello: EXTENSION, ...COUNTED };

/** Leaves our own session out of these counts, where its user may: the question alone reads a thousand blocks. */
const UNCOUNTED =
  "do $$ begin perform set_config('track_counts', 'off', false); exception when others then null; end $$;\n";

/** The same where no module counts statements. */
const KEPT_IN_POSTGRES: Asked = { hello: UNCOUNTED, question: ASK_KEPT, counts };

/** Parameters of an address that psql takes. It refuses an address with those of other clients (`schema` of Prisma). */
const LIBPQ =
  /^(?:host|hostaddr|port|dbname|user|require_auth|channel_binding|connect_timeout|client_encoding|options|application_name|fallback_application_name|keepalives\w*|tcp_user_timeout|gss\w+|krbsrvname|ssl\w+|ssl_m(?:in|ax)_protocol_version|requirepeer|target_session_attrs|load_balance_hosts)$/;

/** An address for psql, which changes nothing by it. Its own options would replace those of PGOPTIONS. */
function forLibpq(address: string): string {
  const url = new URL(address);
  const query = queryOf(url.search, (name) => LIBPQ.test(name));
  url.search = query.replace(/(?<=^|&)options=[^&]*/g, `$&${encodeURIComponent(` ${READ_ONLY}`)}`);
  return url.href;
}

/** PostgreSQL, by pg_stat_statements where that is loaded, else by the counts that it has of its own accord. */
export const POSTGRES: Database = {
  images: DATABASE_IMAGES.postgres.names,
  port: 5432,
  client: "psql",
  argv: (container) => psqlArgv(container),
  at: ({ bare, password }) => ({
    argv: installed(["psql"], ["-wXAtq", "-d", forLibpq(bare)]),
    env: {
      PGAPPNAME: "steelyard",
      PGCONNECT_TIMEOUT: "5",
      PGOPTIONS: READ_ONLY,
      ...(password === "" ? {} : { PGPASSWORD: password }),
    },
  }),
  input: { own: EXTENSION + statements(""), foreign: statements(HERE) },
  asked: ({ command }) => [
    command.some((word) => word.includes(LIBRARY)) ? IN_POSTGRES : COUNTED,
    KEPT_IN_POSTGRES,
  ],
  counts: ofSql,
  locks: LOCKS,
};
