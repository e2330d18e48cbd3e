import { environmentError, Interrupted } from "../base/errors.ts";
import { allowed } from "../exec/env.ts";
import { type Finished, run } from "../exec/run.ts";

/** A checkout, and what git is run with in it. */
export interface Checkout {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Further environment of git alone: settings and credentials that are to stand in no argument and no file. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Programs that a clone's configuration could name, and that every look at it would start: a container may write there. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
/** Seconds for a command that only looks. */
const LOOK = 60;

/**
 * Runs git in a checkout, with an allow-listed environment and nothing to ask anybody.
 *
 * @param limit most bytes kept of what it prints
 * @throws SteelyardError (environment) where there is no git; Interrupted
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

/** What git printed, trimmed; null where it failed. */
export async function gitOutput(checkout: Checkout, ...args: string[]): Promise<string | null> {
  const done = await git(checkout, args);
  return done.code === 0 ? done.stdout.trim() : null;
}

/** The last words of a git command that failed, on one line. */
export const complaint = ({ stderr, timedOut }: Finished): string =>
  timedOut ? "it took too long" : (stderr.trim().split("\n").at(-1) ?? "").slice(0, 500) || "it says nothing";
