import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SteelyardError } from "../../base/errors.ts";
import { linklessStat, readWhole } from "../../exec/linkless.ts";
import type { Workload } from "../../model/config.ts";
import { settingsOf } from "../../model/load.ts";
import type { Generator, LoadRequest, LoadResult, Measuring } from "../../model/ports.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import type { Slot } from "../../model/schedule.ts";
import { loadEnv } from "../environment.ts";
import { fail } from "../failure.ts";
import { type Execution, runLoad } from "../process.ts";
import { makeScratch } from "../scratch.ts";
import { isFile } from "../script.ts";
import { shaping } from "../shaping.ts";
import type { Command } from "./kind.ts";
import { broken, MOST_BYTES, type Output, outcome } from "./outcome.ts";

export interface CommandOptions extends Execution {
  /** Directory for what programs write; each run's is removed after it. */
  readonly scratch: string;
}

/** Seconds beyond its planned end after which a program is killed. */
const TIMEOUT = 60;
/** The version of our protocol with programs; their own versions are unknown. */
const VERSION = "command load/1";

/** Any program as a load generator. */
export function commandGenerator(place: CommandOptions): Generator {
  const planned = (_name: string, slot: Slot) => slot.warmup + slot.duration;
  return {
    versions: { command: VERSION },
    planned,
    facts: async (_name, workload) => facts(settingsOf("command", workload), workload, place.cwd),
    load: (request, measuring, signal) =>
      trial(place, request, planned(request.name, request.slot), measuring, signal),
  };
}

/** The digest covers files of the checkout among the arguments, but not the files that these load. */
async function facts(command: Command, workload: Workload, cwd: string): Promise<WorkloadFacts> {
  const hash = createHash("sha256").update(JSON.stringify({ ...command, ...shaping(workload) }));
  for (const argument of command.run) {
    const file = resolve(cwd, argument);
    if (isFile(file) && liesIn(file, cwd)) hash.update("\0").update(await readFile(file));
  }
  return { digest: hash.digest("hex"), model: "mixed", generator: VERSION };
}

/** Whether a file lies in the checkout and is no link out of it: the target of such a link may be endless. */
const liesIn = (file: string, cwd: string) =>
  file.startsWith(`${resolve(cwd)}/`) && realpathSync(file).startsWith(`${realpathSync(cwd)}/`);

async function trial(
  place: CommandOptions,
  { workload, slot, cpus = place.cpus, ...world }: LoadRequest,
  planned: number,
  measuring: Measuring,
  signal: AbortSignal,
): Promise<LoadResult> {
  const command = settingsOf("command", workload);
  const program = command.run[0]!;
  const limit = workload.timeout ?? planned + TIMEOUT;
  const began = performance.now();
  const run = async (duration: number, phase: "warmup" | "measured") => {
    await using scratch = await makeScratch(place.scratch);
    const file = join(scratch.path, "output.json");
    const ours = { STEELYARD_PHASE: phase, STEELYARD_DURATION: String(duration), STEELYARD_OUTPUT: file };
    const env = { ...loadEnv({ ...world, seed: slot.seed }), ...ours };
    const timeout = Math.max(1, limit - (performance.now() - began) / 1000);
    const ending = await runLoad({ ...place, cpus }, command.run, env, {
      timeout,
      signal,
      limit: MOST_BYTES,
      family: true,
    });
    return { ending, output: command.output === "file" ? written(file) : printed(ending) };
  };
  try {
    const warm = slot.warmup > 0 ? (await run(slot.warmup, "warmup")).ending : null;
    const cold = warm && broken(warm, program, limit);
    if (cold) return cold;
    await measuring();
    const { ending, output } = await run(slot.duration, "measured");
    const cpu = ending.cpu === null || warm?.cpu === null ? null : ending.cpu + (warm?.cpu ?? 0);
    const wall = ending.seconds + (warm?.seconds ?? 0);
    return broken(ending, program, limit) ?? outcome({ command, ending, output }, { cpu, wall });
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
    return fail("script-error", error.message); // a program that is not there
  }
}

const printed = ({ stdout, cut }: { stdout: string; cut: boolean }): Output =>
  cut ? { lacking: TOO_LONG } : { text: stdout };

const TOO_LONG = `the program printed more than ${MOST_BYTES / 2 ** 20} MiB`;

/** Looked at before it is read: a file may be of any length, or none. */
function written(file: string): Output {
  const found = linklessStat(file);
  if (found === undefined || !found.isFile()) {
    return { lacking: "the program did not write the file that STEELYARD_OUTPUT names" };
  }
  return found.size > MOST_BYTES ? { lacking: TOO_LONG } : { text: readWhole(file, MOST_BYTES) };
}
