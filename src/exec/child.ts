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

/** How a process ended: by itself with a code, or by a signal. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildOptions {
  readonly cwd: string;
  /** All of it, but for the mark by which what it leaves is found. Build it with `allowed`. */
  readonly env: Readonly<Record<string, string>>;
  /** Called for each line of output; not with `file`. */
  readonly onLine?: (line: string, stream: Stream) => void;
  /** Called for each piece of output as it comes; not with `file`. */
  readonly onOutput?: (chunk: Uint8Array, stream: Stream) => void;
  /** Lines kept for `tail`, 50 by default. */
  readonly keep?: number;
  /** The file both streams are written to, made anew, by a path without links: its output then costs this process nothing. */
  readonly file?: string;
  /** What it reads on its standard input, which is empty by default. */
  readonly input?: string;
  /** Keeps its standard input open for `write`, until it is stopped. */
  readonly interactive?: boolean;
  /** Directory in which living children are noted down, for `sweep`. */
  readonly ledger?: string;
}
export type Stream = "stdout" | "stderr";

/** Seconds between SIGTERM and SIGKILL; a cancelled job has 7.5 in all. */
export const GRACE = 3;
/** Milliseconds that output may still come after the end, while something else holds the pipe open. */
const FLUSH = 250;

/**
 * Starts a program as the leader of a session and process group of its own.
 *
 * @throws SteelyardError (user) when it does not exist or is not executable or its directory is missing,
 *   (environment) when the machine refuses
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
    failed.catch(() => {}); // a later error is a signal that was not delivered; `stop` looks for itself
    return child;
  } catch (cause) {
    throw cause instanceof SteelyardError ? cause : refusal(argv, options.cwd, cause);
  } finally {
    if (typeof output === "number") closeSync(output); // the child has its own
  }
}

/** A program that runs, owned: disposing of it ends it and everything that came of it. */
export class Child implements AsyncDisposable {
  readonly pid: number;
  /** Resolves when the program itself has ended and its output has been read; what it left may still run. */
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
    spawned.stdin?.on("error", () => {}); // it may end without having read all
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

  /** Hands it a text, where it is interactive; what it does not read is lost. */
  write(text: string): void {
    this.stdin?.write(text);
  }

  /** Pids of all that came of it and still runs. */
  pids(): number[] {
    return this.family.members();
  }

  /** The last lines of its output, standard error among them. */
  tail(count = this.options.keep ?? 50): string[] {
    return this.options.file === undefined ? this.kept.slice(-count) : lastLines(this.options.file, count);
  }

  /**
   * Ends it and all that came of it: SIGTERM, SIGKILL to what is left after `grace` seconds.
   * Resolves when nothing of it runs; also when the program itself ended long ago and left children behind.
   *
   * @throws SteelyardError (environment) when something cannot even be killed
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
        this.family.members(); // while nobody else can have its pid
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
 * Calls `last` when this process ends, however it does short of being killed: an uncaught error and
 * `process.exit` included. Returns what takes it back.
 */
function atExit(last: () => void): () => void {
  process.setMaxListeners(process.getMaxListeners() + 1); // each child is one more, and none is a leak
  process.once("exit", last);
  return () => {
    process.removeListener("exit", last);
    process.setMaxListeners(process.getMaxListeners() - 1);
  };
}

function openLog(file: string): number {
  try {
    return createFile(file); // for appending, so that it may be shortened while it is written
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    throw environmentError("Cannot write the log of a service.", {
      where: file,
      remedy: "choose another directory for the results, or mend its permissions",
      cause,
    });
  }
}
