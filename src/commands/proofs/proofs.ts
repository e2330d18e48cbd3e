import { EXIT } from "../../base/exit.ts";
import type { World } from "../../base/world.ts";
import type { Bisect } from "../../model/bisect.ts";
import type { CalibrationReport } from "../../model/calibration.ts";
import type { SelfTest } from "../../model/selftest.ts";
import { bisectText } from "../../report/bisect.ts";
import { calibrationText } from "../../report/calibration.ts";
import { selfTestText } from "../../report/selftest.ts";
import type { Answer } from "../answer.ts";

/** Prints the text for a person; the rest is the answer. */
function printed(world: World, text: string, { exit, json }: Answer): Answer {
  world.out.write(text);
  return { exit, json };
}

/** Prints a calibration. Only more false alarms than allowed count as a failure. */
export function calibrationAnswer(world: World, report: CalibrationReport): Answer {
  const { alarms, level, workloads } = report;
  const unjudged = workloads.some(({ fault }) => fault !== null);
  const exit =
    alarms !== null && alarms.interval[0] > level ? EXIT.worse : unjudged ? EXIT.environment : EXIT.ok;
  return printed(world, calibrationText(report, world.out.columns), { exit, json: report });
}

const OUTCOMES = { proved: EXIT.ok, refuted: EXIT.worse, unjudged: EXIT.environment } as const;

/** Prints a self-test. */
export const selfTestAnswer = (world: World, report: SelfTest): Answer =>
  printed(world, selfTestText(report, world.out.columns), { exit: OUTCOMES[report.outcome], json: report });

/** Prints a search. A culprit that was confirmed is what was asked for; everything else is undecided. */
export function bisectAnswer(world: World, state: Bisect): Answer {
  const isFound = state.result?.kind === "found" && state.result.confirmed.verdict === "regressed";
  const exit = isFound ? EXIT.ok : EXIT.undecided;
  return printed(world, bisectText(state, world.out.columns), { exit, json: state });
}
