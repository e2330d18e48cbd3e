import { DATABASE_IMAGES } from "../../model/datafolder.ts";
import { type Database, findClient, inShell, installed, MOST, ofSql } from "./database.ts";

const DIGESTS = "events_statements_summary_by_digest";
/** Where the schema is off, as by default in MariaDB, its tables are there and empty. */
const OFF = "performance_schema is off: start the server with --performance-schema=ON";
/** All statements so far, whose digests have no values, except our own; or why there are none. */
const STATEMENTS =
  `select if(@@performance_schema, coalesce(json_arrayagg(json_object('text', text, 'calls', calls, 'rows', found, 'seconds', seconds, 'locked', locked)), '[]'), '${OFF}') from (
 select digest_text as text, sum(count_star) as calls, sum(sum_rows_sent + sum_rows_affected) as found, sum(sum_timer_wait) / 1e12 as seconds, sum(sum_lock_time) / 1e12 as locked
 from performance_schema.${DIGESTS} where digest_text is not null and digest_text not like '%${DIGESTS}%'
 group by digest_text order by 4 desc limit ${MOST}) s;\n`.replaceAll("\n ", " ");
/** Spaces that digests have around each sign: "FROM `shop` . `items`" would name the schema as the table. */
const APART = / (?=[.,)])|(?<=[.(]) /g;
const CLIENTS = ["mysql", "mariadb"];
/** The images also take a file that has the password, such as a secret. */
const FROM_FILE = `cat "\${MYSQL_ROOT_PASSWORD_FILE:-\${MARIADB_ROOT_PASSWORD_FILE:-/dev/null}}"`;
const READ_ONLY = "set session transaction read only";
const PLAIN = ["-N", "-r", "--batch", "--unbuffered"];

/** MySQL and MariaDB, by digests of the performance schema. */
export const MYSQL: Database = {
  images: DATABASE_IMAGES.mysql.names,
  port: 3306,
  client: "mysql",
  argv: (container) =>
    inShell(
      container,
      `export MYSQL_PWD="\${MYSQL_ROOT_PASSWORD:-\${MARIADB_ROOT_PASSWORD:-$(${FROM_FILE})}}"; ${findClient(CLIENTS)}; exec "$client" -uroot ${PLAIN.join(" ")} "--init-command=${READ_ONLY}"`,
    ),
  at: ({ host, port, user, password, database }) => ({
    // A server may ask a client for files of its machine.
    argv: installed(CLIENTS, [
      ...["--no-defaults", ...PLAIN, "--local-infile=0", "--protocol=tcp", `--host=${host}`],
      ...[`--init-command=${READ_ONLY}`, `--port=${port || "3306"}`],
      ...(user === "" ? [] : [`--user=${user}`]),
      ...(database === "" ? [] : [`--database=${database}`]),
    ]),
    env: { MYSQL_PWD: password },
  }),
  input: { own: STATEMENTS, foreign: STATEMENTS },
  counts: (printed) => ofSql(printed)?.map((one) => ({ ...one, text: one.text.replace(APART, "") })) ?? null,
  asked() {
    let own = 0; // each question is one of the statements
    return [
      {
        question: "show global status where Variable_name in ('Connections', 'Questions');\n",
        counts(lines) {
          const [connections, calls] = ["Connections", "Questions"].map((name) => {
            const line = lines.find((one) => one.startsWith(`${name}\t`));
            return /\t(\d+)\s*$/.exec(line ?? "")?.[1];
          });
          if (connections === undefined || calls === undefined) return undefined;
          return { statements: Number(calls) - ++own, connections: Number(connections) };
        },
      },
    ];
  },
};
