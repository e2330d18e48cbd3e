import type { Row, Warning } from "../model/comparison.ts";
import type { RulesUsed, Run } from "../model/run.ts";
import { warning } from "./words.ts";

/**
 * The rows after edits to loads. Base's load decides. Head's version of it is shown and does not gate. Where head fails
 * under base's load, the row is invalid: that load may no longer fit head.
 *
 * @param asked the workloads of the rules; none of them counts as head's version of another
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
    const reason = `head fails under base's load, and this change edits that load: ${row.reason}`.slice(
      0,
      2_000,
    );
    return { ...row, verdict: "invalid", reason, warnings: [...row.warnings, undriven(row.workload)] };
  });
}

const undriven = (workload: string): Warning =>
  warning(
    "base-load",
    `Base's load of \`${workload}\` cannot drive head.`,
    `First merge a waiver for it, under \`loads\`: { workload: ${workload}, expires: …, because: … }.`,
  );

/** The warning that nothing of a change ran. Where it edits how the service is started, that did. */
export function alikeWarnings({ duel, rules }: Pick<Run, "duel" | "rules">): Warning[] {
  if (!duel?.alike || (rules?.service.length ?? 0) > 0) return [];
  return [
    warning(
      "same-images",
      "Base and head ran the same images: nothing that this change edits is in them or mounted.",
      "Comments, types and tests change no image. If it edits code that runs, let the Compose files build the service from the checkout.",
    ),
  ];
}

/** The warning that head ran with variables of the checkout's owner, which are no part of the change. */
export function variablesWarnings({ duel }: Pick<Run, "duel">): Warning[] {
  const files = duel?.variables ?? [];
  if (files.length === 0) return [];
  return [
    warning(
      "own-variables",
      `Base and head ran with different variables, which git does not track: ${files.map((file) => `\`${file}\``).join(", ")}.`,
      "Move them away, so that `stack.compose.build` makes the same ones for both, and measure again.",
    ),
  ];
}

/** The warnings about a change that edits its own loads or the definition of its service. */
export function editedWarnings({ rules, workloads }: Pick<Run, "rules" | "workloads">): Warning[] {
  if (rules === undefined) return [];
  const loads = rules.edited.map(({ workload, as }) =>
    warning(
      "load-edited",
      `This change edits the load of \`${workload}\`. Both sides ran base's load.`,
      as === null || !Object.hasOwn(workloads, as)
        ? null
        : `\`${as}\` is head's version of it. It is shown for information and gates after the merge.`,
    ),
  );
  if (rules.service.length === 0) return loads;
  const shown = rules.service.slice(0, 10).map((path) => `\`${path}\``);
  const rest = rules.service.length - shown.length;
  return [
    ...loads,
    warning(
      "service-edited",
      `This change edits how its service is built or started: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}. Head ran with its own definition.`,
      "Review these edits like code of the service.",
    ),
  ];
}
