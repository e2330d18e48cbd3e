import { ENOUGH } from "../criteria.ts";
import { smallestVisible } from "../judge.ts";
import { capped, type DuelPlan, type DuelTest, levelOf, type TestState } from "./duel.ts";

/** The worsening that a run should be able to find. */
const WANTED = Math.log1p(0.05);
/** p-values of which the smallest counts, as long as no pair shows their number: that of a metric with CPU. */
const ASKED = 3;

/**
 * About how many pairs it takes until a worsening of 5 % is found in 8 of 10 runs. The noise is that of the pairs at the
 * latest look, or before the first one that of history. Undefined without either.
 */
export function pairsToFind(test: DuelTest, { decided }: TestState, plan: DuelPlan): number | undefined {
  const seen = decided
    ? { n: decided.n, mean: decided.figures.mean, asked: decided.figures.asked }
    : expected(test, plan.looks.at(-1)!);
  if (seen === undefined) return undefined;
  const { n, mean, asked } = seen;
  const noise = smallestVisible(mean, 0, levelOf(plan) / asked, plan.workloads.flat().length);
  return Math.max(ENOUGH, Math.ceil(n * (noise / WANTED) ** 2));
}

function expected({ prior }: DuelTest, n: number) {
  if (prior.df <= 0) return undefined;
  const mean = { estimate: 0, se: Math.sqrt(prior.variance / n), df: n - 1 + capped(prior).df };
  return { n, mean, asked: ASKED };
}
