import type { Row } from "../model/comparison.ts";
import { familyOf } from "../model/metric.ts";
import { warning } from "./words.ts";

/** Where a gate metric was measured. */
export interface Presence {
  readonly metric: string;
  /** The part of the reference that has the metric, for people: "the baseline (4 sessions)"; null for none. */
  readonly inBase: string | null;
  readonly inHead: boolean;
  /** The unit of measurement: a trial of head alone, or a pair. */
  readonly unit: "trial" | "pair";
}

type Absence = Pick<Row, "verdict" | "reason" | "gates" | "warnings">;

/**
 * Returns the verdict for a gate metric that is absent from head, from base, or from both; undefined where both have it.
 * An absent metric never passes. The one exception is CPU time on a stack or platform that does not report it.
 */
export function absence({ metric, inBase, inHead, unit }: Presence): Absence | undefined {
  const result = (verdict: Row["verdict"], reason: string, gates = true, warnings: Row["warnings"] = []) => ({
    verdict,
    reason,
    gates,
    warnings,
  });
  if (inBase !== null && inHead) return undefined;
  if (inBase !== null) return result("missing", `in ${inBase}, absent from head`);
  if (inHead) return result("new", "only in head; nothing to compare with yet");
  if (familyOf(metric) === "cpu_per_request") {
    const reason =
      "CPU time is not available here: Steelyard did not start the stack, or the platform does not report it";
    return result("inconclusive", reason, false, [
      warning("no-cpu", "CPU per request is unknown here: CPU growth that a wait hides is not detected."),
    ]);
  }
  return result("invalid", "the gate names a metric that was not measured", true, [
    warning(
      "absent-gate",
      `No ${unit} has \`${metric}\`, so it is not checked.`,
      "Name a metric in `gate` that the workload reports. `steelyard measure` lists them.",
    ),
  ]);
}
