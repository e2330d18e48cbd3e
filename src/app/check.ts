import type { World } from "../base/world.ts";
import type { Comparison } from "../model/comparison.ts";
import { compareRun } from "./compare.ts";
import { measureRun } from "./measure.ts";
import type { MeasureOptions } from "./options.ts";
import { writeReports } from "./report.ts";

/** Measures, compares and reports in one go: what a pull request gets, on a laptop. */
export async function checkRun(
  world: World,
  options: MeasureOptions & { baselines: string },
): Promise<Comparison> {
  const { path } = await measureRun(world, options);
  const comparison = await compareRun(world, { run: path, out: options.out, baselines: options.baselines });
  await writeReports(world, comparison, options.out);
  return comparison;
}
