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

/** Typical spread between sessions of one program: sd of the log of their medians. */
const PRIOR_SD: Readonly<Record<Policy["runner"], number>> = { shared: 0.05, dedicated: 0.02 };

/** A test of one metric before the correction of its family. Log ratios (or their stand-ins), positive is worse. */
export interface Figures {
  readonly mode: Evidence["mode"];
  readonly estimate: Estimate;
  readonly pWorse: number;
  readonly pBetter: number;
  /** Sessions or pairs the reference rests on. */
  readonly n: number;
  /** Both one-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  /** Converts an estimate to base units, signed like the metric. */
  readonly absolute: (estimate: number) => number;
  /** Whether the test is on differences, because a value was not above 0. */
  readonly differences: boolean;
  readonly prior: Evidence["prior"];
  /** Why the generator could not keep up; absent or null where it could. */
  readonly starved?: string | null;
}

/** Figures against stored sessions, and the sessions that head is compared with. */
export interface SessionFigures extends Figures {
  /** The sessions of the current level. Earlier ones only contribute to the spread. */
  readonly compared: readonly StoredValues[];
}

/**
 * Compares this session with stored ones. A session counts as the median over its trials of ln(value). Head is tested as
 * one more draw from the distribution of the stored sessions of the current level; a prior steadies their spread.
 *
 * Where the history was cut, head must be worse than the current level and than the whole history. Among few sessions,
 * noise looks like a change of level too often: of 8 sessions, three low ones come before five high ones by chance in
 * one history of 28.
 *
 * A value that is not above 0 has no logarithm. Differences are tested then, in units of the stored sessions' median
 * size, so that band and prior keep their meaning. Such a history is not cut.
 *
 * @param head    one value per trial, base units, not empty
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
 * Smallest worsening that 8 of 10 such runs detect without help from other tests of the family. Its estimate must
 * exceed both the strictest level of the family and the band.
 *
 * @param level of the family, split over its tests
 */
export function smallestVisible({ se, df }: Estimate, band: number, level: number, family: number): number {
  const threshold = Math.max(studentPpf(1 - level / Math.max(1, family), df) * se, band);
  return threshold + studentPpf(0.8, df) * se;
}

/** The evidence of a test, after the correction of its family. */
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
 * The tests of a family that Benjamini–Hochberg rejects at a level, in both directions and in the given order.
 *
 * @param family null for a test that lacks data: it stays in the family with p = 1
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

/** The verdict of one test, and its reason for people. */
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
      const reason = `unchanged (below the floor): ${seen.estimate} is ${moved}, at most ${least}`;
      return { verdict, reason };
    }
    case "band": {
      const reason = `shown to lie within ±${size(rule.band)}: estimated ${seen.estimate} ${interval}`;
      return { verdict, reason };
    }
    case "not-worse": {
      const ruledOut = `not worse by ${size(rule.band)} or more: estimated ${seen.estimate} ${interval}`;
      return { verdict, reason: ruledOut };
    }
    case "floor": {
      const reason = `unchanged (below the floor): shown to lie within ±${least}, estimated ${seen.estimate}`;
      return { verdict, reason };
    }
    case "starved":
      return { verdict, reason: `cannot tell: ${figures.starved}` };
    case "neither": {
      const visible = `this run could detect a worsening of ${size(shown.mde)}`;
      return { verdict, reason: `cannot tell: estimated ${seen.estimate} ${interval}; ${visible}` };
    }
  }
}

/**
 * Formats a change in percent of the metric itself (−5 % of a rate is worse) with its 95 % interval, or as a difference
 * where there is no ratio.
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
