import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { Workload } from "../../../model/config.ts";
import { settingsOf } from "../../../model/load.ts";
import type { LoadResult } from "../../../model/ports.ts";
import type { Slot } from "../../../model/schedule.ts";
import { fail } from "../../failure.ts";
import { makeScratch } from "../../scratch.ts";
import { demandFile } from "../../script.ts";
import { scriptEnv } from "../argv.ts";
import { single } from "../copies.ts";
import { NOTHING } from "../discovery.ts";
import { demandWork } from "../distributed/division.ts";
import { mergeLogs, mergeSummaries } from "../distributed/merge.ts";
import { pack, segmentScript } from "../distributed/script.ts";
import { usesDefault } from "../explore.ts";
import type { K6Options } from "../generator.ts";
import { scriptOf, segmentsOf } from "../kind.ts";
import { labeller } from "../names.ts";
import { scenarios } from "../options.ts";
import { judged } from "../outcome.ts";
import { type Selection, selection } from "../series.ts";
import { type Plan, plan, shortened } from "../shape.ts";
import { readScript } from "../source.ts";
import { BadNumber } from "../summary.ts";
import { watchModule } from "../watch.ts";
import { digest } from "../workloaddigest.ts";
import { systemTags } from "../wrapper.ts";
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
export interface TestRun extends Manifested {
  readonly plan: Plan;
  readonly selection: Selection;
}

/** The module that watches requests; it lies next to the wrapper. */
const WATCH = "watch.js";

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
  const planned = plan(own, slot);
  const wanted = selection({
    thresholds: options.thresholds ?? {},
    scenarios: own,
    warmup: slot.warmup,
    found: NOTHING,
    labels: labeller([], targets),
  });
  const copy = single(script, read, {}, join(scratch.path, "script"));
  const shape = JSON.stringify([digest(read.files, workload, k6.version), segments, env, slot]);
  const id = createHash("sha256").update(shape).digest("hex").slice(0, 16);
  scratch.write(WATCH, watchModule(null));
  const overrides = { scenarios: planned.scenarios, thresholds: wanted.thresholds, noTeardown: false };
  const wrapping = {
    script: copy.url,
    before: WATCH,
    hasDefault: usesDefault(own),
    of: id,
    options: { ...overrides, ...systemTags(options) },
  };
  const divided = { segments, wrapping, plan: planned, selection: wanted };
  // The operator runs teardown() in each runner, as it does setup().
  const text = segmentScript(divided, "stdout", options.noTeardown !== true);
  const archive = await pack({ k6, scratch }, text, { env: init, secret: false }, signal);
  return {
    name,
    segments,
    version: k6.version,
    archive,
    env,
    secrets,
    id,
    plan: planned,
    selection: wanted,
  };
}

/**
 * The figures of a trial that k6-operator ran, from the logs of its runners. CPU is not known, and the spread of the
 * starts is by the clocks of the nodes.
 *
 * @throws SteelyardError (user) as `printed`
 */
export function readTestRun(logs: readonly PodLog[], testrun: Omit<TestRun, "archive">): LoadResult {
  const { plan: planned, selection: wanted, segments } = testrun;
  const all = printed(logs, testrun);
  const begins = all.flatMap(({ log }) => log.begin ?? []);
  const spread = begins.length < segments ? 0 : (Math.max(...begins) - Math.min(...begins)) / 1000;
  const parts = all.map(({ log }, i) => ({ name: logs[i]!.file, log }));
  const k6Log = mergeLogs(parts, { spread, warm: planned.warmup > 0 });
  const seconds = planned.warmup + ((k6Log.end ?? 0) - (k6Log.begin ?? 0)) / 1000;
  const ending = { code: 0, signal: null, timedOut: false, seconds, cpu: null };
  try {
    const merged = mergeSummaries(
      all.map((one) => one.summary),
      wanted.limits,
    );
    const result = judged({ ending, k6Log, plan: planned, selection: wanted, requests: false }, merged);
    if (!result.ok || segments === 1) return result;
    const generator = {
      ...result.observed.generator,
      segments: { count: segments, machines: segments, spread },
    };
    return { ...result, observed: { ...result.observed, generator } };
  } catch (error) {
    if (error instanceof BadNumber) return fail("bad-numbers", error.message);
    throw error;
  }
}
