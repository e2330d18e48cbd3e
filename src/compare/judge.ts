import type { Evidence } from "../model/comparison.ts";
import type { Policy } from "../model/config.ts";
import { format } from "../model/quantity.ts";
import type { Verdict } from "../model/verdict.ts";
import { type Estimate, interval, predictiveEstimate, pValues } from "../stats/location.ts";
import { rejected } from "../stats/multiplicity.ts";
import { mean, median } from "../stats/samples.ts";
import { studentPpf } from "../stats/student.ts";
import { LEAST_SD } from "./criteria.ts";
import { decide, differenceScale, type Rejections } from "./decision.ts";
import { epochs, SESSION_PRIOR_DF, sessionPrior, sessionSeries } from "./history/epochs.ts";
import type { Rule } from "./rule.ts";
import type { StoredValues } from "./stored.ts";
import { change, difference, probability, size } from "./words.ts";

/** How much sessions of one program usually differ, sd of the log of their medians. */
const PRIOR_SD: Readonly<Record<Policy["runner"], number>> = { shared: 0.05, dedicated: 0.02 };

/** A test of one metric before its family is known. Log ratios (or their stand-ins), positive is worse. */
export interface Figures {
  readonly mode: Evidence["mode"];
  readonly estimate: Estimate;
  readonly pWorse: number;
  readonly pBetter: number;
  /** Sessions or pairs the reference rests on. */
  readonly n: number;
  /** Both one-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  /** What an estimate is in base units, signed as the metric is. */
  readonly absolute: (estimate: number) => number;
  /** Whether it is on differences, because a value was not above 0. */
  readonly differences: boolean;
  readonly prior: Evidence["prior"];
}

/** Figures against stored sessions, and which of these head is compared with. */
export interface SessionFigures extends Figures {
  /** Those of today's level; earlier ones only say how much sessions differ. */
  readonly compared: readonly StoredValues[];
}

/**
 * This session against stored ones. A session is summed up by the median over its trials of ln(value); head is
 * one more draw from where the stored ones of today's level came from, their spread steadied by what is believed of it.
 *
 * Where the history was cut, head has to be worse than today's level and than the whole history: noise with two levels
 * looks like a change of level too often among few sessions (of 8, three low ones before five high ones come about by
 * chance in one history of 28).
 *
 * Where a value is not above 0 there is no logarithm: differences are tested instead, in units of the stored
 * sessions' median size, so that band and prior keep their meaning; such a history is not cut.
 *
 * @param head    one value a trial, base units, not empty
 * @param stored  each session once, at least one; the latest twelve count
 */
export function sessionFigures(
  head: readonly number[],
  stored: readonly StoredValues[],
  rule: Rule,
  runner: Policy["runner"],
): SessionFigures {
  const values = stored.flatMap((session) => session.values);
  const differences = [...head, ...values].some((v) => v <= 0);
  const scale = differences ? differenceScale(values, rule.unit) : 1;
  const summary = (session: readonly number[]) =>
    median(session.map((v) => (differences ? v / scale : Math.log(v))));
  const sign = rule.better === "lower" ? 1 : -1;
  const usual = PRIOR_SD[runner];
  const known = differences ? null : epochs(sessionSeries(stored), rule.band);
  const runs = known && new Set(known.current.map(({ run }) => run));
  const compared = runs ? stored.filter(({ run }) => runs.has(run)) : stored;
  const own = sign * summary(head);
  const earlier = compared.map((session) => sign * summary(session.values));
  const centre = sign * mean(earlier);
  const base = differences ? scale : Math.exp(centre);
  const floor = Math.max((rule.resolution / base) ** 2 / 6, LEAST_SD ** 2);
  const belief = { df: SESSION_PRIOR_DF, variance: usual ** 2 };
  const prior = known ? sessionPrior(known, usual) : belief;
  const estimate = predictiveEstimate(earlier, own, prior, floor);
  const { above, below } = pValues(estimate);
  const whole = stored.map((session) => sign * summary(session.values));
  const uncut =
    compared.length === stored.length ? 0 : pValues(predictiveEstimate(whole, own, belief, floor)).above;
  return {
    mode: "baseline",
    estimate,
    pWorse: Math.max(above, uncut),
    pBetter: below,
    n: compared.length,
    bounds: interval(estimate, 0.05),
    absolute: (r) => (differences ? sign * r * scale : base * Math.expm1(sign * r)),
    differences,
    prior: { used: true, df: prior.df, sd: Math.sqrt(prior.variance) },
    compared,
  };
}

