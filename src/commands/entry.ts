import { setMaxListeners } from "node:events";
import { createInterface } from "node:readline/promises";
import { explain, Interrupted, interruption } from "../base/errors.ts";
import { EXIT } from "../base/exit.ts";
import type { Sink, World } from "../base/world.ts";
import { endSoon } from "../exec/deadline.ts";

/** A stream of this process. */
export const sink = (stream: NodeJS.WriteStream): Sink => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY === true,
  get columns() {
    return stream.columns || 80; // some terminals say 0
  },
});

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** Takes Ctrl-C, of which a terminal that is asked makes no signal. It aborts `signal`. */
  readonly interrupt: (why: Interrupted) => void;
}

/** Asks at the terminal; the end of the input is an empty answer. @throws Interrupted */
export const asking =
  ({ input, output, signal, interrupt }: Terminal) =>
  async (question: string): Promise<string> => {
    const terminal = createInterface({ input, output });
    terminal.on("SIGINT", () => interrupt(new Interrupted("SIGINT")));
    const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
    try {
      return await Promise.race([terminal.question(question, { signal }), closed]);
    } catch (error) {
      throw signal.aborted ? interruption(signal) : error;
    } finally {
      terminal.close();
    }
  };

/**
 * Runs a program in the world as this process finds it, and ends with its exit code: the only place where a world is
 * made.
 *
 * @param messages where messages for people go
 */
export async function runProgram(
  program: (world: World) => Promise<number>,
  messages: "stdout" | "stderr" = "stderr",
): Promise<void> {
  const abort = new AbortController();
  setMaxListeners(0, abort.signal); // every probe of a service listens to it until its connection is closed
  const ended = (why: Interrupted) => {
    endSoon();
    abort.abort(why);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => ended(new Interrupted(name)));
  }
  // A terminal that was closed is a request to end; without this the stack would stay up.
  process.on("SIGHUP", () => ended(new Interrupted("SIGTERM")));
  // A reader that goes away (`| head`, a closed terminal) is not an error of ours: the measurement goes on.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
  // A bug that surfaced where nobody waits for it: everything is brought down, and it never looks like a verdict.
  const bugs: unknown[] = [];
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      bugs.push(error);
      ended(new Interrupted("SIGTERM"));
    });
  }
  const { stdin: input, stdout: output } = process;
  const ask = asking({ input, output, signal: abort.signal, interrupt: ended });
  const code = await program({
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    out: sink(process.stdout),
    err: sink(process[messages]),
    now: () => new Date(),
    random: Math.random,
    signal: abort.signal,
    ...(input.isTTY && output.isTTY && { ask }),
  });
  for (const bug of bugs) process.stderr.write(`${explain(bug)}\n`);
  process.exitCode = bugs.length > 0 ? EXIT.bug : code;
}
