import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, SteelyardError, userError } from "../base/errors.ts";
import { Family, leader } from "./family.ts";
import { forget, record } from "./ledger.ts";
import { lines } from "./lines.ts";
import { createFile } from "./linkless.ts";
import { marked, newMark } from "./mark.ts";
import { refusal } from "./refusal.ts";
import { lastLines } from "./tail.ts";

/** How a process ended: normally with a code, or by a signal. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildOptions {
  readonly cwd: string;
  /** The whole environment, except the mark by which its descendants are found. Build it with `allowed`. */
  readonly env: Readonly<Record<string, string>>;
  /** Called for each line of output; not with `file`. */
  readonly onLine?: (line: string, stream: Stream) => void;
  /** Called for each piece of output as it comes; not with `file`. */
  readonly onOutput?: (chunk: Uint8Array, stream: Stream) => void;
  /** Number of lines that `tail` can return, 50 by default. */
  readonly keep?: number;
  /** A new file, by a path without links, for both streams. The output then costs this process no CPU. */
  readonly file?: string;
  /** Content of its standard input, which is empty by default. */
  readonly input?: string | Uint8Array;
  /** Keeps its standard input open for `write` until it is stopped. */
  readonly interactive?: boolean;
  /** Directory that lists the running children, for `sweep`. */
  readonly ledger?: string;
}
export type Stream = "stdout" | "stderr";

/** Seconds between SIGTERM and SIGKILL. A cancelled job has 7.5 seconds in all. */
export const GRACE = 3;
/** Milliseconds that output may still come after the end, while another process holds the pipe open. */
const FLUSH = 250;

/**
 * Starts a program as the leader of its own session and process group.
 *
 * @throws SteelyardError (user) for a program that does not exist or is not executable, and for a missing
 *   directory; (environment) when the system cannot start it
 */
export async function start(argv: readonly string[], options: ChildOptions): Promise<Child> {
  const [program = "", ...args] = argv;
  if (program === "") throw userError("A command is empty.", { remedy: "name a program" });
  const output = options.file === undefined ? "pipe" : openLog(options.file);
  const mark = newMark();
  try {
    const spawned = spawn(program, args, {
      cwd: options.cwd,
      env: marked(options.env, mark),
      detached: true,
      stdio: [options.input === undefined && !options.interactive ? "ignore" : "pipe", output, output],
    });
    const failed = new Promise<never>((_, reject) => spawned.once("error", reject));
    const child =
      spawned.pid === undefined ? await failed : new Child(spawned, spawned.pid, program, mark, options);
    failed.catch(() => {}); // a later error is an undelivered signal, which `stop` notices
    return child;
  } catch (cause) {
    throw cause instanceof SteelyardError ? cause : refusal(argv, options.cwd, cause);
  } finally {
    if (typeof output === "number") closeSync(output); // the child has its own copy
  }
}

/** A running program. Its disposal ends it and all of its descendants. */
export class Child implements AsyncDisposable {
  readonly pid: number;
  /** Resolves when the program has ended and its output has been read. Its children may still run. */
  readonly exited: Promise<Ended>;
  private readonly options: ChildOptions;
  private readonly family: Family;
  private readonly kept: string[] = [];
  private readonly release: () => void;
  private stopping: Promise<void> | undefined;
  private end: Ended | null = null;
  private readonly stdin: Writable | null = null;

  constructor(spawned: ChildProcess, pid: number, program: string, mark: string, options: ChildOptions) {
    this.pid = pid;
    this.options = options;
    this.family = new Family(leader(pid), mark);
    this.exited = this.ending(spawned);
    spawned.on("error", () => {});
    spawned.stdin?.on("error", () => {}); // it may end without reading all
    if (options.interactive) this.stdin = spawned.stdin;
    else spawned.stdin?.end(options.input);
    if (spawned.stdout) this.read(spawned.stdout, "stdout");
    if (spawned.stderr) this.read(spawned.stderr, "stderr");
    const unhook = atExit(() => this.family.kill());
    try {
      const entry =
        options.ledger === undefined ? null : record(options.ledger, this.family.leader, program, mark);
      this.release = () => {
        unhook();
        if (entry !== null) forget(entry);
      };
    } catch (error) {
      this.family.kill();
      unhook();
      throw error;
    }
  }

  /** How it ended; null while it runs. */
  get ended(): Ended | null {
    return this.end;
  }

  /** Writes to its standard input, if it is interactive. Unread text is lost. */
  write(text: string): void {
    this.stdin?.write(text);
  }

  /** Pids of its family that still run. */
  pids(): number[] {
    return this.family.members();
  }

  /** The last lines of its output, including standard error. */
  tail(count = this.options.keep ?? 50): string[] {
    return this.options.file === undefined ? this.kept.slice(-count) : lastLines(this.options.file, count);
  }

  /**
   * Ends its whole family with SIGTERM, and after `grace` seconds with SIGKILL. Resolves when no process of it
   * runs, even if the program ended long ago and left children behind.
   *
   * @throws SteelyardError (environment) when a process survives SIGKILL
   */
  stop({ grace = GRACE }: { readonly grace?: number } = {}): Promise<void> {
    this.stopping ??= this.family.end(grace).then(async () => {
      await this.exited;
      this.release();
    });
    return this.stopping;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  private async ending(spawned: ChildProcess): Promise<Ended> {
    const closed = new Promise<void>((resolve) => spawned.once("close", () => resolve()));
    const ended = await new Promise<Ended>((resolve) =>
      spawned.once("exit", (code, signal) => {
        this.end = { code, signal };
        this.family.members(); // while no other process can have its pid
        resolve({ code, signal });
      }),
    );
    const flushed = new AbortController();
    await Promise.race([closed, delay(FLUSH, undefined, { signal: flushed.signal }).catch(() => {})]);
    flushed.abort();
    return ended;
  }

  private read(from: Readable, stream: Stream): void {
    const most = this.options.keep ?? 50;
    const cut = lines((line) => {
      this.kept.push(line);
      if (this.kept.length > most) this.kept.shift();
      this.options.onLine?.(line, stream);
    });
    from.on("data", (chunk: Uint8Array) => {
      this.options.onOutput?.(chunk, stream);
      cut.write(chunk);
    });
    from.on("end", () => cut.end());
    from.on("error", () => {});
  }
}

/**
 * Calls `last` when this process ends, by `process.exit` and uncaught errors too, but not by SIGKILL. Returns a
 * function that removes the hook.
 */
function atExit(last: () => void): () => void {
  process.setMaxListeners(process.getMaxListeners() + 1); // each child adds one, and none is a leak
  process.once("exit", last);
  return () => {
    process.removeListener("exit", last);
    process.setMaxListeners(process.getMaxListeners() - 1);
  };
}

function openLog(file: string): number {
  try {
    return createFile(file); // in append mode, so that it can be emptied meanwhile
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    throw environmentError("Cannot write the log of a service.", {
      where: file,
      remedy: "choose another directory for the results, or correct its permissions",
      cause,
    });
  }
}