/**
 * Smallest worsening that is found in 8 of 10 such runs, where no other test of the family helps: its estimate
 * has to clear both the strictest level of the family and the band.
 *
 * @param level of the family, split over its tests
 */
export function smallestVisible({ se, df }: Estimate, band: number, level: number, family: number): number {
  const threshold = Math.max(studentPpf(1 - level / Math.max(1, family), df) * se, band);
  return threshold + studentPpf(0.8, df) * se;
}

/** The evidence of a test, its family known. */
export function evidence(figures: Figures, rule: Rule, level: number, family: number): Evidence {
  const { estimate } = figures;
  const [low, high] = interval(estimate, 0.025);
  return {
    mode: figures.mode,
    n: figures.n,
    estimate: estimate.estimate,
    interval: [low, high],
    se: estimate.se,
    df: estimate.df,
    pWorse: figures.pWorse,
    pBetter: figures.pBetter,
    level,
    family,
    band: rule.band,
    floor: rule.floor,
    mde: smallestVisible(estimate, rule.band, level, family),
    prior: figures.prior,
  };
}

/**
 * A family of tests, both ways: what Benjamini–Hochberg rejects at a level, in the order given.
 *
 * @param family null where there is nothing to be tested: it is in the family with p = 1
 */
export function rejections(
  family: readonly (Pick<Figures, "pWorse" | "pBetter"> | null)[],
  level: number,
): Rejections[] {
  const found = (way: "pWorse" | "pBetter") =>
    rejected(
      family.map((one) => one?.[way] ?? 1),
      level,
    );
  const better = found("pBetter");
  return found("pWorse").map((worse, i) => ({ worse, better: better[i]! }));
}

type Judged = Extract<Verdict, "regressed" | "improved" | "unchanged" | "inconclusive">;

/** The verdict of one test, and why in words. */
export function judged(
  figures: Figures,
  shown: Evidence,
  rule: Rule,
  rejections: Rejections,
): { verdict: Judged; reason: string } {
  const { estimate } = figures.estimate;
  const { verdict, by } = decide({ ...figures, estimate }, rule, rejections);
  const seen = sizes(figures, rule);
  const least = format(rule.floor, rule.unit);
  const interval = seen.interval(shown.interval);
  if (verdict === "regressed" || verdict === "improved") {
    const p = probability(verdict === "regressed" ? shown.pWorse : shown.pBetter);
    const way = verdict === "regressed" ? "worse" : "better";
    return {
      verdict,
      reason: `${way} by more than the band of ${size(rule.band)}: estimated ${seen.estimate} ${interval}, ${p}`,
    };
  }
  switch (by) {
    case "small": {
      const moved = difference(figures.absolute(estimate), rule.unit);
      const reason = `unchanged (below the floor): ${seen.estimate} is ${moved}, not more than ${least}`;
      return { verdict, reason };
    }
    case "band": {
      const reason = `shown to lie within ±${size(rule.band)}: estimated ${seen.estimate} ${interval}`;
      return { verdict, reason };
    }
    case "floor": {
      const reason = `unchanged (below the floor): shown to lie within ±${least}, estimated ${seen.estimate}`;
      return { verdict, reason };
    }
    case "neither": {
      const visible = `a worsening of ${size(shown.mde)} would have been seen`;
      return { verdict, reason: `cannot tell: estimated ${seen.estimate} ${interval}; ${visible}` };
    }
  }
}

/**
 * How a change is written: in percent of the metric itself (−5 % of a rate is worse), with its 95 % interval; as
 * a difference where there is no ratio.
 */
function sizes(figures: Figures, rule: Rule) {
  const sign = rule.better === "lower" ? 1 : -1;
  const one = (r: number) =>
    figures.differences ? difference(figures.absolute(r), rule.unit) : change(sign * r);
  return {
    estimate: one(figures.estimate.estimate),
    interval: ([low, high]: readonly [number, number]) => {
      const [from, to] = sign > 0 ? [low, high] : [high, low];
      return `[95 %: ${one(from)} to ${one(to)}]`;
    },
  };
}
