import type { Advice, CalibratedMetric, CalibratedWorkload } from "../../model/calibration.ts";
import { FIXED_YOUNG_GENERATION } from "../../model/runtime.ts";
import { share, size } from "../words.ts";

/** The figures that advice follows from. */
export type Advised = Pick<CalibratedWorkload, "mode" | "why" | "block" | "contended" | "saturated"> & {
  readonly metrics: readonly CalibratedMetric[];
};

/** Bands beyond which the change detectable with 30 pairs is worth improving. */
const WELL = 2;

/** Advice that makes smaller changes detectable, the most effective first; empty where nothing is needed. */
export function advice(of: Advised): Advice[] {
  const blind = of.metrics.filter(insensitive);
  const given: Advice[] = [];
  if (of.saturated > 0) {
    given.push({
      code: "less-load",
      message: `In ${share(of.saturated)} of the pairs the machine had almost no CPU left, so queues magnify every difference. Use fewer users, a lower rate, or more cores.`,
    });
  }
  if (of.contended > 0) {
    given.push({
      code: "quieter-machine",
      message: `In ${share(of.contended)} of the pairs other programs used the CPU. Measure on an idle machine.`,
    });
  }
  if (of.why !== null && blind.length > 0) {
    given.push({
      code: "finer-mode",
      message: `A finer mode than \`${of.mode}\` has several times less spread, but is not available: ${of.why}.`,
    });
  }
  const varied = blind.filter(({ start }) => start?.differ);
  if (varied[0]?.start) {
    const { metric, start } = varied[0];
    given.push({
      code: "more-starts",
      message: `Processes of one build differ by ${size(start.sd)} (sd) in \`${metric}\`. More pairs of the same start do not lower that. Pin what the runtime chooses anew in each process, such as the size of V8's young generation (\`node ${FIXED_YOUNG_GENERATION}\`), or raise \`policy.starts\`.`,
    });
  }
  const wide = blind.filter(({ start }) => !start?.differ);
  if (wide[0] !== undefined) {
    given.push({
      code: "longer-blocks",
      message: `One pair of \`${wide[0].metric}\` varies by ${size(wide[0].pair ?? 0)} (sd). Blocks or trials of four times the length about halve that, unless the noise lasts for minutes.`,
    });
  }
  if (blind.some(({ assumed }) => !assumed.learned)) {
    given.push({
      code: "learn",
      message:
        "The noise of this machine is not learned yet. `steelyard calibrate --sessions 4 --write` records four sessions, which later duels use from their first pair.",
    });
  }
  return given;
}

/** Whether noise, not the band, limits what the most pairs can detect. */
function insensitive({ mde, band }: CalibratedMetric): boolean {
  const last = mde.at(-1);
  return last !== undefined && Math.expm1(last.change) > WELL * Math.expm1(band);
}
