import { setTimeout as delay } from "node:timers/promises";
import { interruption } from "../base/errors.ts";
import { Capture } from "./capture.ts";
import { type Child, type ChildOptions, type Ended, start } from "./child.ts";

export interface RunOptions
  extends Pick<ChildOptions, "cwd" | "env" | "onLine" | "input" | "keep" | "ledger"> {
  readonly signal?: AbortSignal;
  /** Time limit in seconds, after which it is killed. */
  readonly timeout?: number;
  /** Most bytes that are kept of each stream; 8 MiB by default. */
  readonly limit?: number;
  /** Seconds between SIGTERM and SIGKILL when it is stopped early; 2 by default. */
  readonly grace?: number;
  /** Called once it runs. */
  readonly onStart?: (pid: number) => void;
}

/** The result of a command. It succeeded only if `code` is 0; a killed command has no code. */
export interface Finished extends Ended {
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output beyond `limit` was dropped. A line in its middle gives the number of bytes. */
  readonly cut: boolean;
  /** Wall time. */
  readonly seconds: number;
}

/**
 * Runs a command to its end. Also ends the processes that it leaves in the background.
 *
 * @throws Interrupted when `signal` aborts, after all processes have ended; SteelyardError when the program cannot
 *   be started (see `start`)
 */
export async function run(argv: readonly string[], options: RunOptions): Promise<Finished> {
  const { signal, timeout, limit, grace = 2, onStart, ...rest } = options;
  if (signal?.aborted) throw interruption(signal);
  const captured = { stdout: new Capture(limit), stderr: new Capture(limit) };
  const began = performance.now();
  const child = await start(argv, { ...rest, onOutput: (chunk, stream) => captured[stream].write(chunk) });
  try {
    onStart?.(child.pid);
    const outcome = await first(child, signal, timeout);
    const seconds = (performance.now() - began) / 1000;
    await child.stop({ grace: outcome === "ended" ? 0 : grace });
    if (outcome === "aborted") throw interruption(signal!);
    const { stdout, stderr } = captured;
    const timedOut = outcome === "late";
    const { code, signal: by } = await child.exited;
    return {
      code: timedOut ? null : code, // cleaning up on SIGTERM and exiting with 0 is no success
      signal: by,
      timedOut,
      stdout: stdout.text(),
      stderr: stderr.text(),
      cut: stdout.cut || stderr.cut,
      seconds,
    };
  } finally {
    await child.stop({ grace });
  }
}

/** The first of three events: its end, an abort, or the time-out. */
async function first(
  child: Child,
  signal: AbortSignal | undefined,
  timeout: number | undefined,
): Promise<"ended" | "aborted" | "late"> {
  const done = new AbortController();
  const waits: Promise<"ended" | "aborted" | "late">[] = [child.exited.then(() => "ended")];
  if (signal) {
    waits.push(
      new Promise((resolve) => {
        const abort = () => resolve("aborted");
        signal.addEventListener("abort", abort, { once: true, signal: done.signal });
        if (signal.aborted) abort(); // aborted during the start
      }),
    );
  }
  if (timeout !== undefined) {
    const late = delay(timeout * 1000, "late" as const, { signal: done.signal });
    late.catch(() => {});
    waits.push(late);
  }
  try {
    return await Promise.race(waits);
  } finally {
    done.abort();
  }
}
