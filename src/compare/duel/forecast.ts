import { logGamma } from "../../stats/gamma.ts";
import { normalPpf } from "../../stats/normal.ts";
import { askedWith } from "../../stats/pair.ts";
import { type StartVariances, startVariances } from "../../stats/starts.ts";
import { studentPpf } from "../../stats/student.ts";
import { ENOUGH } from "../criteria.ts";
import {
  capped,
  type Decided,
  type DuelPlan,
  type DuelTest,
  type TestFigures,
  type TestState,
} from "./duel.ts";
import { levelOf, looks } from "./looks.ts";
import type { PairedSample } from "./sample.ts";

/** The worsening that a run should be able to find. */
const WANTED = Math.log1p(0.05);
/** The search for a number of pairs: its steps, and its end. */
const STEP = 1.05;
const FAR = 1e5;
/**
 * Degrees of freedom from which on pairs tell how much they differ. With the two of three starts a forecast is several times
 * too long: two of three recorded comparisons that were to take longer than their run settled within it.
 */
const TOLD = 4;
/**
 * Sd of a pair's log ratio where nothing tells it: the median of the medians of p50 in ten services, without other programs
 * (src/bench/placebo/README.md: 1.8 to 12.9 %).
 */
const USUAL_SD = 0.055;
/** p-values of which the smallest counts, as long as no pair shows their number: that of a metric with CPU. */
const ASKED = askedWith(true);

/**
 * About how many pairs it takes until a worsening of 5 % is found in 8 of 10 runs. The noise is that of the pairs at the
 * latest look, or before the first one that of history. Undefined without either, and where the pairs do not tell yet.
 */
export function pairsToFind(test: DuelTest, { decided }: TestState, plan: DuelPlan): number | undefined {
  if (decided) return decided.figures.mean.df < TOLD ? undefined : pairsToFindAfter(decided, plan);
  const noise = expected(test, plan.looks.at(-1)!);
  return noise && pairsAt(noise, plan);
}

/** The same before the first look, with the noise of services that nobody tuned. */
export const usualPairsToFind = (plan: DuelPlan): number => {
  const n = plan.looks.at(-1)!;
  return pairsAt({ n, mean: { estimate: 0, se: USUAL_SD / Math.sqrt(n), df: n - 1 }, asked: ASKED }, plan);
};

/** The same from a look that the test was decided at. */
export const pairsToFindAfter = ({ n, figures: { mean, asked } }: Decided, plan: DuelPlan): number =>
  pairsAt({ n, mean, asked }, plan);

/** The noise of n pairs, as a test of so many p-values sees it. */
type Noise = Pick<TestFigures, "mean" | "asked"> & Pick<Decided, "n">;

function pairsAt({ n, mean, asked }: Noise, { level, workloads }: DuelPlan): number {
  const family = workloads.flat().length;
  const visible = (pairs: number) => {
    const more = pairs / n;
    // Further pairs bring further starts: where those are the sample, they bring degrees of freedom as well.
    const df = Math.max(1, (mean.df + 1) * more - 1);
    const last = levelOf({ level, looks: looks(pairs) }) / asked / Math.max(1, family);
    return (mean.se / Math.sqrt(more)) * foundWith(0.8, studentPpf(1 - last, df), mean.df);
  };
  let pairs = ENOUGH;
  while (visible(pairs) > WANTED && pairs < FAR) pairs = Math.ceil(pairs * STEP);
  return pairs;
}

/**
 * The change that exceeds so many standard errors with a probability, in standard errors as they were estimated: the
 * quantile of the noncentral t distribution, after Johnson and Welch (1940). With few degrees of freedom the noise may be
 * half as much again as the estimate.
 */
function foundWith(probability: number, errors: number, df: number): number {
  const z = normalPpf(probability);
  const b = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) * Math.sqrt(2 / df);
  const spread = 1 - b * b;
  return (errors * b + z * Math.sqrt(b * b + spread * (errors * errors - z * z))) / (b * b - z * z * spread);
}

function expected({ prior }: DuelTest, n: number): Noise | undefined {
  if (prior.df <= 0) return undefined;
  const mean = { estimate: 0, se: Math.sqrt(prior.variance / n), df: n - 1 + capped(prior).df };
  return { n, mean, asked: ASKED };
}

/** The variances of a test's pairs and starts so far; those of history where they do not tell. Undefined without either. */
export function spreadOf(
  { prior, startSd }: Pick<DuelTest, "prior" | "startSd">,
  sample: PairedSample | null | undefined,
): StartVariances | undefined {
  const seen = sample?.startOf ? startVariances(sample.ratios, sample.startOf, sample.least) : null;
  if (seen !== null) return seen;
  return prior.df > 0 && startSd !== null ? { within: prior.variance, between: 2 * startSd ** 2 } : undefined;
}
