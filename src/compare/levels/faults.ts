import type { Row } from "../../model/comparison.ts";
import type { LevelRecord } from "../../model/levelrun.ts";
import type { Run } from "../../model/run.ts";
import { row } from "../row.ts";
import { failuresIn } from "../subject.ts";
import { FAULT, told } from "../validity.ts";
import { counted, warning } from "../words.ts";

const about = ({ workload, variant }: LevelRecord) =>
  ({ kind: "workload", metric: "", subject: { workload, variant } }) as const;

/** A row for each workload whose levels say nothing, because not one trial was good: that is no pass. */
export const levelFaults = ({ levels = [] }: Run): Row[] =>
  levels.flatMap((record) => {
    const trials = record.probes.flatMap((probe) => probe.trials);
    const failures = failuresIn(trials);
    const [first] = failures;
    if (first === undefined || failures.length < trials.length) return [];
    const verdict = failures.some(({ code }) => FAULT[code] === "head") ? "failed" : "invalid";
    return row(about(record), {
      verdict,
      reason: `all ${counted(trials.length, "trial")} failed: ${first.code} (${told(first)})`,
    });
  });

/** What an interrupted run has measured at levels is not judged either. */
export const interruptedLevels = ({ levels = [] }: Run): Row[] =>
  levels.map((record) =>
    row(
      about(record),
      {
        verdict: "invalid",
        reason: `interrupted after ${counted(record.probes.length, "probe")} of levels; not judged`,
      },
      [warning("interrupted", "The run was interrupted.", "Measure again.")],
    ),
  );
