import type { Sample } from "../model/comparison.ts";
import type { Count } from "../stats/errors.ts";
import type { failureChange } from "./decision.ts";
import { sample } from "./row.ts";
import { share } from "./words.ts";

// Failed requests and failed checks, of trials and of pairs: they are counted and told in the same way.

/** More errors than requests are read as all failed. */
export const plausible = ({ errors, requests }: Count): Count => ({
  errors: Math.min(errors, requests),
  requests,
});

/** The share that failed (`lower` is better), or that passed, in each count. */
export const rates = (counts: readonly Count[], better: "lower" | "higher" = "lower"): Sample | null =>
  sample(counts.map(({ errors, requests }) => (better === "lower" ? errors : requests - errors) / requests));

/** The finding in words. @param many "requests", "checks" */
export const failureFinding = ({ verdict, most }: ReturnType<typeof failureChange>, many: string): string =>
  ({
    regressed: `more ${many} fail`,
    unchanged: `no more ${many} fail`,
    inconclusive: `cannot rule out more failures (up to ${share(most)})`,
  })[verdict];
