import type { PairRecord } from "../model/duel.ts";
import { isWhole } from "../model/noise.ts";
import { FEWEST_STARTS } from "../model/profiling.ts";
import { type Duelist, pairSeconds } from "./duel/plan.ts";

// How the time of the explaining part is spent: on starts of both sides, which are the sample, and on pairs in them.

/**
 * Starts where one of the fewest was lost, for whole trials, which have one pair each, and for waits: only the starts tell how
 * much they vary, and three tell it badly.
 */
const MORE_STARTS = 4;
export const MOST_STARTS = 6;
/** Pairs in each start, at most. Three starts of two pairs tell more than four of one, in less time. */
export const PAIRS = 2;
/** Seconds in which a workload should be explained, without those before the first start and after the last load. */
const WITHIN = 45 - 1.5;

/** The measurements of one workload so far, and their time. */
export interface Spent {
  readonly of: Duelist;
  /** Whether waits may explain the change. */
  readonly isWaiting: boolean;
  readonly pairs: readonly Pick<PairRecord, "start" | "outcome">[];
  /** Starts that were made for it, with the present one. */
  starts: number;
  /** Seconds of those that ended, and of the loads in them. */
  seconds: number;
}

/** Whether one more start is needed, or there is time for one of one pair. */
export function hasTime(spent: Spent): boolean {
  const { of, pairs, starts, seconds } = spent;
  const good = new Set(pairs.filter(({ outcome }) => outcome === "ok").map(({ start }) => start)).size;
  if (starts < fewest(spent) || (good < FEWEST_STARTS && starts < MORE_STARTS)) return true;
  return seconds + unpaired(spent, starts) + pairSeconds(of) <= WITHIN;
}

const fewest = ({ of, isWaiting }: Spent) =>
  isWaiting || isWhole(of.pairing.mode) ? MORE_STARTS : FEWEST_STARTS;

/**
 * How many pairs the present start has time for, if each later one has one.
 *
 * @param up seconds in which the stacks came up, divided by their workloads
 */
export function fitting(spent: Spent, up: number): number {
  const { of, starts, seconds } = spent;
  const pair = pairSeconds(of);
  const one = (starts > 1 ? unpaired(spent, starts - 1) : up + of.warmup) + pair;
  const left = WITHIN - seconds - one - Math.max(0, fewest(spent) - starts) * one;
  return Math.max(1, Math.min(PAIRS, 1 + Math.floor(left / pair)));
}

/** Seconds of a start without its pairs, over so many: warm-ups may take longer than planned. */
const unpaired = ({ of, pairs, seconds }: Spent, starts: number): number =>
  Math.max(0, seconds - pairs.length * pairSeconds(of)) / starts;
