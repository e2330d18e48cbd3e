import type { Advice, CalibratedMetric, CalibratedWorkload } from "../../model/calibration.ts";
import { share, size } from "../words.ts";

/** What advice follows from. */
export type Advised = Pick<CalibratedWorkload, "mode" | "why" | "block" | "contended" | "saturated"> & {
  readonly metrics: readonly CalibratedMetric[];
};

/** Bands beyond which what could be seen with the most pairs told is worth improving. */
const WELL = 2;

/** What would let a workload's changes be seen sooner or smaller, the most telling first; none where it is good. */
export function advice(of: Advised): Advice[] {
  const blind = of.metrics.filter(dim);
  const told: Advice[] = [];
  if (of.saturated > 0) {
    told.push({
      code: "less-load",
      message: `In ${share(of.saturated)} of the pairs the machine had next to no CPU left, so that queues magnify every difference: fewer users, a lower rate, or more cores.`,
    });
  }
  if (of.contended > 0) {
    told.push({
      code: "quieter-machine",
      message: `In ${share(of.contended)} of the pairs something else wanted the CPU: measure on a machine that does nothing else.`,
    });
  }
  if (of.why !== null && blind.length > 0) {
    told.push({
      code: "finer-mode",
      message: `A finer mode than \`${of.mode}\` has several times less spread. There is none here, because ${of.why}.`,
    });
  }
  const lucky = blind.filter(({ start }) => start?.differ);
  if (lucky[0]?.start) {
    const { metric, start } = lucky[0];
    told.push({
      code: "more-starts",
      message: `Processes of one build differ by ${size(start.sd)} (sd) in \`${metric}\`, which more pairs of the same start do not lower: hold fixed what the runtime chooses anew in each process, such as the size of V8's young generation (\`node --min-semi-space-size=64 --max-semi-space-size=64\`), or more starts, \`policy.starts\`.`,
    });
  }
  const wide = blind.filter(({ start }) => !start?.differ);
  if (wide[0] !== undefined) {
    told.push({
      code: "longer-blocks",
      message: `One pair of \`${wide[0].metric}\` scatters by ${size(wide[0].pair ?? 0)} (sd): blocks or trials of four times the length lower that to about half, unless whole minutes differ.`,
    });
  }
  if (blind.some(({ assumed }) => !assumed.learned)) {
    told.push({
      code: "learn",
      message:
        "The noise of this machine is not learned yet: from four sessions on, `steelyard calibrate --sessions 4 --write`, a duel knows it before its first pair.",
    });
  }
  return told;
}

/** Whether noise, and not the band, decides what is seen with the most pairs told. */
function dim({ mde, band }: CalibratedMetric): boolean {
  const last = mde.at(-1);
  return last !== undefined && Math.expm1(last.change) > WELL * Math.expm1(band);
}
