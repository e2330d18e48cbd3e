import type { Evidence, WorkloadSummary } from "../../model/comparison.ts";
import { familyOf } from "../../model/metric.ts";
import type { Failure, WorkloadFacts } from "../../model/run.ts";
import type { Count } from "../../stats/errors.ts";
import type { VariancePrior } from "../../stats/location.ts";
import { isSaturated, type Load } from "../generator.ts";
import type { Rule } from "../rule.ts";

/** The figures of one side in a pair. */
export interface PairSide {
  /** By selector, base units; a metric that the side lacks is absent. */
  readonly values: Readonly<Record<string, number>>;
  /** Number of observations behind a value where these are not requests: sub-metrics, the script's own trends. */
  readonly samples: Readonly<Record<string, number>>;
  /** Requests and those that failed. */
  readonly requests: Count;
  /** Examples of those, such as "GET /orders answered 500"; absent where none is known. */
  readonly failing?: readonly string[] | undefined;
  /** Checks made and those that failed. */
  readonly checks: Count;
  /** Restarts of a service of this side while the pair was measured. */
  readonly restarts: number;
}

/** Identifies a pair. A pair that was lost or contended may be measured again: another attempt at its slot. */
interface PairId {
  /** Number of the pair among those of its workload and variant, from 0. */
  readonly slot: number;
  /** From 0. */
  readonly attempt: number;
  /** The process start it was measured in. */
  readonly start: number;
}

/** Figures of base and head, measured next to each other. */
export interface GoodPair extends PairId {
  readonly outcome: "ok";
  /** Whether other programs wanted the CPU just before or after. */
  readonly contended: boolean;
  readonly base: PairSide;
  readonly head: PairSide;
  readonly load: Load;
}
/** A pair in which one side has no figures. */
export interface LostPair extends PairId {
  readonly outcome: "lost";
  readonly side: "base" | "head";
  readonly failure: Failure;
}
export type Pair = GoodPair | LostPair;

/** One metric to judge. */
export interface DuelMetric {
  /** A selector. */
  readonly metric: string;
  readonly rule: Rule;
  /** Variance of one pair's log ratio, from history; NO_PRIOR without. */
  readonly prior: VariancePrior;
  /** Learned sd between starts, a log ratio; null until it is learned. */
  readonly startSd: number | null;
  /** A row only where it changed: one of many metrics that nobody asked for. */
  readonly quiet?: boolean;
  /** Sd of an exact counter over stored sessions, base units; null where nothing is stored. */
  readonly storedSd: number | null;
}

/** One workload and variant: its metrics and rules, and the pairs measured so far. */
export interface DuelCase {
  readonly workload: string;
  readonly variant: string | null;
  readonly mode: Exclude<Evidence["mode"], "baseline">;
  readonly model: WorkloadFacts["model"];
  readonly gate: readonly DuelMetric[];
  readonly advisory: readonly DuelMetric[];
  /** Whether the config declares an error limit; those of a script are not known while pairs are measured. */
  readonly errorsDeclared: boolean;
  /** Which failures a profile in `expect` judges instead. */
  readonly expected: { readonly errors: boolean; readonly checks: boolean };
  /** The counts of head's trials alone; absent where there are none. */
  readonly alone?: Pick<WorkloadSummary, "errors" | "statuses"> | undefined;
  /** Digests of the machines it was measured on; more than one cannot be judged. */
  readonly machines: readonly string[];
  /** In any order. */
  readonly pairs: readonly Pair[];
}

/** Whether others took the CPU from a pair, or its generator could not keep up. */
const isDisturbed = ({ contended, load }: GoodPair) => contended || isSaturated(load);

/**
 * The attempt that counts at each of the first `slots` slots: the first that nothing disturbed, else the first good one,
 * else the first. The choice never depends on the measured values.
 */
export function counting(pairs: readonly Pair[], slots: number): Pair[] {
  const bySlot = new Map<number, Pair[]>();
  for (const pair of pairs) {
    if (pair.slot >= slots) continue;
    const attempts = bySlot.get(pair.slot);
    if (attempts) attempts.push(pair);
    else bySlot.set(pair.slot, [pair]);
  }
  return [...bySlot]
    .sort(([a], [b]) => a - b)
    .map(([, attempts]) => {
      const inOrder = attempts.sort((a, b) => a.attempt - b.attempt);
      const good = inOrder.filter((pair) => pair.outcome === "ok");
      return good.find((pair) => !isDisturbed(pair)) ?? good[0] ?? inOrder[0]!;
    });
}

export const goodPairs = (pairs: readonly Pair[], slots: number): GoodPair[] =>
  counting(pairs, slots).filter((pair) => pair.outcome === "ok");

/** Metrics that belong to a process and not to a pair: the peak of one pair is that of the next as well. */
const OF_A_START: readonly string[] = ["memory_peak"];

/** Whether a metric has one value for each start. */
export const isOfStart = (metric: string): boolean => OF_A_START.includes(familyOf(metric));

/** The pairs that count for a metric: all of them, or the last one of each start. */
export function pairsFor(metric: string, pairs: readonly GoodPair[]): readonly GoodPair[] {
  if (!isOfStart(metric)) return pairs;
  return [...new Map(pairs.map((pair) => [pair.start, pair])).values()];
}

/** Share of the most pairs that may be measured again. */
const EXTRA = 0.3;

/**
 * Slots of a start that are worth another attempt before a look at the first `slots`: lost ones, then disturbed ones, each in
 * order. Further attempts are limited to 30 % of the most pairs.
 */
export function repeats(pairs: readonly Pair[], slots: number, most: number, start: number): number[] {
  const left = Math.floor(EXTRA * most) - pairs.filter(({ attempt }) => attempt > 0).length;
  const now = counting(pairs, slots).filter((pair) => pair.start === start);
  const lost = now.filter((pair) => pair.outcome === "lost");
  const disturbed = now.filter((pair) => pair.outcome === "ok" && isDisturbed(pair));
  return [...lost, ...disturbed].map(({ slot }) => slot).slice(0, Math.max(0, left));
}
