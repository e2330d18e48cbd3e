import { isExpected } from "../../../base/errors.ts";
import { firstLine } from "../../../base/text.ts";
import { run } from "../../../exec/run.ts";
import type { StatementCounts } from "../../../model/ports.ts";
import { type Docker, dockerEnv } from "../cli.ts";
import type { Container } from "../container.ts";
import type { Database, WaitsOf } from "./database.ts";
import { MONGODB } from "./mongodb.ts";
import { MYSQL } from "./mysql.ts";
import { POSTGRES } from "./postgres.ts";
import { REDIS } from "./redis.ts";

/** Time limit of an answer, in seconds. */
const TIMEOUT = 10;

export const DATABASES: readonly Database[] = [POSTGRES, MYSQL, REDIS, MONGODB];

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
  waits: WaitsOf,
  signal: AbortSignal,
): Promise<Record<string, StatementCounts>> {
  const all = containers.map(async (container) => {
    const { service, image, running } = container;
    const database = running ? databaseOf(image.name) : undefined;
    if (database === undefined) return [];
    return [[service, await asked(container, database, docker, waits, signal)] as const];
  });
  return Object.fromEntries((await Promise.all(all)).flat());
}

async function asked(
  container: Pick<Container, "id" | "image">,
  { client, argv, input, counts }: Database,
  docker: Docker,
  waits: WaitsOf,
  signal: AbortSignal,
): Promise<StatementCounts> {
  const ledger = docker.ledger === undefined ? {} : { ledger: docker.ledger };
  const how = { cwd: docker.cwd, env: dockerEnv(docker), signal, timeout: TIMEOUT, input, ...ledger };
  try {
    const done = await run([...argv(container.id)], how);
    const found = counts(done.stdout, await waits(container));
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
