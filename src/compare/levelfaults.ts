import type { Row } from "../model/comparison.ts";
import type { LevelRecord } from "../model/levelrun.ts";
import type { Run } from "../model/run.ts";
import { row } from "./row.ts";
import { FAULT } from "./validity.ts";
import { counted, warning } from "./words.ts";

const about = ({ workload, variant }: LevelRecord) =>
  ({ kind: "workload", metric: "", subject: { workload, variant } }) as const;

/** A row for each workload whose levels say nothing, because not one trial was good: that is no pass. */
export const levelFaults = ({ levels = [] }: Run): Row[] =>
  levels.flatMap((record) => {
    const trials = record.probes.flatMap((probe) => probe.trials);
    const failures = trials.flatMap((trial) => (trial.outcome === "failed" ? trial.failure : []));
    const [first] = failures;
    if (first === undefined || failures.length < trials.length) return [];
    const verdict = failures.some(({ code }) => FAULT[code] === "head") ? "failed" : "invalid";
    const told = `${first.code} (${first.message.trim().split("\n")[0]!.slice(0, 200)})`;
    return row(about(record), { verdict, reason: `all ${counted(trials.length, "trial")} failed: ${told}` });
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
