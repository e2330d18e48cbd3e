import type { PairRecord } from "../model/duel.ts";

/** A workload, or one variant of it. */
export interface Named {
  readonly workload: string;
  readonly variant: string | null;
}

/** What is still open before a look, and why in words. */
export interface Open extends Named {
  readonly why: string;
}

/** Who says when enough was measured: the decision procedure, as the loop sees it. */
export interface Judge {
  /** Pairs at which everything open is looked at, as planned. */
  readonly looks: readonly number[];
  /** Number of the next look, from 1, the pairs that it wants of each, and what is open; null when nothing is. */
  next(): { readonly look: number; readonly pairs: number; readonly open: readonly Open[] } | null;
  /** Slots of one workload that are worth another attempt before a look at its first `slots`. */
  repeats(of: Named, pairs: readonly PairRecord[], slots: number): readonly number[];
  /** Looks at everything measured; `last`: the time is up, and nothing more will come. */
  look(pairs: readonly PairRecord[], last: boolean): void;
  /** What was closed by the last look, and why in words. */
  closed(): readonly Open[];
}
