import type { CalibratedMetric } from "../../model/calibration.ts";
import type { NoiseFigures } from "../../model/noise.ts";
import { askedWith, STARTS_DIFFER } from "../../stats/pair.ts";
import { LEAST_SD } from "../criteria.ts";
import { startErrorOf, usualStartSd } from "../duel/duel.ts";
import { duelMde } from "../duel/evidence.ts";
import { DUEL_LEVEL, LOOKS, levelOf, looks, startsOf } from "../duel/looks.ts";
import type { DuelMetric } from "../duel/pairs.ts";
import { type NoiseParts, noiseParts } from "./noise.ts";

/** The duel that a metric is tested in. */
export interface Setting {
  /** Gate tests of the whole pull request. */
  readonly tests: number;
  /** Starts of both stacks before the first look. */
  readonly starts: number;
  /** Whether CPU accompanies the metric. */
  readonly companion: boolean;
}

/** The spread of a metric over several sessions, and the change that a duel would therefore detect. */
export function scatter(
  { metric, rule, startSd }: DuelMetric,
  figures: readonly NoiseFigures[],
  setting: Setting,
): Omit<CalibratedMetric, "alarms"> {
  const noise = noiseParts(figures);
  const pairs = figures.flatMap(({ starts }) => starts).reduce((sum, start) => sum + start.pairs, 0);
  const assumed = startSd ?? usualStartSd(rule.band);
  const differ = noise !== null && noise.p < STARTS_DIFFER && noise.start > assumed ** 2;
  return {
    metric,
    pairs,
    band: rule.band,
    assumed: { sd: assumed, learned: startSd !== null },
    pair: noise === null ? null : Math.sqrt(noise.within),
    start:
      noise === null ? null : { sd: Math.sqrt(noise.start), most: Math.sqrt(noise.startsAtMost), differ },
    mde:
      noise === null
        ? []
        : LOOKS.map((most) => {
            const starts = startsOf(most, setting.starts);
            const mean = errorOf(most, noise, differ ? null : assumed, starts);
            const plan = { looks: looks(most), level: DUEL_LEVEL, workloads: [] };
            const family = { level: levelOf(plan), tests: setting.tests };
            const asked = askedWith(setting.companion);
            const startError = startErrorOf(startSd, starts);
            return {
              pairs: most,
              change: duelMde({ mean, asked, startError, largestError: null }, rule.band, family),
            };
          }),
  };
}

/**
 * Standard error of a duel with a given number of pairs.
 *
 * @param assumed sd between starts that the test assumes; null where starts differ more and are the sample
 */
function errorOf(pairs: number, noise: NoiseParts, assumed: number | null, starts: number) {
  const within = Math.max(noise.within, LEAST_SD ** 2) / pairs;
  if (assumed !== null) {
    return { estimate: 0, se: Math.sqrt(within + (2 * assumed ** 2) / starts), df: pairs - 1 };
  }
  return { estimate: 0, se: Math.sqrt(within + (2 * noise.start) / starts), df: Math.max(1, starts - 1) };
}
