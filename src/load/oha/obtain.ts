import { findOnPath } from "../onpath.ts";
import type { FoundProgram } from "../program.ts";

/** The release whose output the tests hold. */
export const PINNED = "1.16.0";

/** "1.16.0" in the output of `oha --version`, "oha 1.16.0"; undefined where there is none. */
export const versionIn = (text: string): string | undefined => /^oha (\d+\.\d+\.\d+\S*)/m.exec(text)?.[1];

/**
 * Finds oha on the PATH.
 *
 * @throws SteelyardError (environment) where there is none that works; Interrupted
 */
export const obtainOha = (
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  binary = "oha",
): Promise<FoundProgram> =>
  findOnPath(
    {
      name: "oha",
      argv: [binary, "--version"],
      version: versionIn,
      least: [1, 16], // --worker-threads; 1.15 no longer follows redirects
      remedy: `cargo install oha --locked --version ${PINNED}, and its folder (~/.cargo/bin) on the PATH; or brew install oha (macOS)`,
    },
    env,
    signal,
  );
