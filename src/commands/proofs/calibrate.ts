import { resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { seedOf, stream } from "../../base/random.ts";
import { hidden } from "../../base/redact.ts";
import { VERSION } from "../../base/version.ts";
import type { World } from "../../base/world.ts";
import { type CalibrationRun, calibration, noiseLeft } from "../../compare/history/calibration.ts";
import { withRecord } from "../../compare/history/noise.ts";
import { groundedPath } from "../../exec/grounded.ts";
import type { CalibrationReport } from "../../model/calibration.ts";
import type { DuelRecord } from "../../model/duel.ts";
import { slotsIn, workloadsIn } from "../../model/schedule.ts";
import { tag } from "../../model/versioned.ts";
import {
  baselinePath,
  readBaseline,
  readBaselines,
  writeBaseline,
  writeCalibration,
} from "../../store/records.ts";
import { fingerprintHere } from "../measure/harness.ts";
import { throughout } from "../measure/judge.ts";
import { type Measurement, withMeasurement } from "../measure/measurement.ts";
import type { BothSides } from "../measure/pairings.ts";
import type { CalibrateOptions } from "../options.ts";
import { inside, typedPath } from "../paths.ts";
import { pairedTrial } from "./trial.ts";

/**
 * Pairs this checkout with itself, and reports what that means for verdicts here: the scatter of pairs, the rate of
 * false alarms, and the changes that a duel would detect. After every session it writes `calibration.json`, and the
 * baselines where that was requested. After an interruption, or where a side does not start, the earlier sessions stay.
 *
 * @throws SteelyardError as a measurement would; with `write` also, before anything is measured, for workloads
 *   without a baseline to write to
 */
export function calibrate(world: World, options: CalibrateOptions): Promise<CalibrationReport> {
  return withMeasurement(world, { ...options, base: false }, async (at) => {
    const { harness, commit, began } = at;
    if (options.write) await demandBaselines(at, options);
    const folder = groundedPath(world.cwd, options.baselines);
    const known = await readBaselines(folder, harness.runnerClass);
    const path = inside(world.cwd, options.out, "calibration");
    const runs: CalibrationRun[] = [];
    const written = new Set<string>();
    const next = stream(harness.schedule.seed);
    for (;;) {
      const session = `session ${runs.length + 1} of ${options.sessions}`;
      harness.log.info(`${session}: this commit paired with itself`);
      const run = await sessionOf(at, options.pairs, seedOf(next()));
      runs.push(run);
      if (options.write) for (const file of await leave(run, at, folder)) written.add(file);
      const facts: CalibrationReport = {
        schema: tag("calibration"),
        steelyard: VERSION,
        runnerClass: harness.runnerClass,
        fingerprint: fingerprintHere(harness),
        commit,
        began: began.toISOString(),
        ended: world.now().toISOString(),
        pairs: options.pairs,
        runs: runs.map(({ id }) => id),
        ...calibration(runs, known),
        written: [...written],
      };
      const report = hidden(facts, harness.redact);
      await writeCalibration(path, report);
      harness.log.info(`${session}: wrote ${typedPath(world.cwd, path)}`);
      if (runs.length >= options.sessions) return report;
    }
  });
}

/** One session: both sides are this checkout, each a stack of its own. */
async function sessionOf(at: Measurement, pairs: number, seed: number): Promise<CalibrationRun> {
  const result = await pairedTrial(
    { base: itself(at.commit), both: await twice(at), seed, pairs: [1, pairs], judge: throughout },
    at,
  );
  if (result.kind === "unable") throw result.error;
  return result.run;
}

/** This checkout on both sides: the same files, the same build, and a start of its own for each. */
export async function twice({ harness }: Pick<Measurement, "harness">): Promise<BothSides> {
  const { stacks, generator, pairs, config, world } = harness;
  await stacks.prepare?.(world.signal);
  const side = { stacks, generator, pairs };
  return { sides: { head: side, base: side }, configs: { head: config, base: config } };
}

/** The commit as its own base. */
export const itself = (commit: Measurement["commit"]): DuelRecord["base"] => ({
  sha: commit?.sha ?? null,
  subject: commit?.subject ?? "",
  ref: "itself",
});

/** @throws SteelyardError (user) where a workload has no baseline yet: its noise has no place */
async function demandBaselines({ harness }: Measurement, options: CalibrateOptions): Promise<void> {
  const folder = resolve(harness.world.cwd, options.baselines);
  const lacking: string[] = [];
  for (const workload of workloadsIn(slotsIn(harness.schedule))) {
    const path = baselinePath(folder, harness.runnerClass, workload);
    if ((await readBaseline(path)) === null) lacking.push(workload);
  }
  if (lacking.length === 0) return;
  throw userError(`No baseline on runner class "${harness.runnerClass}" yet for: ${lacking.join(", ")}.`, {
    where: typedPath(harness.world.cwd, folder),
    remedy: "record a session first, then the noise: steelyard measure && steelyard baseline",
  });
}

/** Adds what a session showed of the noise to the baselines; returns the files. */
async function leave(run: CalibrationRun, { harness }: Measurement, folder: string): Promise<string[]> {
  const written: string[] = [];
  for (const [workload, records] of noiseLeft(run)) {
    const path = baselinePath(folder, harness.runnerClass, workload);
    const before = await readBaseline(path);
    if (records.length === 0 || before === null) {
      harness.log.warn(
        `${workload}: this session of it cannot be judged, so nothing was added to its baseline`,
      );
      continue;
    }
    await writeBaseline(path, { ...before, noise: records.reduce(withRecord, before.noise ?? []) });
    written.push(typedPath(harness.world.cwd, path));
  }
  return written;
}
