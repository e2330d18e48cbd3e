import { own } from "../../base/own.ts";
import { effectiveStarts } from "../../stats/pair.ts";
import { median } from "../../stats/samples.ts";
import { LEAST_SD } from "../criteria.ts";
import { differenceScale } from "../decision.ts";
import type { Rule } from "../rule.ts";
import type { GoodPair } from "./pairs.ts";

/** What an estimate is in base units. */
export interface Scale {
  /** The size that base and head lie around; the unit, where differences are compared. */
  readonly middle: number;
  /** Whether differences were compared, because a value was not above 0. */
  readonly differences: boolean;
}

/** What pairs show of one metric. */
export interface Sight {
  /** One a pair: log ratios, or differences in units of the metric's size; positive is worse. */
  readonly ratios: readonly number[];
  /** Effective number of starts they were measured in. */
  readonly starts: number;
  /** Least variance of one pair that is believed. */
  readonly least: number;
  readonly scale: Scale;
  /** Of CPU a request in the same pairs, log ratios, for what it is a companion of; null without. */
  readonly beside: readonly number[] | null;
  /** Of each ratio the start it was measured in; null where that is not known. */
  readonly startOf: readonly number[] | null;
}

/** Bare log ratios without a size: for judging recorded or simulated pairs, where there are no absolute floors. */
export const plainSight = (
  ratios: readonly number[],
  starts: number,
  beside: readonly number[] | null = null,
  startOf: readonly number[] | null = null,
): Sight => ({
  ratios,
  starts,
  least: LEAST_SD ** 2,
  scale: { middle: 1, differences: false },
  beside,
  startOf,
});

/**
 * What pairs show of a metric; null where none of them has it on both sides.
 *
 * A value that is not above 0 has no logarithm: differences are compared then, in units of the median size of both
 * sides, so that band and prior keep their meaning and the sides are treated alike.
 *
 * @param cpu a metric whose ratios stand beside these, if every pair has it and all values are above 0; null for none
 */
export function sight(
  pairs: readonly GoodPair[],
  metric: string,
  rule: Rule,
  cpu: string | null = null,
): Sight | null {
  const both = pairs.filter(
    ({ base, head }) => Object.hasOwn(base.values, metric) && Object.hasOwn(head.values, metric),
  );
  if (both.length === 0) return null;
  const bases = both.map(({ base }) => own(base.values, metric)!);
  const heads = both.map(({ head }) => own(head.values, metric)!);
  const differences = [...bases, ...heads].some((v) => v <= 0);
  const sign = rule.better === "lower" ? 1 : -1;
  const middle = differences ? differenceScale([...bases, ...heads], rule.unit) : centre(bases, heads);
  const startOf = both.map(({ start }) => start);
  return {
    ratios: bases.map((base, i) =>
      differences ? (sign * (heads[i]! - base)) / middle : sign * (Math.log(heads[i]!) - Math.log(base)),
    ),
    starts: effectiveStarts(startOf),
    startOf,
    // Both sides rounded to a tick: variance tick²/12 each.
    least: Math.max((rule.resolution / middle) ** 2 / 6, LEAST_SD ** 2),
    scale: { middle, differences },
    beside: cpu === null || differences ? null : companions(both, cpu),
  };
}

/** ln(head/base) of a metric that must not go up; null where a pair has none. */
function companions(pairs: readonly GoodPair[], metric: string): number[] | null {
  const ratios = pairs.map(({ base, head }) =>
    Math.log((own(head.values, metric) ?? 0) / (own(base.values, metric) ?? 0)),
  );
  return ratios.every(Number.isFinite) ? ratios : null;
}

/** An estimate in base units, positive is worse. Base and head lie at equal ratios from the middle. */
export const absolute = ({ middle, differences }: Scale, r: number): number =>
  differences ? r * middle : 2 * middle * Math.sinh(r / 2);

/** The two figures that an estimate lies between; `head` over `base` is the change that is printed. */
export function centres(
  { middle, differences }: Scale,
  own: number,
  between: number,
): { base: number; head: number } {
  return differences
    ? { base: between - (own * middle) / 2, head: between + (own * middle) / 2 }
    : { base: middle * Math.exp(-own / 2), head: middle * Math.exp(own / 2) };
}

/** Median over pairs of the geometric mean of both sides. */
const centre = (bases: readonly number[], heads: readonly number[]) =>
  Math.exp(median(bases.map((base, i) => (Math.log(base) + Math.log(heads[i]!)) / 2)));
