import type { Comparison, Warning } from "../model/comparison.ts";
import { conclusion, exitCode, failing } from "../model/verdict.ts";
import { row } from "./row.ts";
import { warning } from "./words.ts";

/**
 * The comparison of a change that brings the first config there ever was: nobody reviewed its rules yet, so
 * everything is shown and nothing gates.
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
        "The base branch has no config yet: this one's own rules were shown, and none of them gates.",
        "Once it is merged, pull requests are judged by it.",
      ),
      ...comparison.warnings,
    ],
  };
}

/**
 * The comparison of a run that cannot be judged as a whole, whatever its figures: they stay to be read, and the verdict
 * is `invalid`.
 */
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

/** The comparison with more to be said about the run as a whole, first. */
export const warned = (comparison: Comparison, warnings: readonly Warning[]): Comparison => ({
  ...comparison,
  warnings: [...warnings, ...comparison.warnings],
});
