import { createHash } from "node:crypto";
import { byRank, type Event, type Ranked, ranked, type Source } from "./recommend.ts";

/** Two items, a < b, and the number of users who touched both. */
export type Pair = readonly [a: string, b: string, users: number];

/** A tenant's precomputed data, as stored in artifact mode. Plain JSON. */
export interface Manifest {
  /** SHA-256 of the tables, 16 hex digits: the same events give the same digest. */
  readonly digest: string;
  /** Number of events it was built from. */
  readonly events: number;
  readonly popularity: readonly Ranked[];
  /** Sorted by a, then b. */
  readonly cooccurrence: readonly Pair[];
  readonly histories: readonly (readonly [user: string, items: readonly string[]])[];
}

/** A source that computes everything from the events at each call. */
export function fromEvents(events: readonly Event[]): Source {
  return {
    popularity() {
      const counts = new Map<string, number>();
      for (const { item } of events) counts.set(item, (counts.get(item) ?? 0) + 1);
      return ranked(counts);
    },
    history: (user) => new Set(events.filter((event) => event.user === user).map((event) => event.item)),
    related(seeds) {
      const scores = new Map<string, number>();
      for (const items of itemsByUser(events).values()) {
        let common = 0;
        for (const seed of seeds) if (items.has(seed)) common++;
        for (const item of items) {
          // An item is no neighbour of itself.
          const score = seeds.has(item) ? common - 1 : common;
          if (score > 0) scores.set(item, (scores.get(item) ?? 0) + score);
        }
      }
      return ranked(scores);
    },
  };
}

/** A source that looks everything up in a prebuilt manifest, with the same results as `fromEvents`. */
export function fromManifest(manifest: Manifest): Source {
  const histories = new Map(manifest.histories);
  const neighbours = new Map<string, Ranked[]>();
  const add = (item: string, other: string, score: number) => {
    const list = neighbours.get(item);
    if (list) list.push({ item: other, score });
    else neighbours.set(item, [{ item: other, score }]);
  };
  for (const [a, b, users] of manifest.cooccurrence) {
    add(a, b, users);
    add(b, a, users);
  }
  for (const list of neighbours.values()) list.sort(byRank);
  return {
    popularity: () => manifest.popularity,
    history: (user) => histories.get(user) ?? [],
    related(seeds) {
      const [only] = seeds;
      if (seeds.size === 1 && only !== undefined) return neighbours.get(only) ?? [];
      const scores = new Map<string, number>();
      for (const seed of seeds) {
        for (const { item, score } of neighbours.get(seed) ?? []) {
          scores.set(item, (scores.get(item) ?? 0) + score);
        }
      }
      return ranked(scores);
    },
  };
}

/** The manifest of some events; independent of their order. */
export function manifest(events: readonly Event[]): Manifest {
  const tables = {
    events: events.length,
    popularity: fromEvents(events).popularity(),
    cooccurrence: pairs(events),
    histories: Array.from(itemsByUser(events), ([user, items]) => [user, [...items].sort()] as const).sort(
      ([a], [b]) => (a < b ? -1 : 1),
    ),
  };
  const digest = createHash("sha256").update(JSON.stringify(tables)).digest("hex").slice(0, 16);
  return { digest, ...tables };
}

function pairs(events: readonly Event[]): Pair[] {
  const rows = new Map<string, Map<string, number>>();
  for (const items of itemsByUser(events).values()) {
    const sorted = [...items].sort();
    sorted.forEach((a, i) => {
      const row = rows.get(a) ?? new Map<string, number>();
      rows.set(a, row);
      for (const b of sorted.slice(i + 1)) row.set(b, (row.get(b) ?? 0) + 1);
    });
  }
  const sortedEntries = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return sortedEntries(rows).flatMap(([a, row]) => sortedEntries(row).map(([b, n]) => [a, b, n] as const));
}

function itemsByUser(events: readonly Event[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const { user, item } of events) {
    const items = users.get(user);
    if (items) items.add(item);
    else users.set(user, new Set([item]));
  }
  return users;
}
