import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import type { Workload } from "../../model/config.ts";
import { settingsOf } from "../../model/load.ts";
import type { Generator, LoadRequest, LoadResult, Measuring } from "../../model/ports.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import type { Slot } from "../../model/schedule.ts";
import { loadEnv } from "../environment.ts";
import { fail } from "../failure.ts";
import { loadTarget, runPhases } from "../phases.ts";
import { type Execution, runLoad } from "../process.ts";
import { makeScratch, type Scratch } from "../scratch.ts";
import { demandFile, NOWHERE, readingEnv } from "../script.ts";
import { whole, wrkArgv } from "./argv.ts";
import type { Wrk } from "./kind.ts";
import { luaOf } from "./lua.ts";
import { broken, doneLines, outcome, scriptError } from "./outcome.ts";
import { wrkDigest } from "./workloaddigest.ts";

export interface WrkOptions extends Execution {
  readonly binary: string;
  /** Such as "4.1.0". */
  readonly version: string;
  /** Directory for the files of a run, which are removed after it. */
  readonly scratch: string;
  readonly log: Log;
}

/** Seconds that reading a script may take. */
const READING = 20;
/** Most lines of the user's own `done` that are logged. */
const MOST_LINES = 50;

/** The wrk load generator: a warm-up run, whose figures are discarded, and a measured one. */
export class WrkGenerator implements Generator {
  readonly versions: Generator["versions"];
  private readonly wrk: WrkOptions;

  constructor(options: WrkOptions) {
    this.wrk = options;
    this.versions = { wrk: `wrk ${options.version}` };
  }

  async facts(name: string, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts> {
    const settings = settingsOf("wrk", workload);
    const script = this.scriptOf(settings);
    if (script !== null) {
      demandFile(script, name, "Lua", "wrk.script:");
      await this.read(script, workload.env, signal);
    }
    return {
      digest: wrkDigest(
        settings,
        script === null ? null : await readFile(script, "utf8"),
        workload,
        this.wrk.version,
      ),
      model: "closed",
      generator: this.versions.wrk!,
    };
  }

  planned(_name: string, slot: Slot): number {
    return (slot.warmup > 0 ? whole(slot.warmup) : 0) + whole(slot.duration);
  }

  async load(request: LoadRequest, measuring: Measuring, signal: AbortSignal): Promise<LoadResult> {
    const settings = settingsOf("wrk", request.workload);
    const target = loadTarget(request, settings);
    if (target === null) return fail("script-error", `the stack has no endpoint ${settings.endpoint ?? ""}`);
    await using scratch = await makeScratch(this.wrk.scratch);
    const report = join(scratch.path, "report.json");
    const done = await runPhases(
      {
        place: this.wrk,
        request,
        scratch: scratch.path,
        planned: this.planned(request.name, request.slot),
        argv: (phase, seconds) => {
          const script = this.writeLua(scratch, {
            script: this.scriptOf(settings),
            headers: own(request.headers, target.endpoint) ?? {},
            report: phase === "measured" ? report : null,
          });
          return wrkArgv(this.wrk.binary, { ...settings, script, seconds, url: target.url });
        },
        broken: (ending, limit) => broken({ ending, limit }),
      },
      measuring,
      signal,
    );
    if ("failed" in done) return done.failed;
    this.logDone(request.name, done.ending.stdout);
    return outcome({ ...done, text: scratch.read("report.json") }, done.used);
  }

  /** Logs the lines that the user's `done` printed. */
  private logDone(name: string, stdout: string): void {
    for (const line of doneLines(stdout).slice(0, MOST_LINES)) this.wrk.log.info(`${name}: ${line}`);
  }

  private scriptOf({ script }: Wrk): string | null {
    return script === undefined ? null : resolve(this.wrk.cwd, script);
  }

  /** Headers may be secrets: nobody else may read the file. */
  private writeLua(scratch: Scratch, lua: Parameters<typeof luaOf>[0]): string {
    return scratch.write("steelyard.lua", luaOf(lua));
  }

  /**
   * Runs wrk with the script against no target: it loads scripts before it connects.
   *
   * @throws SteelyardError (user) for a script that Lua cannot load
   */
  private async read(
    script: string,
    env: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void> {
    await using scratch = await makeScratch(this.wrk.scratch);
    const file = this.writeLua(scratch, { script, headers: {}, report: null });
    const argv = wrkArgv(this.wrk.binary, {
      connections: 1,
      threads: 1,
      timeout: 1,
      seconds: 1,
      script: file,
      url: NOWHERE,
    });
    const variables = loadEnv({ env: readingEnv(script, env), targets: {}, headers: {}, seed: 0 });
    const ending = await runLoad(this.wrk, argv, variables, { timeout: READING, signal });
    const cause = ending.timedOut
      ? `its top level took longer than ${READING} s`
      : scriptError(ending.stderr);
    if (cause === undefined) return;
    throw userError("wrk cannot load this script.", {
      where: script,
      remedy: "correct the script, until wrk --script runs it without a message",
      cause,
    });
  }
}
