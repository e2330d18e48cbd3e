import { own } from "../../base/own.ts";
import { seedOf, shuffled } from "../../base/random.ts";
import type { Config, StackKind, Workload } from "../../model/config.ts";
import { BLOCKS, LONGEST_BLOCK, type Pairing, type PairRecord } from "../../model/duel.ts";
import { type Item, isItem } from "../../model/item.ts";
import { isWhole } from "../../model/noise.ts";
import type { LoadRate } from "../../model/ports.ts";

/** One workload and variant that is measured on both sides. */
export interface Duelist extends Item {
  readonly config: Workload;
  readonly pairing: Pairing;
  /** Whether the seconds of a block are still to be decided, by the rate of the first warm-up. */
  isBlockOpen: boolean;
  /** Where slow starts make blocks longer: the pairs that it has if its blocks are not longer after all. */
  readonly unstretched?: Pairing["pairs"] | undefined;
  /** Number of workloads in its comparison, each variant counted. */
  readonly comparisonSize: number;
  readonly rate?: LoadRate | undefined;
  /** Environment that the stacks are started with for it. */
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Seconds: warm-up after a start, warm-up of every further trial, and measured time of a trial. */
  readonly warmup: number;
  readonly settle: number;
  readonly duration: number;
  /** Seconds that a whole trial takes without its warm-up, where its script decides. */
  readonly course?: number | undefined;
}

/** Decides the seconds of a block, and so the number of pairs, before the first one. Judge and record hold the same pairing. */
export function fixBlock(of: Duelist, block: number): void {
  of.pairing.block = block;
  of.isBlockOpen = false;
  if (block !== LONGEST_BLOCK) of.pairing.pairs = of.unstretched ?? of.pairing.pairs;
}

/** The same workload with sides that are never up at the same time. */
export function inTurns(of: Duelist, why: string): Duelist {
  const { pairing, duration, unstretched: pairs = pairing.pairs } = of;
  return { ...of, isBlockOpen: false, pairing: { ...pairing, mode: "turns", why, block: duration, pairs } };
}

/** The slots that one start of both stacks measures for one workload, in order. */
export interface Share {
  readonly of: Duelist;
  readonly slots: readonly number[];
}
/** How the stacks of both sides run: at the same time, one after the other, or at the same time on one core. */
export type Arrangement = "beside" | "turns" | "duet";
/** One start of both stacks. */
export interface DuelStart {
  readonly stackEnv: Readonly<Record<string, string>>;
  readonly shares: readonly Share[];
  readonly stacks: Arrangement;
  /** Seed of every random order within it. */
  readonly seed: number;
}

/** The pairs that each workload has before a round. */
export interface Standing {
  /** Slots to be measured before the next look, in order. */
  readonly missing: (of: Duelist) => readonly number[];
  /** Number of pairs in each start so far. */
  readonly spread: (of: Duelist) => readonly number[];
  /** The pairs of a start that tell most for their time; undefined where that is not known. */
  readonly best: (of: Duelist) => number | undefined;
}

/**
 * The starts that bring every open workload to the pairs of the next look.
 *
 * Before the first look there are as many starts as configured, with equal shares. Before each later look there are as
 * many again, from the third look on of at least two pairs each: only further starts tell start-up variance from a change.
 * There are more
 * where starts differ by much, and where the effective number of starts, 1/Σ(share²), would otherwise fall below the
 * configured number.
 */
export function roundStarts(
  open: readonly Duelist[],
  standing: Standing,
  configured: number,
  next: () => number,
): DuelStart[] {
  const wanting = open.filter((of) => standing.missing(of).length > 0);
  return shuffled(groups(wanting), next).flatMap((group) => {
    const parts = Math.max(...group.map((of) => partsOf(of, standing, configured)));
    return Array.from({ length: parts }, (_, part): DuelStart => {
      const shares = shuffled(group, next).flatMap((of) => {
        const slots = portion(standing.missing(of), part, parts);
        return slots.length > 0 ? [{ of, slots }] : [];
      });
      const { stackEnv } = group[0]!;
      return { stackEnv, shares, stacks: arrangementOf(group[0]!), seed: seedOf(next()) };
    }).filter(({ shares }) => shares.length > 0);
  });
}

/** Pairs that each start after the second look has at least, unless starts differ by much. */
export const FEWEST_IN_A_START = 2;
/** Most starts that one round may have. */
const MOST_PARTS = 20;

