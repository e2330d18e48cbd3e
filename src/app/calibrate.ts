import { resolve } from "node:path";
import { userError } from "../base/errors.ts";
import { seedOf, stream } from "../base/random.ts";
import { hidden } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { type CalibrationRun, calibration, noiseLeft } from "../compare/history/calibration.ts";
import { withRecord } from "../compare/history/noise.ts";
import { groundedPath } from "../exec/grounded.ts";
import type { CalibrationReport } from "../model/calibration.ts";
import type { DuelRecord } from "../model/duel.ts";
import { slotsIn, workloadsIn } from "../model/schedule.ts";
import { tag } from "../model/versioned.ts";
import {
  baselinePath,
  readBaseline,
  readBaselines,
  writeBaseline,
  writeCalibration,
} from "../store/records.ts";
import { fingerprintOf } from "./alone.ts";
import { contest } from "./contest.ts";
import type { Both } from "./items.ts";
import { throughout } from "./judge.ts";
import type { CalibrateOptions } from "./options.ts";
import { inside, typed } from "./paths.ts";
import { atWorkbench, type Workbench } from "./workbench.ts";

/**
 * Measures this checkout beside itself, and tells what follows for verdicts given here: how far pairs scatter, how
 * often nothing at all is found worse, and which changes a duel would see. Writes `calibration.json`, and into the
 * baselines what was asked to be written there, after every session: one that is interrupted, or in which a side does
 * not start, leaves what those before it showed.
 *
 * @throws SteelyardError as a measurement would; with `write` also, before anything is measured, for workloads
 *   without a baseline to write to
 */
export function calibrate(world: World, options: CalibrateOptions): Promise<CalibrationReport> {
  return atWorkbench(world, { ...options, base: false }, async (at) => {
    const { bench, commit, began } = at;
    if (options.write) await demandBaselines(at, options);
    const folder = groundedPath(world.cwd, options.baselines);
    const known = await readBaselines(folder, bench.runnerClass);
    const path = inside(world.cwd, options.out, "calibration");
    const runs: CalibrationRun[] = [];
    const written = new Set<string>();
    const next = stream(bench.schedule.seed);
    for (;;) {
      const session = `session ${runs.length + 1} of ${options.sessions}`;
      bench.log.info(`${session}: this commit beside itself`);
      const run = await sessionOf(at, options.pairs, seedOf(next()));
      runs.push(run);
      if (options.write) for (const file of await leave(run, at, folder)) written.add(file);
      const report: CalibrationReport = {
        ...{ schema: tag("calibration"), steelyard: VERSION, runnerClass: bench.runnerClass },
        ...{ fingerprint: fingerprintOf(bench), commit, began: began.toISOString() },
        ...{ ended: world.now().toISOString(), pairs: options.pairs, runs: runs.map(({ id }) => id) },
        ...calibration(runs, known),
        written: [...written],
      };
      await writeCalibration(path, hidden(report, bench.redact));
      bench.log.info(`${session}: wrote ${typed(world.cwd, path)}`);
      if (runs.length >= options.sessions) return report;
    }
  });
}

/** One session: both sides are this checkout, each a stack of its own. */
async function sessionOf(at: Workbench, pairs: number, seed: number): Promise<CalibrationRun> {
  const result = await contest(
    { base: itself(at.commit), both: await twice(at), seed, pairs: [1, pairs], judge: throughout },
    at,
  );
  if (result.kind === "unable") throw result.error;
  return result.run;
}

/** This checkout on both sides: the same files, the same build, and a start of its own for each. */
export async function twice({ bench }: Pick<Workbench, "bench">): Promise<Both> {
  const { stacks, generator, pairs, config, world } = bench;
  await stacks.prepare?.(world.signal);
  const side = { stacks, generator, pairs };
  return { sides: { head: side, base: side }, configs: { head: config, base: config } };
}

/** The commit as its own base. */
export const itself = (commit: Workbench["commit"]): DuelRecord["base"] => ({
  sha: commit?.sha ?? null,
  subject: commit?.subject ?? "",
  ref: "itself",
});

/** @throws SteelyardError (user) where a workload has no baseline yet: its noise has no place */
async function demandBaselines({ bench }: Workbench, options: CalibrateOptions): Promise<void> {
  const folder = resolve(bench.world.cwd, options.baselines);
  const lacking: string[] = [];
  for (const workload of workloadsIn(slotsIn(bench.schedule))) {
    const path = baselinePath(folder, bench.runnerClass, workload);
    if ((await readBaseline(path)) === null) lacking.push(workload);
  }
  if (lacking.length === 0) return;
  throw userError(`No baseline on runner class "${bench.runnerClass}" yet for: ${lacking.join(", ")}.`, {
    where: typed(bench.world.cwd, folder),
    remedy: "record a session first, and the noise beside it: steelyard measure && steelyard baseline",
  });
}

/** Adds what a session showed of the noise to the baselines; returns the files. */
async function leave(run: CalibrationRun, { bench }: Workbench, folder: string): Promise<string[]> {
  const written: string[] = [];
  for (const [workload, records] of noiseLeft(run)) {
    const path = baselinePath(folder, bench.runnerClass, workload);
    const before = await readBaseline(path);
    if (records.length === 0 || before === null) {
      bench.log.warn(
        `${workload}: this session of it cannot be judged, so nothing was added to its baseline`,
      );
      continue;
    }
    await writeBaseline(path, { ...before, noise: records.reduce(withRecord, before.noise ?? []) });
    written.push(typed(bench.world.cwd, path));
  }
  return written;
}
