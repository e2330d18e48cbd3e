import { isExpected } from "../../base/errors.ts";
import { firstLine } from "../../base/text.ts";
import type { Child } from "../../exec/child.ts";
import type { Executed } from "../../model/ports.ts";
import { type Client, startClient } from "./client.ts";
import type { Asked } from "./database.ts";

/** Time limit of an answer, in milliseconds. */
const TIMEOUT = 5_000;
/** Lines of an answer that are kept, at most. */
const MOST_LINES = 1_000;

/**
 * A session of a database's own client that stays open. An answer takes milliseconds; a new session would take a few tenths
 * of a second, and in a container use its CPU.
 */
export class Session implements AsyncDisposable {
  private child: Child | undefined;
  private why = "its client was not started";
  private answer: ((counts: Executed) => void) | undefined;
  private lines: string[] = [];
  private asked: Asked;

  private constructor(asked: Asked) {
    this.asked = asked;
  }

  /** Opens one, whose question is the first that has an answer. Never rejects: `counts` tells why there are none. */
  static async open(client: Client, questions: readonly [Asked, ...Asked[]]): Promise<Session> {
    const session = new Session(questions[0]);
    try {
      const child = await startClient(client, (line) => session.hear(line));
      session.child = child;
      child.exited.then(() => session.answer?.(session.over(child)));
    } catch (error) {
      session.why = isExpected(error) ? firstLine(error.message) : String(error);
      return session;
    }
    for (const asked of questions) {
      session.asked = asked;
      if (asked.hello !== undefined) session.child.write(asked.hello);
      if (!("lacking" in (await session.counts()))) return session;
    }
    session.asked = questions[0];
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
    if (child === undefined) return Promise.resolve({ lacking: this.why });
    if (child.ended) return Promise.resolve(this.over(child));
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
