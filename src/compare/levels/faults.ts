import { counted } from "../../base/text.ts";
import type { Row } from "../../model/comparison.ts";
import type { Run } from "../../model/run.ts";
import { wholeRow } from "../row.ts";
import { failuresIn } from "../subject.ts";
import { failureLine, SIDE_AT_FAULT } from "../validity.ts";

/** A row for each workload without a single good trial at any level: that is not a pass. */
export const levelFaults = ({ levels = [] }: Run): Row[] =>
  levels.flatMap((record) => {
    const trials = record.probes.flatMap((probe) => probe.trials);
    const failures = failuresIn(trials);
    const [first] = failures;
    if (first === undefined || failures.length < trials.length) return [];
    const verdict = failures.some(({ code }) => SIDE_AT_FAULT[code] === "head") ? "failed" : "invalid";
    const all = counted(trials.length, "trial");
    return wholeRow(record, verdict, `all ${all} failed: ${first.code} (${failureLine(first)})`);
  });
