import type { Row } from "../../model/comparison.ts";
import type { LevelRecord } from "../../model/levelrun.ts";
import type { Run } from "../../model/run.ts";
import { row } from "../row.ts";
import { failuresIn } from "../subject.ts";
import { firstLine, SIDE_AT_FAULT } from "../validity.ts";
import { counted, warning } from "../words.ts";

const about = ({ workload, variant }: LevelRecord) =>
  ({ kind: "workload", metric: "", subject: { workload, variant } }) as const;

/** A row for each workload without a single good trial at any level: that is not a pass. */
export const levelFaults = ({ levels = [] }: Run): Row[] =>
  levels.flatMap((record) => {
    const trials = record.probes.flatMap((probe) => probe.trials);
    const failures = failuresIn(trials);
    const [first] = failures;
    if (first === undefined || failures.length < trials.length) return [];
    const verdict = failures.some(({ code }) => SIDE_AT_FAULT[code] === "head") ? "failed" : "invalid";
    return row(about(record), {
      verdict,
      reason: `all ${counted(trials.length, "trial")} failed: ${first.code} (${firstLine(first)})`,
    });
  });

/** The rows of levels in an interrupted run: none is judged. */
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