function partsOf(of: Duelist, standing: Standing, configured: number): number {
  const had = standing.spread(of);
  const more = standing.missing(of);
  const best = Math.ceil(more.length / (standing.best(of) ?? Infinity));
  if (had.length === 0) return Math.min(Math.max(configured, best), more.length);
  const enough = Math.min(configured, effectiveStarts(had));
  const isSecondLook = had.length <= configured;
  const room = isSecondLook ? more.length : Math.floor(more.length / FEWEST_IN_A_START);
  const usual = Math.max(1, best, Math.min(configured, room));
  for (let parts = usual; parts < Math.min(more.length, MOST_PARTS); parts++) {
    const added = Array.from({ length: parts }, (_, part) => portion(more, part, parts).length);
    if (effectiveStarts([...had, ...added]) >= enough) return parts;
  }
  return Math.min(more.length, MOST_PARTS);
}

/** Seconds that a pair loads, without the warm-up of its start. */
export const pairSeconds = ({ settle, course, pairing: { mode, block } }: Duelist): number =>
  isWhole(mode) ? 2 * ((course ?? block) + settle) : block;

/** Effective number of starts, 1/Σ(share²). */
export function effectiveStarts(pairs: readonly number[]): number {
  const all = pairs.reduce((sum, n) => sum + n, 0);
  return all === 0 ? 0 : 1 / pairs.reduce((sum, n) => sum + (n / all) ** 2, 0);
}

/** The slots of one of several parts of about equal size. */
function portion(slots: readonly number[], part: number, parts: number): readonly number[] {
  const at = (i: number) => Math.floor((slots.length * i) / parts);
  return slots.slice(at(part), at(part + 1));
}

const arrangementOf = ({ pairing: { mode } }: Duelist): Arrangement =>
  mode === "duet" || mode === "turns" ? mode : "beside";

/** Workloads grouped by the environment and arrangement of the stacks: those of a group share running stacks. */
export function groups(all: readonly Duelist[]): Duelist[][] {
  const byEnv = new Map<string, Duelist[]>();
  for (const one of all) {
    const key = JSON.stringify([arrangementOf(one), Object.entries(one.stackEnv).sort()]);
    byEnv.set(key, [...(byEnv.get(key) ?? []), one]);
  }
  return [...byEnv.values()];
}

/** The settings of a workload under a profile. */
export function settings(
  config: Config,
  workload: Workload,
  profile: string | null,
): Pick<Duelist, "warmup" | "settle" | "duration"> {
  const over = profile === null ? undefined : own(config.profiles, profile);
  const warmup = over?.warmup ?? workload.warmup;
  return {
    warmup,
    settle: Math.min(workload.settle, warmup),
    duration: over?.duration ?? workload.measure.duration,
  };
}

/** Requests of both sides that a block should have. */
const REQUESTS = 400;
/** Most workloads whose pairs of 2 s, thirty of each, fit into two minutes. */
const FEW = 2;

/** Usual seconds of a start of both sides. Express with PostgreSQL takes 5 s on Compose, on two cores. */
export const USUAL_START: Readonly<Record<StackKind, number>> = {
  process: 1,
  compose: 5,
  external: 0, // it is up already
};

/** Most seconds of a block, where neither loads nor starts are slow. */
const USUAL_BLOCK = 2;

/** Whether stacks of a kind take longer to come up, for each workload, than a start's pairs take. Blocks are the longest then. */
export const startsSlowly = (kind: StackKind, workloads: number): boolean =>
  USUAL_START[kind] / workloads > FEWEST_IN_A_START * USUAL_BLOCK;

/**
 * The seconds of a block for a load of so many requests a second. A start of both stacks costs far more than a longer
 * block, and figures of a few dozen requests are mostly noise. Few lengths, so that runs of one workload have the same.
 *
 * @param workloads number of them in the comparison, each variant counted
 */
export const blockFor = (rate: number, workloads: number): number =>
  BLOCKS.find((seconds) => rate * seconds >= REQUESTS && (seconds > 1 || workloads > FEW)) ?? LONGEST_BLOCK;

/**
 * A workload with blocks that have enough requests at the rate that its pairs had: a few dozen show no function's time. Blocks
 * that slow starts made longer would only take time here, and those of the config and whole trials stay as they are.
 */
export function withEnough(of: Duelist, pairs: readonly PairRecord[]): Duelist {
  const { pairing } = of;
  const requests = pairs
    .filter(isItem(of))
    .flatMap((pair) => (pair.outcome === "ok" ? pair.base.requests + pair.head.requests : []))
    .sort((a, b) => a - b);
  const usual = requests[requests.length >> 1];
  if (usual === undefined || isWhole(pairing.mode)) return of;
  const least = of.config.measure.block ?? Math.min(pairing.block, USUAL_BLOCK);
  const block = Math.max(least, blockFor(usual / pairing.block, Infinity));
  return { ...of, pairing: { ...pairing, block } };
}
