import type { Log } from "../../base/log.ts";
import type { Generator, Host, PairGenerator, RunningStack, Scraper, Stacks } from "../../model/ports.ts";
import type { Failure } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";

/** What one side of a duel is made of. */
export interface DuelSide {
  readonly stacks: Stacks;
  /** Reads and runs the scripts of this side's own tree. */
  readonly generator: Generator;
  /** Null where it runs whole trials only. */
  readonly pairs: PairGenerator | null;
}
export type Sides<T> = Readonly<Record<Side, T>>;

/** What a pair is measured on. */
export interface DuelBench {
  readonly sides: Sides<DuelSide>;
  readonly stacks: Sides<RunningStack>;
  readonly host: Host;
  readonly scraper?: Scraper;
  readonly cores: number;
  /** Cores of both stacks and of their generators in the mode `duet`; null where it cannot be had. */
  readonly duetCores: { readonly services: string; readonly generator: string } | null;
  readonly now: () => Date;
  readonly log: Log;
  /** Number of the start of the stacks. */
  readonly start: number;
  /** Sides that were found busy while the other was loaded, and of which that was said. */
  readonly restless: Set<Side>;
}

/** One pair to be measured. */
export interface Place {
  readonly slot: number;
  readonly attempt: number;
}

export const opposite = (side: Side): Side => (side === "head" ? "base" : "head");

/** A side of which a service died; the one named first is asked first. */
export function deathOf(
  stacks: Sides<RunningStack>,
  first: Side,
): { readonly side: Side; readonly failure: Failure } | null {
  for (const side of [first, opposite(first)]) {
    const fault = stacks[side].fault();
    if (fault !== null) return { side, failure: { code: "service-died", message: fault.slice(0, 8_000) } };
  }
  return null;
}
