import type { Child } from "../../../exec/child.ts";
import type { Stack } from "../../../model/config.ts";
import type { Executed } from "../../../model/ports.ts";
import type { Docker } from "../cli.ts";
import type { Container } from "../container.ts";
import { startClient } from "./client.ts";
import type { Asked } from "./database.ts";
import { databaseOf } from "./databases.ts";
import { IN_POSTGRES, psqlArgv } from "./postgres.ts";

/** Time limit of an answer, in milliseconds. */
const TIMEOUT = 5_000;
/** Lines of an answer that are kept, at most. */
const MOST_LINES = 1_000;

/**
 * A session of a database's own client, inside of its container, that stays open. An answer takes milliseconds; a new
 * session would take a few tenths of a second, and use CPU of the container.
 */
class Session implements AsyncDisposable {
  private child: Child | undefined;
  private answer: ((counts: Executed) => void) | undefined;
  private lines: string[] = [];
  private readonly asked: Asked;

  private constructor(asked: Asked) {
    this.asked = asked;
  }

  static async open(argv: readonly string[], asked: Asked, docker: Docker): Promise<Session> {
    const session = new Session(asked);
    const child = await startClient(argv, docker, (line) => session.hear(line));
    session.child = child;
    child.exited.then(() => session.answer?.(session.over(child)));
    if (asked.hello !== undefined) child.write(asked.hello);
    await session.counts();
    return session;
  }

  private hear(line: string): void {
    this.lines.push(line);
    if (this.lines.length > MOST_LINES) this.lines.shift();
    const counts = this.asked.counts(this.lines);
    const complaint = /\b(?:ERROR|FATAL|NOAUTH|WRONGPASS|NOPERM|error|exec failed)\b:? +(.*)/.exec(line)?.[1];
    if (counts) this.answer?.(counts);
    else if (complaint !== undefined) this.answer?.({ lacking: complaint });
  }

  private over(child: Child): Executed {
    return { lacking: child.tail(1)[0] ?? "its client ended" };
  }

  /** The counts so far, or why they are not available. Call it once at a time. */
  counts(): Promise<Executed> {
    const { child } = this;
    if (child === undefined || child.ended) {
      return Promise.resolve(child ? this.over(child) : { lacking: "its client was not started" });
    }
    this.lines = [];
    return new Promise((resolve) => {
      const done = (result: Executed) => {
        clearTimeout(late);
        this.answer = undefined;
        resolve(result);
      };
      const lacking = `its client did not answer within ${TIMEOUT / 1000} s`;
      const late = setTimeout(() => done({ lacking }), TIMEOUT);
      this.answer = done;
      child.write(this.asked.question);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child?.stop({ grace: 0.5 });
  }
}

/** The sessions of a stack: of the databases that `stack.metrics` names, and of others that count in any case. */
export class Sessions {
  private readonly named = new Map<string, Session>();
  private readonly others = new Map<string, Session>();

  /** Opens all sessions anew, before any load. */
  async open(containers: readonly Container[], metrics: Stack["metrics"], docker: Docker): Promise<void> {
    await this.close();
    const running = containers.filter((one) => one.running);
    const wanted = Object.entries(metrics).flatMap(([name, { postgres }]) =>
      postgres === undefined ? [] : [{ name, postgres }],
    );
    const named = wanted.map(async ({ name, postgres }) => {
      const found = running.find(({ service }) => service === postgres.service);
      if (found === undefined) return;
      this.named.set(name, await Session.open(psqlArgv(found.id, postgres), IN_POSTGRES, docker));
    });
    const configured = new Set(wanted.map(({ postgres }) => postgres.service));
    const others = running.map(async (container) => {
      const { id, service, image } = container;
      const database = configured.has(service) ? undefined : databaseOf(image.name);
      if (database?.asked === undefined) return;
      this.others.set(service, await Session.open(database.argv(id), database.asked(container), docker));
    });
    await Promise.all([...named, ...others]);
  }

  /** The counts of a database that `stack.metrics` names. */
  async counts(name: string): Promise<Executed> {
    return (await this.named.get(name)?.counts()) ?? { lacking: "its service does not run" };
  }

  /** The counts of all others, by service. */
  async all(): Promise<Record<string, Executed>> {
    const counts = [...this.others].map(async ([service, one]) => [service, await one.counts()] as const);
    return Object.fromEntries(await Promise.all(counts));
  }

  async close(): Promise<void> {
    const open = [...this.named.values(), ...this.others.values()];
    this.named.clear();
    this.others.clear();
    await Promise.allSettled(open.map((one) => one[Symbol.asyncDispose]()));
  }
}
