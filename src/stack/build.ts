import { closeSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { environmentError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import { allowed } from "../exec/env.ts";
import { createFile } from "../exec/linkless.ts";
import { run } from "../exec/run.ts";
import { exitReason, LAST_LINES, logTail } from "./exits.ts";

export interface BuildOptions {
  /** Commands that make what the services run. */
  readonly build?: readonly (readonly string[])[];
  /** Seconds that each command may take. */
  readonly buildWithin?: number;
  /** The checkout: paths of the config are relative to it. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Folder for `build.log`, which gets what the commands print. */
  readonly logs: string;
  readonly redact?: Redact;
  /** Directory in which living processes are noted down, for a sweep. */
  readonly ledger?: string;
}

/**
 * Runs the build commands one after the other, in the checkout that is measured.
 *
 * @throws SteelyardError (environment) for the first one that fails or takes too long, (user) for one that cannot be
 *   started; Interrupted
 */
export async function built(options: BuildOptions, signal: AbortSignal): Promise<void> {
  const { build = [], buildWithin = 600, cwd, env, log, redact = (text: string) => text, ledger } = options;
  if (build.length === 0) return;
  const file = join(resolve(cwd, options.logs), "build.log");
  const kept = createFile(file);
  try {
    for (const argv of build) await builtBy(argv, (line) => void writeSync(kept, `${line}\n`));
  } finally {
    closeSync(kept);
  }

  async function builtBy(argv: readonly string[], keep: (line: string) => void): Promise<void> {
    const command = redact(argv.join(" "));
    log.info(`building: ${command}`);
    keep(`$ ${command}`);
    const lines: string[] = [];
    const done = await run(argv, {
      ...{ cwd, env: allowed(env), signal, timeout: buildWithin },
      onLine(line) {
        keep(redact(line));
        lines.push(line);
        if (lines.length > LAST_LINES) lines.shift();
      },
      ...(ledger === undefined ? {} : { ledger }),
    });
    if (done.code === 0) return;
    const how = done.timedOut ? `it took longer than ${buildWithin} s` : exitReason(done, null);
    throw environmentError(`The build failed: ${command}: ${how}.${logTail(lines, redact)}`, {
      where: file,
      remedy: done.timedOut
        ? "make it faster, or raise build_within of the stack"
        : "run it by hand at the top of a fresh checkout",
    });
  }
}

/** The build of a stack as its `prepare`: made once, however often it is asked for. */
export function preparing(options: BuildOptions): (signal: AbortSignal) => Promise<void> {
  let building: Promise<void> | undefined;
  return (signal) => {
    building ??= built(options, signal);
    return building;
  };
}
