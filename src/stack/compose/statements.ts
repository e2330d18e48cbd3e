import { type Child, start } from "../../exec/child.ts";
import type { Scrape, Stack } from "../../model/config.ts";
import type { Statements } from "../../model/ports.ts";
import { type Docker, dockerEnv } from "./cli.ts";
import type { Container } from "./container.ts";

type Postgres = NonNullable<Scrape["postgres"]>;
type Counted = Statements | { readonly lacking: string };

/** Time limit of an answer, in milliseconds. */
const PATIENCE = 5_000;
const MARK = "steelyard";
/** All statements of this database except these. */
const COUNT = `select '${MARK} ' || coalesce(sum(calls), 0) || ' ' || coalesce(sum(rows), 0) from pg_stat_statements
 where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%';`;

/** The argv of psql in the container. User and database default to those of the official image. */
export function psqlArgv(container: string, { user, database }: Partial<Postgres> = {}): string[] {
  const own =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container reads these
    'exec psql -XAtq -U "${1:-${POSTGRES_USER:-postgres}}" -d "${2:-${POSTGRES_DB:-${POSTGRES_USER:-postgres}}}"';
  return ["docker", "exec", "-i", container, "sh", "-c", own, "sh", user ?? "", database ?? ""];
}

/** The counts in a line of psql; undefined for any other line. */
export function countsIn(line: string): Statements | undefined {
  const [, calls, rows] = new RegExp(`^${MARK} (\\d+) (\\d+)$`).exec(line.trim()) ?? [];
  return calls === undefined ? undefined : { calls: Number(calls), rows: Number(rows) };
}

/**
 * A psql session that stays open. A query takes milliseconds while the load continues; a new session would take a
 * few tenths of a second. It creates the extension if it is missing, because the stack belongs to this run.
 */
class Psql implements AsyncDisposable {
  private child: Child | undefined;
  private answer: ((counts: Counted) => void) | undefined;

  private constructor() {}

  static async open(container: string, postgres: Postgres, docker: Docker): Promise<Psql> {
    const psql = new Psql();
    const child = await start(psqlArgv(container, postgres), {
      cwd: docker.cwd,
      env: dockerEnv(docker),
      interactive: true,
      onLine: (line) => psql.hear(line),
      ...(docker.ledger === undefined ? {} : { ledger: docker.ledger }),
    });
    psql.child = child;
    child.exited.then(() => psql.answer?.(psql.over(child)));
    child.write("set client_min_messages = error; create extension if not exists pg_stat_statements;\n");
    await psql.counts();
    return psql;
  }

  private hear(line: string): void {
    const counts = countsIn(line);
    const complaint = /\b(?:ERROR|FATAL|error|exec failed): +(.*)/.exec(line)?.[1];
    if (counts) this.answer?.(counts);
    else if (complaint !== undefined) this.answer?.({ lacking: complaint });
  }

  private over(child: Child): Counted {
    return { lacking: child.tail(1)[0] ?? "psql ended" };
  }

  /** The counts so far, or why they are not available. Call it once at a time. */
  counts(): Promise<Counted> {
    const { child } = this;
    if (child === undefined || child.ended) {
      return Promise.resolve(child ? this.over(child) : { lacking: "psql was not started" });
    }
    return new Promise((resolve) => {
      const done = (result: Counted) => {
        clearTimeout(late);
        this.answer = undefined;
        resolve(result);
      };
      const lacking = `psql did not answer within ${PATIENCE / 1000} s`;
      const late = setTimeout(() => done({ lacking }), PATIENCE);
      this.answer = done;
      child.write(`${COUNT.replaceAll("\n", " ")}\n`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child?.stop({ grace: 0.5 });
  }
}

/** The sessions of a stack, by name in `stack.metrics`. */
export class Sessions {
  private readonly all = new Map<string, Psql>();

  /** Opens all sessions anew, before any load. */
  async open(containers: readonly Container[], metrics: Stack["metrics"], docker: Docker): Promise<void> {
    await this.close();
    for (const [name, { postgres }] of Object.entries(metrics)) {
      const own = containers.find(({ service, running }) => running && service === postgres?.service);
      if (postgres && own) this.all.set(name, await Psql.open(own.id, postgres, docker));
    }
  }

  async counts(name: string): Promise<Counted> {
    return (await this.all.get(name)?.counts()) ?? { lacking: "its service does not run" };
  }

  async close(): Promise<void> {
    const open = [...this.all.values()];
    this.all.clear();
    await Promise.allSettled(open.map((one) => one[Symbol.asyncDispose]()));
  }
}
