import type { Child } from "../../exec/child.ts";
import { type Client, startClient } from "./client.ts";
import type { Database, Waits } from "./database.ts";

/** Seconds that one look stands for, at most: a database may have stood still. */
const LONGEST = 1;
/** Statements of one database whose waits are kept, at most. */
const MOST = 10_000;

/** What one database said so far. */
export class Looks {
  /** Seconds in which sessions waited for locks, by the database's number of their statement. */
  readonly seconds = new Map<string, number>();
  private last: number | null = null;

  /** The same; undefined where the database has not answered, as a PostgreSQL before 14. */
  known(): Waits | undefined {
    return this.last === null ? undefined : this.seconds;
  }

  /** @param line "steelyard", seconds since the epoch, and the numbers of the statements that wait now */
  hear(line: string): void {
    const [, at, waiting] = /^steelyard (\d+(?:\.\d+)?)((?: -?\d+)*) ?$/.exec(line.trimEnd()) ?? [];
    if (at === undefined) return;
    const since = this.last === null ? 0 : Number(at) - this.last;
    this.last = Number(at);
    if (since <= 0) return;
    for (const id of waiting!.split(" ").filter(Boolean)) {
      if (!this.seconds.has(id) && this.seconds.size >= MOST) continue;
      this.seconds.set(id, (this.seconds.get(id) ?? 0) + Math.min(LONGEST, since));
    }
  }
}

/** How long statements wait for locks, in databases that do not count it: their sessions are looked at again and again. */
export class LockWaits {
  private readonly open = new Map<string, { readonly child: Child; readonly looks: Looks }>();

  /**
   * The waits in a database since the first call with its key, by the database's number of each statement; undefined where
   * they are not looked at.
   */
  async of(key: string, { locks }: Database, client: Client): Promise<Waits | undefined> {
    if (locks === undefined) return undefined;
    const known = this.open.get(key);
    if (known !== undefined) return known.child.ended ? undefined : known.looks.known();
    const looks = new Looks();
    const child = await startClient(client, (line) => looks.hear(line));
    this.open.set(key, { child, looks });
    child.write(locks);
    return undefined; // it is known from the next call on
  }

  async close(): Promise<void> {
    const children = [...this.open.values()].map(({ child }) => child.stop({ grace: 0.5 }));
    this.open.clear();
    await Promise.allSettled(children);
  }
}
