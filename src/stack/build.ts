import { closeSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { environmentError, explain, isExpected } from "../base/errors.ts";
import { announce, type Log } from "../base/log.ts";
import type { Redact } from "../base/redact.ts";
import { Capture } from "../exec/capture.ts";
import { allowed } from "../exec/env.ts";
import { createFile } from "../exec/linkless.ts";
import { run } from "../exec/run.ts";
import { exitReason, LAST_LINES, logTail } from "./exits.ts";
import { buildKey, type KeptBuild } from "./keptbuild.ts";

export interface BuildOptions {
  /** Commands that build the services. */
  readonly build?: readonly (readonly string[])[];
  /** Time limit of each command, in seconds. */
  readonly buildWithin?: number;
  /** The checkout. Paths of the config are relative to it. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Folder of `build.log`, which receives the output of the commands. */
  readonly logs: string;
  readonly redact?: Redact;
  /** Directory that lists the running processes, so that a sweep can end them. */
  readonly ledger?: string;
  /** Builds of the whole measurement; those of this stack alone where absent. */
  readonly builds?: Builds;
  /** Whether everything that the commands change lies in the checkout. */
  readonly keepable?: boolean;
}

/** Shortest build that is kept for the next measurement, in seconds. Its files have to be copied twice. */
const WORTH_KEEPING = 2;

/** The builds of one measurement: a checkout that several stacks use is built once. */
export class Builds {
  readonly #started = new Map<string, Promise<void>>();
  readonly #kept = new Map<string, KeptBuild>();
  readonly #reused = new Set<KeptBuild>();

  /** Has a checkout's build taken from an earlier measurement, and kept for later ones. */
  keep(cwd: string, build: KeptBuild): void {
    this.#kept.set(resolve(cwd), build);
  }

  /** Removes the build that a checkout took from an earlier measurement. Returns whether there was one. */
  dropReused(cwd: string): boolean {
    const build = this.#kept.get(resolve(cwd));
    if (build === undefined || !this.#reused.has(build)) return false;
    build.drop();
    return true;
  }

  /**
   * Runs the commands one after the other in the checkout, unless the same ones ran there or are running, or an earlier
   * measurement kept what they made.
   *
   * @throws SteelyardError (environment) for the first command that fails or times out, (user) for one that cannot be
   *   started; Interrupted
   */
  once(options: BuildOptions, signal: AbortSignal): Promise<void> {
    const key = JSON.stringify([resolve(options.cwd), options.build]);
    const kept = options.keepable === true ? this.#kept.get(resolve(options.cwd)) : undefined;
    const build = () =>
      kept === undefined ? runBuild(options, signal) : this.#keptOr(kept, options, signal);
    const started = this.#started.get(key) ?? build();
    this.#started.set(key, started);
    return started;
  }

  /** Takes the kept build, or builds and keeps that. */
  async #keptOr(kept: KeptBuild, options: BuildOptions, signal: AbortSignal): Promise<void> {
    const { build = [], env, log } = options;
    if (build.length === 0) return;
    const key = buildKey(build, env);
    const age = await kept.restore(key, Date.now(), signal);
    if (age !== null) {
      this.#reused.add(kept);
      log.info(`the build of ${Math.ceil(age / 60)} min ago is used again; \`steelyard down\` forgets it`);
      return;
    }
    const began = performance.now();
    await runBuild(options, signal);
    if (performance.now() - began < WORTH_KEEPING * 1000) return;
    try {
      await kept.keep(key, Date.now(), signal);
    } catch (error) {
      if (!isExpected(error)) throw error;
      log.info(`the build is not kept: ${explain(error)}`);
    }
  }
}

/**
 * Runs the commands. They are one line of the log, and all of their output where one fails: a machine of CI is gone then. Its
 * last lines are in the error.
 */
async function runBuild(options: BuildOptions, signal: AbortSignal): Promise<void> {
  const { build = [], log, redact = (text) => text } = options;
  if (build.length === 0) return;
  const file = join(resolve(options.cwd, options.logs), "build.log");
  const kept = createFile(file);
  const output = new Capture();
  const keep = (line: string) => {
    writeSync(kept, `${line}\n`);
    output.write(Buffer.from(`${line}\n`));
  };
  const last: string[] = [];
  try {
    const began = performance.now();
    for (const argv of build) await runCommand(argv, options, { file, keep, last }, signal);
    const commands = redact(build.map((argv) => argv.join(" ")).join("; "));
    log.info(`built in ${((performance.now() - began) / 1000).toFixed(1)} s: ${commands}`);
  } catch (error) {
    const shown = output
      .text()
      .split("\n")
      .slice(0, -1 - last.length); // it ends with a line break
    if (!signal.aborted) for (const line of shown) log.info(`  | ${line}`);
    throw error;
  } finally {
    closeSync(kept);
  }
}

async function runCommand(
  argv: readonly string[],
  { buildWithin = 600, cwd, env, log, redact = (text) => text, ledger }: BuildOptions,
  {
    file,
    keep,
    last,
  }: { readonly file: string; readonly keep: (line: string) => void; readonly last: string[] },
  signal: AbortSignal,
): Promise<void> {
  const command = redact(argv.join(" "));
  log.progress(`building: ${command}`);
  using _slow = announce(log, `building: ${command}`);
  keep(`$ ${command}`);
  last.length = 0;
  const done = await run(argv, {
    cwd,
    env: allowed(env),
    signal,
    timeout: buildWithin,
    onLine(line) {
      keep(redact(line));
      log.progress(redact(line).trim());
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
    },
    ...(ledger === undefined ? {} : { ledger }),
  });
  if (done.code === 0) return;
  const how = done.timedOut ? `it took longer than ${buildWithin} s` : exitReason(done, null);
  throw environmentError(`The build failed: ${command}: ${how}.${logTail(last, redact)}`, {
    where: file,
    remedy: done.timedOut
      ? "make it faster, or raise build_within of the stack"
      : "run it by hand at the top of a fresh checkout",
  });
}
