import { type Item, itemKey } from "../../model/item.ts";
import { type Duelist, type DuelStart, pairSeconds } from "./plan.ts";

/** The time that starts take without their pairs, as seen so far. */
export class StartCosts {
  /** Seconds, for each workload of a start. */
  private readonly seen: number[] = [];

  /** A start took so many seconds, with these pairs. */
  add({ shares }: DuelStart, seconds: number, pairs: readonly Item[]): void {
    const each = new Map(shares.map(({ of }) => [itemKey(of), pairSeconds(of)]));
    const loaded = pairs.reduce((sum, pair) => sum + (each.get(itemKey(pair)) ?? 0), 0);
    this.seen.push(Math.max(0, seconds - loaded) / shares.length);
  }

  /**
   * The pairs of a start that tell most for their time. It is the optimal size of a cluster (Cochran, Sampling Techniques,
   * 1977): the square root of (cost of a start/cost of a pair) · (variance of a pair/variance of a start).
   *
   * @param startRatio variance of a start in units of that of a pair; undefined where it is not known
   */
  best(of: Duelist, startRatio: number | undefined): number | undefined {
    if (startRatio === undefined) return undefined;
    const start = [...this.seen].sort((a, b) => a - b)[this.seen.length >> 1] ?? of.warmup;
    return Math.max(1, Math.round(Math.sqrt(start / pairSeconds(of) / startRatio)));
  }
}
