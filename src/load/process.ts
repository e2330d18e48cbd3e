import { allowed } from "../exec/env.ts";
import { pinned } from "../exec/pin.ts";
import { statOf } from "../exec/proc.ts";
import { type RunOptions, run } from "../exec/run.ts";
import { Usage } from "../exec/usage.ts";
import type { Inside } from "../model/ports.ts";

/** The place where generators run, and the environment that they may get. */
export interface Execution {
  /** The checkout: scripts are named relative to it, and generators run in it. */
  readonly cwd: string;
  /** Our own environment, of which children get what the allow-list lets through. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directory in which living processes are noted down, for a sweep after a kill. */
  readonly ledger?: string;
  /** Cores that they may use, as `2,3`; all where absent. */
  readonly cpus?: string | undefined;
  /** The container that they run in, with the folder of this call; on this machine where absent. */
  readonly placed?: Placed | undefined;
}
export interface Placed {
  readonly inside: Inside;
  readonly scratch: string;
  /** The program's file that is copied there; null where the image has it. */
  readonly carried: string | null;
}

/** The end of a generator's process, and its use of the machine. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Wall seconds of the process. */
  readonly seconds: number;
  /** CPU seconds of the process; null where they cannot be read. */
  readonly cpu: number | null;
}

export interface EndingWithOutput extends Ending {
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output beyond the limit was cut. */
  readonly cut: boolean;
}

/** Milliseconds between two readings of its CPU time: the last one counts, so that much may be missing. */
const SAMPLING = 50;
/** Bytes kept of its output, which is read line by line: a broken target makes k6 log thousands a second. */
const KEPT = 65_536;

/**
 * Runs a generator to its end, and returns its output and its use of the machine.
 *
 * @param options.family counts the CPU time of its descendants too
 */
export async function runLoad(
  place: Execution,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  options: Pick<RunOptions, "timeout" | "onLine" | "signal" | "limit" | "input"> & {
    readonly family?: boolean;
  },
): Promise<EndingWithOutput> {
  const { family = false, ...rest } = options;
  const { placed, cwd } = place;
  const call = placed && { ...placed, argv, env, cwd };
  await using entered = call && placed.inside.enter(call);
  let cpu: number | null = null;
  let sampling: NodeJS.Timeout | undefined;
  try {
    const done = await run(entered?.argv ?? pinned(argv, place.cpus), {
      cwd,
      env: entered?.env ?? allowed(place.env, env),
      limit: KEPT,
      ...rest,
      ...(place.ledger === undefined ? {} : { ledger: place.ledger }),
      onStart(pid) {
        const usage = family ? new Usage(pid) : null;
        const read = () => (entered ? entered.cpu() : usage ? usage.read()?.cpu : statOf(pid)?.cpu);
        sampling = setInterval(() => {
          cpu = read() ?? cpu;
        }, SAMPLING);
      },
    });
    entered?.check(done);
    const { code, signal, timedOut, seconds, stdout, stderr, cut } = done;
    return { code, signal, timedOut, seconds, cpu, stdout, stderr, cut };
  } finally {
    clearInterval(sampling);
  }
}
