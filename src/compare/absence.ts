import type { Row } from "../model/comparison.ts";
import { family, selector } from "../model/metric.ts";
import { warning } from "./words.ts";

/** Where a gate metric was looked for, and what has it. */
export interface Sought {
  readonly metric: string;
  /** What has it of the reference, for people: "the baseline (4 sessions)"; null where nothing has. */
  readonly inBase: string | null;
  readonly inHead: boolean;
  /** What figures were taken from, one of them. */
  readonly unit: "trial" | "pair";
}

type Absence = Pick<Row, "verdict" | "reason" | "gates" | "warnings">;

/**
 * What follows for a gate metric that head, or both, do not have; undefined where neither lacks it. Nothing that is
 * absent is green, unless it is CPU time that cannot be read on this stack or platform.
 */
export function absence({ metric, inBase, inHead, unit }: Sought): Absence | undefined {
  const said = (verdict: Row["verdict"], reason: string, gates = true, warnings: Row["warnings"] = []) => ({
    ...{ verdict, reason, gates, warnings },
  });
  if (inBase !== null && inHead) return undefined;
  if (inBase !== null) return said("missing", `in ${inBase}, absent from head`);
  if (inHead) return said("new", "only in head; nothing to compare with yet");
  if (family(selector(metric)?.metric ?? "") === "cpu_per_request") {
    const reason =
      "CPU time is not available here: the stack is not ours, or the platform does not report it";
    return said("inconclusive", reason, false, [
      warning("no-cpu", "CPU a request is not known here; CPU growth behind a wait goes unseen."),
    ]);
  }
  return said("invalid", "the gate names a metric that nothing measured has", true, [
    warning(
      "absent-gate",
      `No ${unit} has \`${metric}\`, so nothing guards it.`,
      "Name a metric in `gate` that the workload has; `steelyard measure` shows them.",
    ),
  ]);
}
