import { shuffled, stream } from "../../base/random.ts";
import type { Step } from "../../model/levelrun.ts";

/**
 * Every level, several times over: rounds of all levels, each in a random order of its own and with a fresh start, so
 * that neither the luck of a start nor a slow minute falls on one level alone.
 */
export function rounds(levels: readonly number[], repeats: number, seed: number): Step[] {
  const next = stream(seed);
  const each = [...new Set(levels)];
  return Array.from({ length: repeats }, () =>
    shuffled(each, next).map((level, i): Step => ({ level, why: "planned", fresh: i === 0 })),
  ).flat();
}
