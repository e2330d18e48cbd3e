import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { own } from "../../base/own.ts";
import type { Workload } from "../../model/config.ts";
import { settingsOf } from "../../model/load.ts";
import type { Generator, LoadRequest, LoadResult, Measuring } from "../../model/ports.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import type { Slot } from "../../model/schedule.ts";
import { fail } from "../failure.ts";
import { loadTarget, runPhases } from "../phases.ts";
import type { Execution } from "../process.ts";
import { makeScratch } from "../scratch.ts";
import { demandFile } from "../script.ts";
import { shaping } from "../shaping.ts";
import { ohaArgv } from "./argv.ts";
import type { Oha } from "./kind.ts";
import { broken, outcome } from "./outcome.ts";

export interface OhaOptions extends Execution {
  readonly binary: string;
  /** Such as "1.16.0". */
  readonly version: string;
  /** Directory for the files of a run, which are removed after it. */
  readonly scratch: string;
}

const REPORT = "report.json";

/** The oha load generator: a warm-up run, whose figures are discarded, and a measured one. */
export function ohaGenerator(options: OhaOptions): Generator {
  const version = `oha ${options.version}`;
  return {
    versions: { oha: version },
    planned: (_name, slot) => planned(slot),
    facts: async (name, workload) => ({ ...(await facts(options, name, workload)), generator: version }),
    load: (request, measuring, signal) => load(options, request, measuring, signal),
  };
}

const planned = ({ warmup, duration }: Slot) => warmup + duration;

const bodyOf = ({ cwd }: OhaOptions, { body }: Oha) => (body === undefined ? null : resolve(cwd, body));

/** The digest covers the settings that shape the load, and the bytes of the body. */
async function facts(
  options: OhaOptions,
  name: string,
  workload: Workload,
): Promise<Pick<WorkloadFacts, "digest" | "model">> {
  const settings = settingsOf("oha", workload);
  const body = bodyOf(options, settings);
  if (body !== null) demandFile(body, name, "body", "oha.body:");
  const major = options.version.split(".")[0];
  const hash = createHash("sha256").update(
    JSON.stringify({ ...settings, ...shaping(workload), version: major }),
  );
  if (body !== null) hash.update("\0").update(await readFile(body));
  return { digest: hash.digest("hex"), model: settings.rate === undefined ? "closed" : "open" };
}

async function load(
  options: OhaOptions,
  request: LoadRequest,
  measuring: Measuring,
  signal: AbortSignal,
): Promise<LoadResult> {
  const settings = settingsOf("oha", request.workload);
  const target = loadTarget(request, settings);
  if (target === null) return fail("script-error", `the stack has no endpoint ${settings.endpoint ?? ""}`);
  // A config with such an endpoint is refused; an argument must not show a secret all the same.
  if (Object.keys(own(request.headers, target.endpoint) ?? {}).length > 0) {
    return fail("generator", "oha takes headers as arguments, which every user of the machine can read");
  }
  await using scratch = await makeScratch(options.scratch);
  const done = await runPhases(
    {
      place: options,
      request,
      scratch: scratch.path,
      planned: planned(request.slot),
      argv: (phase, seconds) =>
        ohaArgv(options.binary, {
          ...settings,
          body: bodyOf(options, settings),
          seconds,
          url: target.url,
          report: join(scratch.path, phase === "measured" ? REPORT : "warmup.json"),
        }),
      broken,
    },
    measuring,
    signal,
  );
  if ("failed" in done) return done.failed;
  const { rate } = settings;
  const wanted = rate === undefined ? null : rate * request.slot.duration;
  return outcome({ ...done, text: scratch.read(REPORT), target: wanted });
}
