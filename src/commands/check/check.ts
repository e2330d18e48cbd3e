import type { World } from "../../base/world.ts";
import type { Comparison } from "../../model/comparison.ts";
import { measureRun } from "../measure/measure.ts";
import type { CompareOptions, MeasureOptions } from "../options.ts";
import { compareRun } from "./compare.ts";
import { writeReports } from "./report.ts";
import { namedWaivers } from "./waivers.ts";

/** Measures, compares and reports in one step, as a pull request would, on a laptop. */
export async function checkRun(
  world: World,
  options: MeasureOptions & Pick<CompareOptions, "baselines" | "waivers">,
): Promise<Comparison> {
  if (options.waivers !== undefined) await namedWaivers(world, options.waivers); // a slip costs no measurement
  const { path } = await measureRun(world, options);
  const { out, baselines, waivers } = options;
  const comparison = await compareRun(world, { run: path, out, baselines, waivers });
  await writeReports(world, comparison, options.out);
  return comparison;
}
