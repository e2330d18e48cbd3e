/** One thing a user did with an item. */
export interface Event {
  readonly id: string;
  readonly user: string;
  readonly item: string;
}

export const ALGORITHMS = ["popularity", "cooccurrence"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** An item and how strongly it is recommended. */
export interface Ranked {
  readonly item: string;
  readonly score: number;
}

export interface Query {
  readonly user?: string;
  /** The item being looked at; never recommended itself. */
  readonly item?: string;
  /** Most items wanted, ≥ 1. */
  readonly k: number;
}

/** What recommendations are made of; `sources.ts` has one over events and one over a prebuilt artifact. */
export interface Source {
  /** Every item with the number of its events, ranked. */
  popularity(): readonly Ranked[];
  /** The distinct items of a user; empty for a stranger. */
  history(user: string): Iterable<string>;
  /** Items ranked by the sum, over the seeds, of the users who touched both item and seed; none with sum 0. */
  related(seeds: ReadonlySet<string>): readonly Ranked[];
}

/** A recommended item and the algorithm that put it there. */
export interface Recommendation extends Ranked {
  readonly by: Algorithm;
}

/** Higher score first; ties by item name in code unit order, so that no two orders are possible. */
export function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.item < b.item ? -1 : a.item > b.item ? 1 : 0);
}

/** Scores by item as a ranked list. */
export function ranked(scores: ReadonlyMap<string, number>): Ranked[] {
  return Array.from(scores, ([item, score]) => ({ item, score })).sort(byRank);
}

/**
 * The k best items for a query, best first and without repetition.
 *
 * Co-occurrence starts from the item being looked at, else from the user's own history; where it finds fewer
 * than k, popularity fills up. So the answer holds min(k, items of the tenant without `item`) entries.
 */
export function recommend(source: Source, algorithm: Algorithm, query: Query): Recommendation[] {
  const chosen = new Map<string, Recommendation>();
  const take = (list: readonly Ranked[], by: Algorithm) => {
    for (const { item, score } of list) {
      if (chosen.size >= query.k) return;
      if (item !== query.item && !chosen.has(item)) chosen.set(item, { item, score, by });
    }
  };
  if (algorithm === "cooccurrence") take(source.related(seeds(source, query)), "cooccurrence");
  if (chosen.size < query.k) take(source.popularity(), "popularity");
  return [...chosen.values()];
}

function seeds(source: Source, { user, item }: Query): ReadonlySet<string> {
  if (item !== undefined) return new Set([item]);
  return new Set(user === undefined ? [] : source.history(user));
}
