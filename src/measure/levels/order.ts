import { shuffled, stream } from "../../base/random.ts";
import type { Step } from "../../model/levelrun.ts";

/**
 * Every level, repeated in rounds. Each round has all levels in a new random order and begins with a fresh start, so
 * that neither start-up variance nor a slow minute affects one level alone.
 */
export function rounds(levels: readonly number[], repeats: number, seed: number): Step[] {
  const next = stream(seed);
  const each = [...new Set(levels)];
  return Array.from({ length: repeats }, () =>
    shuffled(each, next).map((level, i): Step => ({ level, why: "planned", fresh: i === 0 })),
  ).flat();
}
