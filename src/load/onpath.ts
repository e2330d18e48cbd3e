import { environmentError } from "../base/errors.ts";
import { allowed } from "../exec/env.ts";
import { run } from "../exec/run.ts";
import type { FoundProgram } from "./program.ts";

/** A program that is taken from the PATH and never fetched. */
export interface PathProgram {
  /** Its name in messages. */
  readonly name: string;
  /** The command that prints its version; whatever its exit code. */
  readonly argv: readonly [binary: string, ...args: string[]];
  /** The version in the output; undefined where there is none. */
  version(output: string): string | undefined;
  /** The oldest version that works: [4, 0] for 4.0. A version without numbers is a build from a commit, and works. */
  readonly least: readonly [major: number, minor: number];
  readonly remedy: string;
}

/**
 * Finds a program on the PATH.
 *
 * @throws SteelyardError (environment) where there is none that works; Interrupted
 */
export async function findOnPath(
  { name, argv, version: versionIn, least, remedy }: PathProgram,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<FoundProgram> {
  let cause: unknown;
  try {
    const done = await run([...argv], { cwd: "/", env: allowed(env), signal, timeout: 20 });
    const version = versionIn(done.stdout) ?? versionIn(done.stderr);
    if (version !== undefined && !older(version, least)) {
      return { binary: argv[0], version, how: "on the PATH" };
    }
    cause =
      version === undefined
        ? `the program called ${name} does not print its version`
        : `${name} is ${version}, and ${least.join(".")} is needed`;
  } catch (error) {
    if (signal.aborted) throw error;
    cause = error;
  }
  throw environmentError(`There is no ${name} on this machine.`, { where: "PATH", remedy, cause });
}

function older(version: string, [major, minor]: readonly [number, number]): boolean {
  const [a = Number.NaN, b = 0] = version.split(".").map(Number);
  return a < major || (a === major && b < minor);
}
