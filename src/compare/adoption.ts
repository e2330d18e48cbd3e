import { EXIT } from "../base/exit.ts";
import type { Comparison, Warning } from "../model/comparison.ts";
import type { Config } from "../model/config.ts";
import { conclusion, exitCode, failing, type Verdict } from "../model/verdict.ts";
import { wholeRow } from "./row.ts";
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
  const rows = wholeRows(comparison, "invalid", why);
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

/**
 * The comparison of a run without base, where the default branch's own run had recorded that base neither builds nor
 * starts. The change is not to blame, so the check is neutral, unless head's own limits fail it.
 */
export function notCompared(
  comparison: Comparison,
  { code, message }: Warning,
  { policy }: Config,
): Comparison {
  const why = warning(
    code,
    `${message} The default branch's own run of that commit failed, too.`,
    "Repair the default branch, update this branch, and measure again.",
  );
  if (comparison.exit !== EXIT.ok) return warned(comparison, [why]);
  const { add, remove } = policy.fail_on;
  const exit = exitCode(["incomparable"], failing(add, remove));
  return {
    ...comparison,
    overall: "incomparable",
    exit,
    conclusion: conclusion("incomparable", exit),
    mde: null,
    rows: [...wholeRows(comparison, "incomparable", why), ...comparison.rows],
  };
}

const wholeRows = ({ rows }: Comparison, verdict: Verdict, why: Warning) =>
  [...new Set(rows.map(({ workload }) => workload))].map((workload) =>
    wholeRow({ workload, variant: null }, verdict, why.message, [why]),
  );

/** Prepends warnings about the run as a whole. */
export const warned = (comparison: Comparison, warnings: readonly Warning[]): Comparison => ({
  ...comparison,
  warnings: [...warnings, ...comparison.warnings],
});
