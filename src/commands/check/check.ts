import { resolve } from "node:path";
import type { World } from "../../base/world.ts";
import { openInViewer } from "../../exec/open.ts";
import type { Comparison, Warning } from "../../model/comparison.ts";
import { readIfThere } from "../../store/files.ts";
import { guessesOf, guessWarnings } from "../guesses.ts";
import { explainRun } from "../measure/again.ts";
import { measureRun } from "../measure/measure.ts";
import type { CompareOptions, MeasureOptions, WhyOptions } from "../options.ts";
import { inside } from "../paths.ts";
import { compareRun, refuseUnknownFolder } from "./compare.ts";
import { writeReports } from "./report.ts";
import { findWaivers } from "./waivers.ts";

/**
 * Explains the verdict of a finished run, and reports it again. Null where there is nothing to explain.
 *
 * @throws as `explainRun`
 */
export async function whyRun(world: World, options: WhyOptions): Promise<Comparison | null> {
  await refuseUnknownFolder(world, options.baselines);
  const path = await explainRun(world, options);
  if (path === null) return null;
  const { out, baselines, waivers } = options;
  const comparison = await compareRun(world, { run: path, out, baselines, waivers });
  await writeReports(world, comparison, out);
  const isThere = (comparison.causes ?? []).length > 0;
  if (options.open && isThere) await openInViewer(inside(world.cwd, out, "why"), world.env);
  return comparison;
}

/** Measures, compares and reports in one step, as a pull request would, on a laptop. */
export async function checkRun(
  world: World,
  options: MeasureOptions & Pick<CompareOptions, "baselines" | "waivers">,
): Promise<Comparison> {
  // A slip costs no measurement.
  await refuseUnknownFolder(world, options.baselines);
  await findWaivers(world, options.waivers, options.base || undefined);
  const warnings = await unconfirmed(world, options.config); // of the files as they are measured
  const { path } = await measureRun(world, options);
  const { out, baselines, waivers } = options;
  const comparison = await compareRun(world, { run: path, out, baselines, waivers, warnings });
  await writeReports(world, comparison, options.out);
  return comparison;
}

/** A warning where the config or its script still hold guesses of `init`. */
async function unconfirmed({ cwd }: World, config: string): Promise<Warning[]> {
  const read = async (path: string) =>
    (await readIfThere(resolve(cwd, path), "file", "mend its permissions")) ?? null;
  return guessWarnings(await guessesOf(config, read));
}
