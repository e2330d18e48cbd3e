import type { Row, Warning } from "../model/comparison.ts";
import type { RulesUsed, Run } from "../model/run.ts";
import { warning } from "./words.ts";

/**
 * Rows of workloads whose load the change edits. Base's load decides; head's own version of it is shown and does not
 * gate. Where head fails under base's load, the run is invalid: that load may no longer fit what head serves.
 *
 * @param asked the workloads of the rules: none of these is ever taken for head's version of another
 */
export function editedRows(
  rows: readonly Row[],
  rules: RulesUsed | undefined,
  asked: ReadonlySet<string>,
): Row[] {
  const edited = new Set(rules?.edited.map(({ workload }) => workload));
  const versions = new Set(rules?.edited.flatMap(({ as }) => (as === null || asked.has(as) ? [] : [as])));
  return rows.map((row) => {
    if (versions.has(row.workload)) return { ...row, gates: false, warnings: [] };
    if (row.verdict !== "failed" || !edited.has(row.workload)) return row;
    const reason = `head fails under base's load, which the change edits: ${row.reason}`.slice(0, 2_000);
    return { ...row, verdict: "invalid", reason, warnings: [...row.warnings, undriven(row.workload)] };
  });
}

const undriven = (workload: string): Warning =>
  warning(
    "base-load",
    `Base's load of \`${workload}\` cannot drive head.`,
    `Merge a waiver for it first, under \`loads\`: { workload: ${workload}, expires: …, because: … }.`,
  );

/** What a reader should know of a change that edits what it is measured with. */
export function editedWarnings({ rules, workloads }: Pick<Run, "rules" | "workloads">): Warning[] {
  if (rules === undefined) return [];
  const loads = rules.edited.map(({ workload, as }) =>
    warning(
      "load-edited",
      `This change edits the load of \`${workload}\`: base's load drove both sides.`,
      as === null || !Object.hasOwn(workloads, as)
        ? null
        : `\`${as}\` is head's version: it is shown, and counts once it is merged.`,
    ),
  );
  if (rules.service.length === 0) return loads;
  const shown = rules.service.slice(0, 10).map((path) => `\`${path}\``);
  const rest = rules.service.length - shown.length;
  return [
    ...loads,
    warning(
      "service-edited",
      `This change edits how its service is built or started: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}. Head was measured with its own.`,
      "Review it as code of the service.",
    ),
  ];
}
