import type { Sample, WorkloadSummary } from "../model/comparison.ts";
import { type Count, total } from "../stats/errors.ts";
import type { failureChange } from "./decision.ts";
import { around } from "./row.ts";
import { share } from "./words.ts";

// Failed requests and failed checks, of trials and of pairs: they are counted and told in the same way.

/** More errors than requests are read as all failed. */
export const plausible = ({ errors, requests }: Count): Count => ({
  errors: Math.min(errors, requests),
  requests,
});

/**
 * The share that failed (`lower` is better), or that passed, in each count, around that of all together: where one of several starts
 * fails, their median would hide it.
 */
export function rates(counts: readonly Count[], better: "lower" | "higher" = "lower"): Sample | null {
  const rate = ({ errors, requests }: Count) => (better === "lower" ? errors : requests - errors) / requests;
  return around(counts.map(rate), () => rate(total(counts)));
}

/** The status that most of a workload's failures have, and their share; undefined where there is none, or some are meant. */
export function mainStatus({ errors, statuses }: Pick<WorkloadSummary, "errors" | "statuses">) {
  const bad = Object.entries(statuses).filter(([status]) => Number(status) >= 400);
  const [first] = bad.sort(([, a], [, b]) => b - a);
  const sum = bad.reduce((all, [, n]) => all + n, 0);
  if (first === undefined || sum > errors || first[1] <= errors / 2) return undefined;
  return { status: first[0], share: first[1] / errors };
}

/** The finding in words. @param many "requests", "checks" */
export const failureFinding = ({ verdict, most }: ReturnType<typeof failureChange>, many: string): string =>
  ({
    regressed: `more ${many} fail`,
    unchanged: `no more ${many} fail`,
    inconclusive: `cannot rule out more failures (up to ${share(most)})`,
  })[verdict];

/** Most examples in a reason. */
const MOST_EXAMPLES = 2;

/** "; for example GET /orders answered 500". */
export const exampleOf = (examples: readonly string[]) =>
  examples.length === 0 ? "" : `; for example ${examples.slice(0, MOST_EXAMPLES).join(", ")}`;
