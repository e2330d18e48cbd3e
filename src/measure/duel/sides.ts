import type { Log } from "../../base/log.ts";
import type { Generator, Host, PairGenerator, RunningStack, Stacks } from "../../model/ports.ts";
import type { Side } from "../../model/schedule.ts";
import type { Scraper } from "../../model/scraper.ts";
import { died, type SideFailure } from "../starts.ts";

/** The stack and the generators of one side of a duel. */
export interface DuelSide {
  readonly stacks: Stacks;
  /** Reads and runs the scripts of this side's tree. */
  readonly generator: Generator;
  /** Null where the generator runs whole trials only. */
  readonly pairs: PairGenerator | null;
}
export type Sides<T> = Readonly<Record<Side, T>>;

/** Everything that measuring a pair needs. */
export interface PairContext {
  readonly sides: Sides<DuelSide>;
  readonly stacks: Sides<RunningStack>;
  readonly host: Host;
  readonly scraper?: Scraper;
  readonly cores: number;
  /** Cores of both stacks and of their generators in the mode `duet`; null where `duet` is not available. */
  readonly duetCores: { readonly services: string; readonly generator: string } | null;
  readonly now: () => Date;
  readonly log: Log;
  /** Number of the start of the stacks. */
  readonly start: number;
  /** Sides for which a warning was logged because they were busy while the other side was loaded. */
  readonly warnedBusy: Set<Side>;
  /** Whether the services of a workload work on after its last answer, by workload; not known before its first warm-up. */
  readonly outlasting: Map<string, boolean>;
  /** Sides whose services went on working for as long as was waited: no side is waited for again. */
  readonly restless: Set<Side>;
}

/** Nothing is known yet of sides that are busy with nothing loaded. @param warned those for which no warning is logged */
export const noneBusy = (
  warned: readonly Side[] = [],
): Pick<PairContext, "warnedBusy" | "restless" | "outlasting"> => ({
  warnedBusy: new Set(warned),
  restless: new Set(),
  outlasting: new Map(),
});

/** Everything that loading one side of a pair needs. The other side's stack is absent where both are never up together. */
export interface HalfContext extends Omit<PairContext, "stacks" | "duetCores" | "restless" | "outlasting"> {
  readonly stacks: Partial<Sides<RunningStack>>;
}

/** One pair to be measured: its slot, and the attempt at it. */
export interface PlannedPair {
  readonly slot: number;
  readonly attempt: number;
}

export const opposite = (side: Side): Side => (side === "head" ? "base" : "head");

/** The running side of which a service died, `first` checked first; null where all services live. */
export function deathOf(stacks: Partial<Sides<RunningStack>>, first: Side): SideFailure | null {
  for (const side of [first, opposite(first)]) {
    const fault = stacks[side]?.fault() ?? null;
    if (fault !== null) return { side, failure: died(fault) };
  }
  return null;
}
