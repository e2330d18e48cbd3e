import { EXIT, type Exit } from "../../base/exit.ts";
import type { World } from "../../base/world.ts";
import type { Bisect } from "../../model/bisect.ts";
import type { CalibrationReport } from "../../model/calibration.ts";
import type { SelfTest } from "../../model/selftest.ts";
import { bisectText } from "../../report/bisect.ts";
import { calibrationText } from "../../report/calibration.ts";
import { selfTestText } from "../../report/selftest.ts";

/** The printed text of a proof, and the exit code. */
export interface Told {
  readonly text: string;
  readonly exit: Exit;
}

/** Only more false alarms than allowed count as a failure. */
export function calibrationAnswer(world: World, report: CalibrationReport): Told {
  const { alarms, level, workloads } = report;
  const unjudged = workloads.some(({ fault }) => fault !== null);
  const exit =
    alarms !== null && alarms.interval[0] > level ? EXIT.worse : unjudged ? EXIT.environment : EXIT.ok;
  return { text: calibrationText(report, world.out.columns), exit };
}

const OUTCOMES = { proved: EXIT.ok, refuted: EXIT.worse, unjudged: EXIT.environment } as const;

export const selfTestAnswer = (world: World, report: SelfTest): Told => ({
  text: selfTestText(report, world.out.columns),
  exit: OUTCOMES[report.outcome],
});

/** A culprit that was confirmed is what was asked for; everything else is undecided. */
export const bisectAnswer = (world: World, state: Bisect): Told => ({
  text: bisectText(state, world.out.columns),
  exit:
    state.result?.kind === "found" && state.result.confirmed.verdict === "regressed"
      ? EXIT.ok
      : EXIT.undecided,
});
