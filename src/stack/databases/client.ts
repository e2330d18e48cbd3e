import { isExpected } from "../../base/errors.ts";
import { firstLine } from "../../base/text.ts";
import { type Child, start } from "../../exec/child.ts";
import { run } from "../../exec/run.ts";
import type { StatementCounts } from "../../model/ports.ts";
import type { Database, Waits } from "./database.ts";

/** How a database's own client is started. */
export interface Client {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ledger?: string | undefined;
}

/** Time limit of one answer, in seconds. */
const TIMEOUT = 10;

const how = ({ cwd, env, ledger }: Client) => ({ cwd, env, ...(ledger !== undefined && { ledger }) });

/** Starts a client that takes questions by its input. @throws SteelyardError (user) where there is no such program */
export const startClient = (client: Client, onLine: (line: string) => void): Promise<Child> =>
  start([...client.argv], { ...how(client), interactive: true, onLine });

/** Asks a client one question. Its output is empty where that fails. @param input of the client */
export async function ask(client: Client, input: string): Promise<string> {
  try {
    return (await run([...client.argv], { ...how(client), timeout: TIMEOUT, input })).stdout;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return "";
  }
}

/**
 * The executions that a database counts, asked by a client of its own, or why they are not known.
 *
 * @param input of the client
 * @throws Interrupted
 */
export async function statementsBy(
  client: Client,
  input: string,
  { client: program, counts }: Pick<Database, "client" | "counts">,
  waits: () => Promise<Waits | undefined>,
  signal: AbortSignal,
): Promise<StatementCounts> {
  try {
    const asked = () => run([...client.argv], { ...how(client), signal, timeout: TIMEOUT, input });
    const first = await asked();
    // Docker sometimes loses what a program prints that ends at once.
    const done = `${first.stdout}${first.stderr}`.trim() === "" ? await asked() : first;
    const found = counts(done.stdout, await waits());
    if (found !== null) return { counts: found };
    return {
      lacking: complaint(done.stderr) || complaint(done.stdout) || `its client ${program} printed nothing`,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      lacking: isExpected(error) ? firstLine(error.message) : `its client ${program} printed something else`,
    };
  }
}

const complaint = (text: string) => firstLine(text.trim());
