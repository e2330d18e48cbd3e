import type { Warning } from "../model/comparison.ts";
import type { Fingerprint, GoodTrial } from "../model/run.ts";
import { contendedAround } from "../model/trial.ts";
import { crowded } from "./subject.ts";
import { tally } from "./words.ts";

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
