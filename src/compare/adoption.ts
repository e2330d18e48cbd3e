import type { Comparison, Warning } from "../model/comparison.ts";
import { conclusion, exitCode, failing } from "../model/verdict.ts";
import { row } from "./row.ts";
import { warning } from "./words.ts";

/**
 * The comparison for a change that adds the first config. Nobody has reviewed its rules yet, so all rows are shown and
 * none gates.
 */
export function firstAdoption(comparison: Comparison): Comparison {
  return {
    ...comparison,
    overall: "new",
    exit: 0,
    conclusion: conclusion("new", 0),
    rows: comparison.rows.map((each) => ({ ...each, gates: false })),
    warnings: [
      warning(
        "first-adoption",
        "The base branch has no config yet. This run used the pull request's own rules, and no result can fail the check.",
        "After the merge, later pull requests are judged by this config.",
      ),
      ...comparison.warnings,
    ],
  };
}

/** The comparison of a run that cannot be judged as a whole. Its figures stay readable; the verdict is `invalid`. */
export function unjudgeable(comparison: Comparison, why: Warning): Comparison {
  const about = { kind: "workload", metric: "" } as const;
  const names = [...new Set(comparison.rows.map(({ workload }) => workload))];
  const rows = names.map((workload) =>
    row({ ...about, subject: { workload, variant: null } }, { verdict: "invalid", reason: why.message }, [
      why,
    ]),
  );
  const exit = exitCode(["invalid"], failing([], []));
  return {
    ...comparison,
    overall: "invalid",
    exit,
    conclusion: conclusion("invalid", exit),
    rows: [...rows, ...comparison.rows.map((each) => ({ ...each, gates: false }))],
    mde: null,
    warnings: rows.length === 0 ? [why, ...comparison.warnings] : comparison.warnings,
  };
}

/** Prepends warnings about the run as a whole. */
export const warned = (comparison: Comparison, warnings: readonly Warning[]): Comparison => ({
  ...comparison,
  warnings: [...warnings, ...comparison.warnings],
});
