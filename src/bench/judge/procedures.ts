import { type DuelPlan, duelVerdicts } from "../../compare/duel/duel.ts";
import { DUEL_LEVEL, looks } from "../../compare/duel/looks.ts";
import { plainSample } from "../../compare/duel/sample.ts";
import { sessionFigures } from "../../compare/judge.ts";
import type { Rule } from "../../compare/rule.ts";
import { NO_PRIOR, type VariancePrior } from "../../stats/location.ts";
import { rejected } from "../../stats/multiplicity.ts";
import { fitVariancePrior } from "../../stats/prior.ts";
import { variance } from "../../stats/samples.ts";
import type { Ratios } from "./draws.ts";
import type { MetricName } from "./pull.ts";

/** What one of our rules says of one pull request. */
export interface Judgement {
  /** For each gate test, in the order given. */
  readonly verdicts: readonly ("regressed" | "improved" | "unchanged" | "inconclusive")[];
  /** Mean pairs a workload. */
  readonly pairs: number;
}

/** Smallest change that matters: `policy.band`'s default. */
const BAND = 0.03;
/** Process starts that pairs are spread over. */
const STARTS = 3;

/** Deviations of a duel from its defaults. */
export interface DuelSettings {
  /** One a test; none without. */
  readonly priors?: readonly VariancePrior[];
  /** A ratio. */
  readonly band?: number;
  /** Effective number of starts of the first n pairs. */
  readonly starts?: (n: number) => number;
  /** Metrics of the tests, which relate CPU to the other metrics of its workload. Without them, tests are unrelated. */
  readonly metrics?: readonly MetricName[];
}

/**
 * The duel over the gate tests of one pull request, no absolute floors.
 *
 * @param ratios    ln(head/base), [test][pair]; all of one length
 * @param workloads how many of the tests, in order, belong to each workload
 */
export function duel(ratios: Ratios, workloads: readonly number[], settings: DuelSettings = {}): Judgement {
  const { priors, band = BAND, starts = () => STARTS, metrics = [] } = settings;
  const firsts = workloads.map((_, w) => workloads.slice(0, w).reduce((sum, n) => sum + n, 0));
  const mine = <T>(w: number, all: readonly T[]) => all.slice(firsts[w]!, firsts[w]! + workloads[w]!);
  const tests = ratios.map((_, t) => ({
    band: Math.log1p(band),
    floor: 0,
    prior: priors?.[t] ?? NO_PRIOR,
    startSd: null,
  }));
  const plan: DuelPlan = {
    looks: looks(ratios[0]!.length),
    level: DUEL_LEVEL,
    workloads: workloads.map((_, w) => mine(w, tests)),
  };
  const state = duelVerdicts(plan, (w, n) => {
    const names = mine(w, metrics);
    const cpu = mine(w, ratios)[names.indexOf("cpu")]?.slice(0, n) ?? null;
    return mine(w, ratios).map((r, t) =>
      plainSample(r.slice(0, n), starts(n), names[t] === "cpu" ? null : cpu),
    );
  });
  return {
    verdicts: state.workloads.flatMap((workload) => workload.tests.map(({ verdict }) => verdict)),
    pairs: state.workloads.reduce((sum, { slots }) => sum + slots, 0) / workloads.length,
  };
}

/** Most degrees of freedom that history counts for. */
const MOST_PRIOR = 8;

/** The variance prior of one test from sessions of base against base: [session][pair] log ratios. */
export function priorOf(calibrations: Ratios): VariancePrior {
  return fitVariancePrior(
    calibrations.map((r) => variance(r)),
    calibrations[0]!.length - 1,
    MOST_PRIOR,
  );
}

/** Level of the gate against stored sessions alone. */
const BASELINE_LEVEL = 0.005;
/** Sessions an hour apart: too close for their spread to be called learned. */
const HOUR = 3_600_000;
/** Ratios only: no absolute floor, no ticks of a timer. */
const RATIOS: Rule = { unit: "s", better: "lower", band: Math.log1p(BAND), floor: 0, resolution: 0 };

/**
 * The gate against stored sessions alone, as on a shared runner: Benjamini–Hochberg over all tests.
 *
 * @param head   [test][trial] logs
 * @param stored [test][session][trial] logs, three sessions or more
 */
export function baseline(
  head: readonly (readonly number[])[],
  stored: readonly (readonly (readonly number[])[])[],
): Judgement["verdicts"] {
  const natural = (logs: readonly number[]) => logs.map(Math.exp);
  const session = (logs: readonly number[], i: number) => ({
    run: String(i),
    at: new Date(Date.UTC(2026, 0, 1) + i * HOUR).toISOString(),
    values: natural(logs),
  });
  const figures = head.map((trials, t) =>
    sessionFigures(natural(trials), stored[t]!.map(session), RATIOS, "shared"),
  );
  const worse = rejected(
    figures.map(({ pWorse }) => pWorse),
    BASELINE_LEVEL,
  );
  return figures.map(({ estimate: { estimate } }, t) =>
    worse[t] && estimate >= RATIOS.band ? "regressed" : "inconclusive",
  );
}
