import { ENOUGH } from "../criteria.ts";
import { smallestVisible } from "../judge.ts";
import { capped, type DuelPlan, type DuelTest, levelOf, type TestState } from "./duel.ts";

/** The worsening for which the number of pairs is told. */
const TOLD = Math.log1p(0.05);
/** p-values of which the smallest counts, where no pair shows their number: those beside CPU. */
const ASKED = 3;

/**
 * About how many pairs it takes until a worsening of 5 % is found in 8 of 10 runs: if the rest is as noisy as the pairs of
 * the latest look, or before that as history says. Undefined without either.
 */
export function pairsToFind(test: DuelTest, { decided }: TestState, plan: DuelPlan): number | undefined {
  const seen = decided
    ? { n: decided.n, mean: decided.figures.mean, asked: decided.figures.asked }
    : expected(test, plan.looks.at(-1)!);
  if (seen === undefined) return undefined;
  const { n, mean, asked } = seen;
  const noise = smallestVisible(mean, 0, levelOf(plan) / asked, plan.workloads.flat().length);
  return Math.max(ENOUGH, Math.ceil(n * (noise / TOLD) ** 2));
}

function expected({ prior }: DuelTest, n: number) {
  if (prior.df <= 0) return undefined;
  const mean = { estimate: 0, se: Math.sqrt(prior.variance / n), df: n - 1 + capped(prior).df };
  return { n, mean, asked: ASKED };
}
