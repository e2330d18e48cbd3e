import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import type { Workload } from "../../model/config.ts";
import { type Load, loadOf } from "../../model/load.ts";
import type { Generator, LoadRequest, LoadResult, Measuring } from "../../model/ports.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import type { Slot } from "../../model/schedule.ts";
import { loadEnv } from "../environment.ts";
import { type Place, runLoad, type Spoken } from "../process.ts";
import { makeScratch, type Scratch } from "../scratch.ts";
import { demandFile, NOWHERE, stand } from "../script.ts";
import { whole, wrkArgv } from "./argv.ts";
import { wrkDigest } from "./digest.ts";
import { luaOf } from "./lua.ts";
import { broken, doneLines, fail, outcome, scriptError } from "./outcome.ts";

export interface WrkOptions extends Place {
  readonly binary: string;
  /** Such as "4.1.0". */
  readonly version: string;
  /** Directory for what is written for a run; each run's is removed after it. */
  readonly scratch: string;
  readonly log: Log;
}

type WrkLoad = Extract<Load, { kind: "wrk" }>;

/** Seconds beyond its planned end after which a run is killed. */
const PATIENCE = 30;
/** Seconds that reading a script may take. */
const READING = 20;
/** Most lines of the user's own `done` that are passed on. */
const MOST_LINES = 50;

/** The wrk load generator: a warm-up run, whose figures are discarded, and a measured one. */
export function wrkGenerator(options: WrkOptions): Generator {
  return new WrkGenerator(options);
}

class WrkGenerator implements Generator {
  readonly versions: Generator["versions"];
  private readonly wrk: WrkOptions;

  constructor(options: WrkOptions) {
    this.wrk = options;
    this.versions = { wrk: `wrk ${options.version}` };
  }

  async facts(name: string, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts> {
    const load = wrkOf(workload);
    const script = this.scriptOf(load);
    if (script !== null) {
      demandFile(script, name, "Lua", "wrk.script:");
      await this.read(script, workload.env, signal);
    }
    return {
      digest: wrkDigest(
        load,
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
    const { workload, slot, targets, headers } = request;
    const load = wrkOf(workload);
    const endpoint = load.wrk.endpoint ?? Object.keys(targets)[0];
    const target = endpoint === undefined ? undefined : own(targets, endpoint);
    if (endpoint === undefined || target === undefined) {
      return fail("script-error", `the stack has no endpoint ${endpoint ?? ""}`);
    }
    await using scratch = await makeScratch(this.wrk.scratch);
    const report = join(scratch.path, "report.json");
    const { inside, cpus = this.wrk.cpus } = request;
    // wrk needs libraries that other images do not have: it is the one that is there.
    const placed = inside && { inside, scratch: scratch.path, carried: null };
    const limit = workload.timeout ?? this.planned(request.name, slot) + PATIENCE;
    const began = performance.now();
    const go = async (seconds: number, phase: "warmup" | "measured") => {
      const script = this.written(scratch, {
        script: this.scriptOf(load),
        headers: own(headers, endpoint) ?? {},
        report: phase === "measured" ? report : null,
      });
      const argv = wrkArgv(this.wrk.binary, {
        ...load.wrk,
        script,
        seconds,
        url: `${target}${load.wrk.path}`,
      });
      const env = { ...loadEnv({ ...request, headers: {}, seed: slot.seed }), STEELYARD_PHASE: phase };
      const left = Math.max(1, limit - (performance.now() - began) / 1000);
      return await runLoad({ ...this.wrk, cpus, placed }, argv, env, { timeout: left, signal });
    };
    const warm: Spoken | null = slot.warmup > 0 ? await go(slot.warmup, "warmup") : null;
    const wrong = warm && broken({ ending: warm, limit });
    if (wrong) return wrong;
    await measuring();
    const ending = await go(slot.duration, "measured");
    this.tell(request.name, ending.stdout);
    const text = scratch.read("report.json");
    const cpu = ending.cpu === null || warm?.cpu === null ? null : ending.cpu + (warm?.cpu ?? 0);
    return outcome({ ending, text, limit }, { cpu, wall: ending.seconds + (warm?.seconds ?? 0) });
  }

  /** Passes on what the user's `done` printed. */
  private tell(name: string, stdout: string): void {
    for (const line of doneLines(stdout).slice(0, MOST_LINES)) this.wrk.log.info(`${name}: ${line}`);
  }

  private scriptOf({ wrk }: WrkLoad): string | null {
    return wrk.script === undefined ? null : resolve(this.wrk.cwd, wrk.script);
  }

  /** Headers may be secrets: nobody else may read the file. */
  private written(scratch: Scratch, lua: Parameters<typeof luaOf>[0]): string {
    return scratch.write("steelyard.lua", luaOf(lua));
  }

  /**
   * Has wrk load the script, aimed at nothing: it loads scripts before it looks for its target.
   *
   * @throws SteelyardError (user) for a script that Lua cannot load
   */
  private async read(
    script: string,
    env: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void> {
    await using scratch = await makeScratch(this.wrk.scratch);
    const file = this.written(scratch, { script, headers: {}, report: null });
    const argv = wrkArgv(this.wrk.binary, {
      ...{ connections: 1, threads: 1, timeout: 1, seconds: 1 },
      ...{ script: file, url: NOWHERE },
    });
    const own = { ...stand(script), ...loadEnv({ env, targets: {}, headers: {}, seed: 0 }) };
    const ending = await runLoad(this.wrk, argv, own, { timeout: READING, signal });
    const cause = ending.timedOut
      ? `its top level took longer than ${READING} s`
      : scriptError(ending.stderr);
    if (cause === undefined) return;
    throw userError("wrk cannot load this script.", {
      where: script,
      remedy: "mend the script, until wrk --script runs it without a message",
      cause,
    });
  }
}

function wrkOf(workload: Workload): WrkLoad {
  const load = loadOf(workload);
  if (load.kind !== "wrk") throw new Error(`wrk was given a workload of ${load.kind}`);
  return load;
}
