import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { Workload } from "../../../model/config.ts";
import { settingsOf } from "../../../model/load.ts";
import type { LoadResult } from "../../../model/ports.ts";
import type { Slot } from "../../../model/schedule.ts";
import { makeScratch } from "../../scratch.ts";
import { demandFile } from "../../script.ts";
import { scriptEnv } from "../argv.ts";
import { single } from "../copies.ts";
import { NOTHING } from "../discovery.ts";
import { demandWork } from "../distributed/division.ts";
import { judgedTogether, mergeLogs } from "../distributed/merge.ts";
import { pack, segmentScript } from "../distributed/script.ts";
import type { K6Options } from "../generator.ts";
import { scriptOf, segmentsOf } from "../kind.ts";
import { scenarios } from "../options.ts";
import { shortened } from "../shape.ts";
import { readScript } from "../source.ts";
import { type Prepared, prepare } from "../trial.ts";
import { digest } from "../workloaddigest.ts";
import { type PodLog, printed } from "./logs.ts";
import type { Manifested } from "./manifest.ts";

/** A trial of a workload, for runners that Steelyard does not start. */
export interface Asked {
  readonly name: string;
  readonly workload: Workload;
  /** Workload env and variant env merged. */
  readonly env: Readonly<Record<string, string>>;
  readonly slot: Slot;
  readonly targets: Readonly<Record<string, string>>;
  /** Names of variables with headers, whose values the runners get from elsewhere. */
  readonly secrets: readonly string[];
}

/** A trial that was prepared: the same script and settings give the same one. */
export type TestRun = Manifested & Pick<Prepared, "plan" | "selection">;

/**
 * Prepares a trial. The script is read, and nothing is loaded, so that there are no sub-metrics but those that its
 * thresholds name, and checks are those of the whole run.
 *
 * @throws SteelyardError (user) for a script that is missing, broken or too small to be shared
 */
export async function prepareTestRun(k6: K6Options, asked: Asked, signal: AbortSignal): Promise<TestRun> {
  const { name, workload, slot, targets, secrets } = asked;
  const script = resolve(k6.cwd, scriptOf(settingsOf("k6", workload)));
  const segments = segmentsOf(settingsOf("k6", workload));
  demandFile(script, name, "k6", "k6:");
  await using scratch = await makeScratch(k6.scratch);
  const env = scriptEnv({ env: asked.env, targets, headers: {}, seed: slot.seed });
  const init = { ...Object.fromEntries(secrets.map((variable) => [variable, "{}"])), ...env };
  const read = await readScript(k6, script, init, scratch, signal);
  const { options } = read;
  const own = shortened(scenarios(options, script), workload.measure.stages);
  demandWork(own, segments, name);
  const copy = single(script, read, {}, join(scratch.path, "script"));
  const shape = JSON.stringify([digest(read.files, workload, k6.version), segments, env, slot]);
  const id = createHash("sha256").update(shape).digest("hex").slice(0, 16);
  const preparing = { url: copy.url, options, scenarios: own, found: NOTHING, slot, targets };
  const { plan, selection, wrapping } = prepare(preparing, scratch);
  const divided = { segments, wrapping: { ...wrapping, of: id }, plan, selection };
  // The operator runs teardown() in each runner, as it does setup().
  const text = segmentScript(divided, "stdout", options.noTeardown !== true);
  const archive = await pack({ k6, scratch }, text, { env: init, secret: false }, signal);
  return { name, segments, version: k6.version, archive, env, secrets, id, plan, selection };
}

/**
 * The figures of a trial that k6-operator ran, from the logs of its runners. CPU is not known, and the spread of the
 * starts is by the clocks of the nodes.
 *
 * @throws SteelyardError (user) as `printed`
 */
export function readTestRun(logs: readonly PodLog[], testrun: Omit<TestRun, "archive">): LoadResult {
  const { plan, selection, segments } = testrun;
  const all = printed(logs, testrun);
  const begins = all.flatMap(({ log }) => log.begin ?? []);
  const spread = begins.length < segments ? 0 : (Math.max(...begins) - Math.min(...begins)) / 1000;
  const parts = all.map(({ log }, i) => ({ name: logs[i]!.file, log }));
  const k6Log = mergeLogs(parts, { spread, warm: plan.warmup > 0 });
  const seconds = plan.warmup + ((k6Log.end ?? 0) - (k6Log.begin ?? 0)) / 1000;
  const ending = { code: 0, signal: null, timedOut: false, seconds, cpu: null };
  const summaries = all.map((one) => one.summary);
  const ended = { ending, k6Log, plan, selection, requests: false };
  return judgedTogether(ended, summaries, { count: segments, machines: segments, spread });
}
