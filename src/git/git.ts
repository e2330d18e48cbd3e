import { environmentError, Interrupted } from "../base/errors.ts";
import { allowed } from "../exec/env.ts";
import { type Finished, run } from "../exec/run.ts";

/** A checkout, and the options for running git in it. */
export interface Checkout {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Further environment for git only: settings and credentials that must be in no argument and no file. */
  readonly extra?: Readonly<Record<string, string>>;
}

/**
 * Disables programs that a clone's configuration may name and that read commands would start. A container may write
 * there.
 */
const SAFE = [
  ["-c", "core.fsmonitor=false"],
  ["-c", "core.hooksPath=/dev/null"],
  ["-c", "log.showSignature=false"], // gpg, whose words would also stand in the output
].flat();
/** Time limit of commands that only read, in seconds. */
const LOOK = 60;

/**
 * Runs git in a checkout, with an allow-listed environment and without prompts.
 *
 * @param limit most bytes of its output that are kept
 * @throws SteelyardError (environment) if git is missing; Interrupted
 */
export async function git(
  { cwd, env, signal, extra = {} }: Checkout,
  args: readonly string[],
  timeout = LOOK,
  limit?: number,
): Promise<Finished> {
  try {
    return await run(["git", ...SAFE, ...args], {
      cwd,
      env: allowed(env, { ...extra, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" }),
      signal,
      timeout,
      ...(limit !== undefined && { limit }),
    });
  } catch (cause) {
    if (cause instanceof Interrupted) throw cause;
    throw environmentError("git cannot be run.", { where: cwd, remedy: "install git", cause });
  }
}

/** The output of git, trimmed; null if it failed. */
export async function gitOutput(checkout: Checkout, ...args: string[]): Promise<string | null> {
  const done = await git(checkout, args);
  return done.code === 0 ? done.stdout.trim() : null;
}

/** The line of a failed git command's error output that says what is wrong: advice may follow it. */
export function complaint({ stderr, timedOut }: Finished): string {
  if (timedOut) return "it took too long";
  const lines = stderr.trim().split("\n");
  const line = lines.find((one) => /^(?:fatal|error): /.test(one)) ?? lines.at(-1) ?? "";
  return line.slice(0, 500) || "it printed no error";
}
