import { environmentError } from "../../base/errors.ts";
import { allowed } from "../../exec/env.ts";
import { run } from "../../exec/run.ts";

export interface ObtainedWrk {
  readonly binary: string;
  /** Such as "4.1.0". */
  readonly version: string;
}

/**
 * The version in what `wrk -v` prints, as Debian ("wrk debian/4.1.0-3 [epoll]"), Homebrew ("wrk 4.2.0 [kqueue]") or a
 * build from a commit ("wrk a211dd5 [epoll]") do; undefined where it is none.
 */
export function versionIn(text: string): string | undefined {
  const token = /^wrk (\S+) \[\w+\]/m.exec(text)?.[1];
  return /\d+\.\d+\.\d+/.exec(token ?? "")?.[0] ?? token;
}

/**
 * The wrk on the PATH. It is not fetched: nobody publishes builds of it but the distributions.
 *
 * @throws SteelyardError (environment) where there is none that works; Interrupted
 */
export async function obtainWrk(
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  binary = "wrk",
): Promise<ObtainedWrk> {
  let cause: unknown;
  try {
    // It ends with 1, as if the option were wrong.
    const done = await run([binary, "-v"], { cwd: "/", env: allowed(env), signal, timeout: 20 });
    const version = versionIn(done.stdout) ?? versionIn(done.stderr);
    const [major = 0] = (version ?? "").split(".").map(Number);
    if (version !== undefined && !(major < 4)) return { binary, version };
    cause =
      version === undefined
        ? "what is called wrk does not say its version"
        : `wrk is ${version}, and 4.0 is needed`;
  } catch (error) {
    if (signal.aborted) throw error;
    cause = error;
  }
  throw environmentError("There is no wrk on this machine.", {
    where: "PATH",
    remedy: "apt install wrk (Debian, Ubuntu), brew install wrk (macOS), or build https://github.com/wg/wrk",
    cause,
  });
}
