import type { Warning } from "../model/comparison.ts";
import type { Fingerprint, GoodTrial, HostState } from "../model/run.ts";
import { CONTENDED_PROBE } from "../model/trial.ts";
import { crowded } from "./subject.ts";
import { tally } from "./words.ts";

/** Share of CPU time that the hypervisor may take away. */
const CONTENDED_STEAL = 0.05;

/**
 * Whether other programs wanted the CPU just before and just after a trial or pair, or the hypervisor took it meanwhile. One
 * slow probe of 8 ms is often the stack's own: a collector, a checkpoint.
 */
export function contendedAround({ probe, steal }: HostState): boolean {
  const around = probe !== null && Math.min(...probe) > CONTENDED_PROBE;
  return around || (steal !== null && steal > CONTENDED_STEAL);
}

/** The warning about trials under contention, before, during or after the load. They count. */
export function contention(good: readonly GoodTrial[], { cores }: Fingerprint): Warning[] {
  const contended = good.filter((trial) => contendedAround(trial.host) || crowded(trial, cores));
  return contendedWarning([contended.length, good.length, "trial"]);
}

/** The warning about trials or pairs under contention; none where there are none. */
export const contendedWarning = (counts: readonly [n: number, of: number, one: string]): Warning[] =>
  counts[0] === 0
    ? []
    : [
        tally(
          "contended",
          counts,
          "were measured while other programs used the CPU.",
          "Measure on an idle machine.",
        ),
      ];
