import { meansFailures } from "../../model/config.ts";
import type { PairRecord } from "../../model/duel.ts";
import { type Item, isItem, itemKey } from "../../model/item.ts";
import { MAX_CONSECUTIVE_FAILURES } from "../limits.ts";
import type { Duelist } from "./plan.ts";

/** Requests of the first good pair, both sides together; undefined without one. */
export const requestsOf = (pairs: readonly PairRecord[]): number | undefined =>
  pairs.flatMap((pair) => (pair.outcome === "ok" ? pair.base.requests + pair.head.requests : []))[0];

/** The pairs that a duel has measured so far, in order. */
export class MeasuredPairs {
  readonly all: PairRecord[] = [];
  /** Losses in a row, by workload. */
  private readonly losses = new Map<string, number>();

  add(record: PairRecord): void {
    this.all.push(record);
    const key = itemKey(record);
    this.losses.set(key, record.outcome === "ok" ? 0 : (this.losses.get(key) ?? 0) + 1);
    // A side that died under a load would die again: the judge decides on that, a restart does not help.
    if (record.outcome === "lost" && record.failure.code === "service-died")
      this.losses.set(key, MAX_CONSECUTIVE_FAILURES);
  }

  /** Whether no pair was measured well. */
  readonly isFresh = (): boolean => !this.all.some(({ outcome }) => outcome === "ok");

  /** Whether a workload is not tried again: it was lost too often, or base's requests fail. */
  readonly isAbandoned = (of: Duelist): boolean =>
    (this.losses.get(itemKey(of)) ?? 0) >= MAX_CONSECUTIVE_FAILURES || this.failsOnBase(of);

  /** Whether every request of base failed and none should: no further pair makes that a verdict. */
  private failsOnBase(of: Duelist): boolean {
    const good = this.of(of).flatMap((pair) => (pair.outcome === "ok" ? [pair.base] : []));
    const isFailing =
      good.length > 0 && good.every(({ requests, errors }) => requests > 0 && errors >= requests);
    return isFailing && !meansFailures(of.config);
  }

  of(of: Item): PairRecord[] {
    return this.all.filter(isItem(of));
  }

  /** Slots of a workload, of the `wanted` ones at the next look, that have no pair yet. */
  missing(of: Duelist, wanted: number): number[] {
    const taken = new Set(this.of(of).map(({ slot }) => slot));
    const most = Math.min(wanted, of.pairing.pairs[1]);
    return Array.from({ length: most }, (_, slot) => slot).filter((slot) => !taken.has(slot));
  }

  /** Number of pairs of a workload in each start that had any. */
  spread(of: Item): number[] {
    const counts = new Map<number, number>();
    for (const { start, attempt } of this.of(of))
      if (attempt === 0) counts.set(start, (counts.get(start) ?? 0) + 1);
    return [...counts.values()];
  }
}
