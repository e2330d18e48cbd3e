import type { Wrk } from "./kind.ts";

/** wrk's own smallest length of time, and the only ones it takes: whole seconds. */
export const whole = (seconds: number): number => Math.max(1, Math.ceil(seconds));

export interface WrkRun extends Pick<Wrk, "connections" | "threads" | "timeout"> {
  /** Our Lua, which loads the user's. */
  readonly script: string;
  readonly seconds: number;
  readonly url: string;
}

/** The command of one run. Headers are in the Lua file, because everybody on the machine can read arguments. */
export function wrkArgv(
  binary: string,
  { connections, threads, timeout, script, seconds, url }: WrkRun,
): string[] {
  return [
    binary,
    "--connections",
    String(connections),
    "--threads",
    String(threads),
    "--duration",
    `${whole(seconds)}s`,
    "--timeout",
    `${whole(timeout)}s`,
    "--script",
    script,
    url,
  ];
}
