import { own } from "../../base/own.ts";
import { effectiveStarts } from "../../stats/pair.ts";
import { median } from "../../stats/samples.ts";
import { LEAST_SD } from "../criteria.ts";
import { differenceScale } from "../decision.ts";
import { saturatedGenerator } from "../generator.ts";
import type { Rule } from "../rule.ts";
import { type GoodPair, pairsFor } from "./pairs.ts";

/** Converts an estimate to base units. */
export interface Scale {
  /** The size that base and head lie around; the unit where differences are compared. */
  readonly middle: number;
  /** Whether differences were compared, because a value was not above 0. */
  readonly differences: boolean;
}

/** The paired values of one metric. */
export interface PairedSample {
  /** One per pair: log ratios, or differences in units of the metric's size; positive is worse. */
  readonly ratios: readonly number[];
  /** Effective number of starts. */
  readonly starts: number;
  /** Lower limit for the variance of one pair. */
  readonly least: number;
  readonly scale: Scale;
  /** Log ratios of CPU per request in the same pairs, where CPU accompanies the metric; null otherwise. */
  readonly companion: readonly number[] | null;
  /** The start of each ratio; null where unknown. */
  readonly startOf: readonly number[] | null;
  /** Why the generator could not keep up; null where it could. */
  readonly starved: string | null;
}

/** Bare log ratios without a size: for recorded or simulated pairs, which have no absolute floors. */
export const plainSample = (
  ratios: readonly number[],
  starts: number,
  companion: readonly number[] | null = null,
  startOf: readonly number[] | null = null,
): PairedSample => ({
  ratios,
  starts,
  least: LEAST_SD ** 2,
  scale: { middle: 1, differences: false },
  companion,
  startOf,
  starved: null,
});

/**
 * The paired sample of a metric; null where no pair has it on both sides.
 *
 * A value that is not above 0 has no logarithm. Differences are compared then, in units of the median size of both
 * sides, so that band and prior keep their meaning and both sides count equally.
 *
 * @param cpu a metric that accompanies these ratios, if every pair has it and all values are above 0; null for none
 */
export function pairedSample(
  pairs: readonly GoodPair[],
  metric: string,
  rule: Rule,
  cpu: string | null = null,
): PairedSample | null {
  const both = pairsFor(metric, pairs).filter(
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
    companion: cpu === null || differences ? null : companions(both, cpu),
    starved: saturatedGenerator(pairs.map(({ load }) => load)) ?? null,
  };
}

/** ln(head/base) of the accompanying metric; null where a pair lacks it. */
function companions(pairs: readonly GoodPair[], metric: string): number[] | null {
  const ratios = pairs.map(({ base, head }) =>
    Math.log((own(head.values, metric) ?? 0) / (own(base.values, metric) ?? 0)),
  );
  return ratios.every(Number.isFinite) ? ratios : null;
}

/** An estimate in base units, positive is worse. Base and head lie at equal ratios from the middle. */
export const absolute = ({ middle, differences }: Scale, r: number): number =>
  differences ? r * middle : 2 * middle * Math.sinh(r / 2);

/** The values of base and head that an estimate stands for; `head` over `base` is the printed change. */
export function centres(
  { middle, differences }: Scale,
  change: number,
  between: number,
): { base: number; head: number } {
  return differences
    ? { base: between - (change * middle) / 2, head: between + (change * middle) / 2 }
    : { base: middle * Math.exp(-change / 2), head: middle * Math.exp(change / 2) };
}

/** Median over pairs of the geometric mean of both sides. */
const centre = (bases: readonly number[], heads: readonly number[]) =>
  Math.exp(median(bases.map((base, i) => (Math.log(base) + Math.log(heads[i]!)) / 2)));
