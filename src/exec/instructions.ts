import { tmpdir } from "node:os";
import { type Child, start } from "./child.ts";
import { allowed } from "./env.ts";
import { descendants } from "./proc.ts";
import { run } from "./run.ts";

/** Instructions outside of the kernel: those of the program alone, whatever else the machine does. */
const EVENT = "instructions:u";
/** Milliseconds between two figures of `perf`. A reading waits for the next one. */
const INTERVAL = 20;
/** Milliseconds after which a figure comes no more. */
const LATE = 500;
/** Seconds that `perf` may take to say whether it counts. */
const TIMEOUT = 5;

/** Folders of an absolute path: they are this machine's, and the reason is in the report. */
const FOLDERS = /(?<![\w.])\/(?:[^\s/]+\/)*/g;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Counts the instructions of services by Linux's `perf`, where the machine has a counter for them. Most virtual machines have
 * none.
 */
export class Instructions {
  private readonly env: Env;
  private readonly event: string;
  private asked: Promise<string | null> | undefined;

  /** @param event what is counted, as `perf` calls it */
  constructor(env: Env, event = EVENT) {
    this.env = env;
    this.event = event;
  }

  /** Why they are not counted here; null where they are. Asked once. */
  refusal(): Promise<string | null> {
    this.asked ??= this.ask();
    return this.asked;
  }

  private async ask(): Promise<string | null> {
    try {
      const how = { cwd: tmpdir(), env: this.childEnv(), timeout: TIMEOUT };
      const { code, stderr } = await run([...this.argv(), "--", "true"], how);
      if (/<not supported>/.test(stderr))
        return "this machine has no counter for them, as most virtual machines";
      if (code === 0 && /^\d+,/m.test(stderr)) return null;
      return mayNot(stderr);
    } catch {
      return "perf is not installed (linux-perf, linux-tools)";
    }
  }

  /** Counts processes, with all that they start, from now on. Never rejects. @param roots a service can have several */
  async count(roots: readonly (readonly [service: string, pid: number])[], ledger?: string): Promise<Counts> {
    if ((await this.refusal()) !== null) return new Counts([]);
    const all = roots.map(async ([service, root]) => {
      const count = new Count();
      const argv = [...this.argv(), "-I", String(INTERVAL), "-p", descendants(root).join(",")];
      const onLine = (line: string) => count.hear(line);
      const how = { cwd: tmpdir(), env: this.childEnv(), onLine, ...(ledger !== undefined && { ledger }) };
      count.child = await start(argv, how).catch(() => undefined);
      return [service, count] as const;
    });
    return new Counts(await Promise.all(all));
  }

  private argv(): string[] {
    return ["perf", "stat", "-x,", "-e", this.event];
  }

  private childEnv(): Record<string, string> {
    return allowed(this.env, { LC_ALL: "C" });
  }
}

/** Why `perf` may not watch a process, with the setting that lets it. */
export function mayNot(printed: string): string {
  const [, level] = /perf_event_paranoid setting is (-?\d+)/.exec(printed) ?? [];
  if (level !== undefined)
    return `perf may not watch it: kernel.perf_event_paranoid is ${level}, and 1 or less (or CAP_PERFMON) allows it`;
  const last = printed.trim().split("\n").at(-1)!.trim();
  return `perf cannot watch it: ${last.replace(FOLDERS, "") || "it says nothing"}`;
}

/** The counts of the services of one start. */
export class Counts {
  private readonly all: readonly (readonly [service: string, count: Count])[];

  constructor(all: readonly (readonly [string, Count])[]) {
    this.all = all;
  }

  /** The counts up to now, by service; one that ended is absent. Waits for `perf`, some 20 ms where anything is counted. */
  async read(): Promise<Readonly<Record<string, number>>> {
    const read = await Promise.all(
      this.all.map(async ([service, one]) => ({ service, now: await one.upToNow() })),
    );
    const counts: Record<string, number> = {};
    for (const { service, now = 0 } of read) counts[service] = (counts[service] ?? 0) + now;
    for (const { service, now } of read) if (now === undefined) delete counts[service];
    return counts;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.all.map(([, { child }]) => child?.stop({ grace: 0.5 })));
  }
}

/** One `perf`, and its count. */
export class Count {
  child: Child | undefined;
  private sum = 0;
  /** Milliseconds of our clock at which `perf` began, at most. */
  private began = Number.POSITIVE_INFINITY;
  private waiting: { readonly since: number; readonly done: (sum: number | undefined) => void }[] = [];

  /**
   * @param line of `perf stat -I -x,`: seconds since it began, and the count of an interval. A machine with two kinds of
   *   cores has a line for each kind.
   */
  hear(line: string, now = performance.now()): void {
    const [, seconds, count] = /^\s*(\d+\.\d+),(\d+|<not counted>),/.exec(line) ?? [];
    if (seconds === undefined) return;
    this.sum += count === "<not counted>" ? 0 : Number(count); // nothing ran
    const end = 1000 * Number(seconds);
    this.began = Math.min(this.began, now - end);
    // the line of the other cores comes with it
    setImmediate(() => {
      const over = this.waiting.filter(({ since }) => this.began + end >= since);
      this.waiting = this.waiting.filter((one) => !over.includes(one));
      for (const { done } of over) done(this.sum);
    });
  }

  /** The sum of all intervals up to the first that ends from now on; undefined where none comes. */
  upToNow(): Promise<number | undefined> {
    if (this.child === undefined || this.child.ended !== null) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const one = {
        since: performance.now(),
        done: (sum: number | undefined) => {
          clearTimeout(late);
          resolve(sum);
        },
      };
      const late = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== one);
        resolve(undefined);
      }, LATE);
      this.waiting.push(one);
    });
  }
}
