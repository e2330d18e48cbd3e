import { allowed } from "../../exec/env.ts";
import { statOf } from "../../exec/proc.ts";
import { type RunOptions, run } from "../../exec/run.ts";
import type { Ending } from "./outcome.ts";
import type { K6 } from "./source.ts";

/** Milliseconds between two readings of k6's CPU time: the last one counts, so that much may be missing. */
const SAMPLING = 50;
/** Bytes kept of its output, which is read line by line: a broken target makes k6 log thousands a second. */
const KEPT = 65_536;

/** Runs k6 to its end, and tells what it used. */
export async function runK6(
  k6: K6,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  options: Pick<RunOptions, "timeout" | "onLine" | "signal">,
): Promise<Ending> {
  let cpu: number | null = null;
  let sampling: NodeJS.Timeout | undefined;
  try {
    const { code, signal, timedOut, seconds } = await run(argv, {
      ...{ cwd: k6.cwd, env: allowed(k6.env, env), limit: KEPT, ...options },
      ...(k6.ledger === undefined ? {} : { ledger: k6.ledger }),
      onStart(pid) {
        sampling = setInterval(() => {
          cpu = statOf(pid)?.cpu ?? cpu;
        }, SAMPLING);
      },
    });
    return { code, signal, timedOut, seconds, cpu };
  } finally {
    clearInterval(sampling);
  }
}
