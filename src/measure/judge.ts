import type { PairRecord } from "../model/duel.ts";
import type { Item } from "../model/item.ts";

/** A gate that is not settled yet, and its change in words: "+1.2 % [−0.4, +2.8]"; null before it was looked at. */
export interface OpenGate {
  readonly metric: string;
  readonly estimate: string | null;
}

/** A workload that is open before a look, or was closed by it, and why in words. */
export interface Open extends Item {
  readonly why: string;
  /** Its gates that are open; absent where no gate decides. */
  readonly gates?: readonly OpenGate[] | undefined;
  /** About how many pairs it takes to find a worsening of 5 %, where that is known. */
  readonly needed?: number | undefined;
  /** The same with usual noise, before the first look of pairs without history. */
  readonly neededUsually?: number | undefined;
  /** The variance of a start in units of that of a pair within its start, where that is known. */
  readonly startRatio?: number | undefined;
}

/** Decides when enough was measured: the decision procedure, as the loop sees it. */
export interface Judge {
  /** Numbers of pairs at which a look at everything open is planned. */
  readonly looks: readonly number[];
  /** Number of the next look, from 1, the pairs that it needs of each, and the open workloads; null when none is. */
  next(): { readonly look: number; readonly pairs: number; readonly open: readonly Open[] } | null;
  /** Slots of one workload and start that are worth another attempt before a look at its first `slots`. */
  repeats(of: Item, pairs: readonly PairRecord[], slots: number, start: number): readonly number[];
  /** Judges everything measured so far; `last`: the time is up, and this look is the final one. */
  look(pairs: readonly PairRecord[], last: boolean): void;
  /** The workloads that the last look closed, and why in words. */
  closed(): readonly Open[];
}
