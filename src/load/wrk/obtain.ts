import { findOnPath } from "../onpath.ts";
import type { FoundProgram } from "../program.ts";

/**
 * The version in the output of `wrk -v`, as Debian ("wrk debian/4.1.0-3 [epoll]"), Homebrew ("wrk 4.2.0 [kqueue]") or a
 * build from a commit ("wrk a211dd5 [epoll]") print it; undefined where there is none.
 */
export function versionIn(text: string): string | undefined {
  const token = /^wrk (\S+) \[\w+\]/m.exec(text)?.[1];
  return /\d+\.\d+\.\d+/.exec(token ?? "")?.[0] ?? token;
}

/**
 * Finds wrk on the PATH. It is not fetched: only the distributions publish builds of it.
 *
 * @throws SteelyardError (environment) where there is none that works; Interrupted
 */
export const obtainWrk = (
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  binary = "wrk",
): Promise<FoundProgram> =>
  findOnPath(
    {
      name: "wrk",
      argv: [binary, "-v"], // exits with 1, as if the option were wrong
      version: versionIn,
      least: [4, 0],
      remedy:
        "apt install wrk (Debian, Ubuntu), brew install wrk (macOS), or build https://github.com/wg/wrk",
    },
    env,
    signal,
  );
