import { z } from "zod";
import { isExpected } from "../../base/errors.ts";
import { withoutValues } from "../../base/sql.ts";
import { firstLine } from "../../base/text.ts";
import { run } from "../../exec/run.ts";
import type { StatementCounts } from "../../model/ports.ts";
import { LIBRARY } from "./attached.ts";
import { type Docker, dockerEnv } from "./cli.ts";
import type { Container } from "./container.ts";
import { psqlArgv } from "./statements.ts";

/** Time limit of an answer, in seconds. */
const PATIENCE = 10;
/** Statements that are read, at most: those that took longest. */
const MOST = 500;

/** All statements so far of all databases, except our own. Names of columns differ between versions. */
const QUERY = `select coalesce(jsonb_agg(s), '[]') from (
 select query as text, sum(calls) as calls, sum(rows) as rows,
  sum(coalesce((to_jsonb(p)->>'total_exec_time')::float8, (to_jsonb(p)->>'total_time')::float8)) / 1000 as seconds
 from ${LIBRARY} p where query not like '%${LIBRARY}%'
 group by query order by 4 desc limit ${MOST}) s;`;
const Counted = z
  .array(
    z.object({
      text: z.string(),
      calls: z.number().min(0),
      rows: z.number().min(0),
      seconds: z.number().min(0),
    }),
  )
  .max(MOST);

/**
 * The counts of each statement of a container's PostgreSQL up to now, or why there are none. Statements are without values,
 * and utility statements, which may hold passwords, are left out.
 *
 * @throws Interrupted
 */
export async function statementsOf(
  { id }: Pick<Container, "id">,
  docker: Docker,
  signal: AbortSignal,
): Promise<StatementCounts> {
  const input = `set client_min_messages = error;\ncreate extension if not exists ${LIBRARY};\n${QUERY.replaceAll("\n", " ")}\n`;
  const ledger = docker.ledger === undefined ? {} : { ledger: docker.ledger };
  const how = { cwd: docker.cwd, env: dockerEnv(docker), signal, timeout: PATIENCE, input, ...ledger };
  try {
    const done = await run(psqlArgv(id), how);
    const found = done.stdout.split("\n").find((line) => line.startsWith("["));
    if (found === undefined)
      return { lacking: firstLine(done.stderr.trim()) || "psql printed nothing in its container" };
    const told = Counted.parse(JSON.parse(found)).map((one) => ({ ...one, text: withoutValues(one.text) }));
    return { counts: told.flatMap(({ text, ...counts }) => (text === null ? [] : [{ text, ...counts }])) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { lacking: isExpected(error) ? firstLine(error.message) : "psql printed something else" };
  }
}
