import { shuffled, stream } from "../base/random.ts";
import type { ProbeReason } from "../model/levelrun.ts";

/** One level to be measured, as a plan asks for it. */
export interface Planned {
  readonly level: number;
  readonly why: ProbeReason;
  /** Whether the stack is started anew before it. */
  readonly fresh: boolean;
}

/**
 * Every level, several times over: rounds of all levels, each in a random order of its own and with a fresh start, so
 * that neither the luck of a start nor a slow minute falls on one level alone.
 */
export function rounds(levels: readonly number[], repeats: number, seed: number): Planned[] {
  const next = stream(seed);
  const each = [...new Set(levels)];
  return Array.from({ length: repeats }, () =>
    shuffled(each, next).map((level, i): Planned => ({ level, why: "planned", fresh: i === 0 })),
  ).flat();
}
