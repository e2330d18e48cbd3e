import fc from "fast-check";
import { expect, test } from "vitest";
import { ALGORITHMS, byRank, type Event, recommend, type Source } from "./recommend.ts";
import { fromEvents, fromManifest, manifest } from "./sources.ts";

/** `u1:a u2:b` as events. */
const events = (text: string): Event[] =>
  text.split(" ").map((pair, i) => {
    const [user, item] = pair.split(":");
    return { id: `e${i}`, user: user!, item: item! };
  });

// a: 3 events, b: 2, c: 2, d: 1. Pairs: ab by u1 and u2, ac by u1, bc by u1, cd by u3.
const SOME = events("u1:a u1:b u1:c u2:a u2:b u3:c u3:d u4:a");

const answer = (...args: Parameters<typeof recommend>) =>
  recommend(...args).map(({ item, score, by }) => `${item} ${score} ${by[0]}`);

test.each([
  ["popularity", { k: 20 }, ["a 3 p", "b 2 p", "c 2 p", "d 1 p"]], // b before c: a tie, by name
  ["popularity", { k: 2 }, ["a 3 p", "b 2 p"]],
  ["popularity", { k: 20, item: "a" }, ["b 2 p", "c 2 p", "d 1 p"]], // never the item being looked at
  ["popularity", { k: 2, user: "u3" }, ["a 3 p", "b 2 p"]], // popularity knows no user
  ["cooccurrence", { k: 20, item: "c" }, ["a 1 c", "b 1 c", "d 1 c"]], // one user each
  ["cooccurrence", { k: 20, item: "d" }, ["c 1 c", "a 3 p", "b 2 p"]], // filled up without repeating c
  ["cooccurrence", { k: 1, item: "d" }, ["c 1 c"]],
  // u2 has a and b: a is b's neighbour twice, b is a's twice, c is neighbour of a once and of b once
  ["cooccurrence", { k: 3, user: "u2" }, ["a 2 c", "b 2 c", "c 2 c"]],
  ["cooccurrence", { k: 2, user: "u2", item: "d" }, ["c 1 c", "a 3 p"]], // the item counts before the user
  ["cooccurrence", { k: 2, user: "stranger" }, ["a 3 p", "b 2 p"]],
  ["cooccurrence", { k: 2, item: "unheard-of" }, ["a 3 p", "b 2 p"]],
  ["cooccurrence", { k: 2 }, ["a 3 p", "b 2 p"]],
] as const)("%s of %j is %j", (algorithm, query, want) => {
  expect(answer(fromEvents(SOME), algorithm, query)).toEqual(want);
  expect(answer(fromManifest(manifest(SOME)), algorithm, query)).toEqual(want);
});

test("a manifest counts items and pairs, and names its contents", () => {
  const { digest, ...tables } = manifest(SOME);
  expect(tables).toEqual({
    events: 8,
    popularity: [
      { item: "a", score: 3 },
      { item: "b", score: 2 },
      { item: "c", score: 2 },
      { item: "d", score: 1 },
    ],
    cooccurrence: [
      ["a", "b", 2],
      ["a", "c", 1],
      ["b", "c", 1],
      ["c", "d", 1],
    ],
    histories: [
      ["u1", ["a", "b", "c"]],
      ["u2", ["a", "b"]],
      ["u3", ["c", "d"]],
      ["u4", ["a"]],
    ],
  });
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(manifest(SOME.slice(1)).digest).not.toBe(digest);
});

const someEvents = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((list) => list.map(([user, item], i): Event => ({ id: `${i}`, user: `u${user}`, item: `i${item}` })));
const someQuery = fc.record(
  {
    k: fc.integer({ min: 1, max: 12 }),
    user: fc.integer({ min: 1, max: 7 }).map((n) => `u${n}`),
    item: fc.integer({ min: 1, max: 10 }).map((n) => `i${n}`),
  },
  { requiredKeys: ["k"] },
);

test("artifact mode answers what the events answer, whatever their order", () => {
  fc.assert(
    fc.property(someEvents, someQuery, fc.constantFrom(...ALGORITHMS), (list, query, algorithm) => {
      const live = recommend(fromEvents(list), algorithm, query);
      const shuffled = list.toReversed();
      expect(recommend(fromManifest(manifest(shuffled)), algorithm, query)).toEqual(live);
      expect(recommend(fromEvents(shuffled), algorithm, query)).toEqual(live);
    }),
  );
});

test("related items are those of brute force", () => {
  fc.assert(
    fc.property(
      someEvents,
      fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
      (list, numbers) => {
        const seeds = new Set(numbers.map((n) => `i${n}`));
        const has = (user: string, item: string) => list.some((e) => e.user === user && e.item === item);
        const users = [...new Set(list.map((e) => e.user))];
        const want = [...new Set(list.map((e) => e.item))]
          .map((item) => {
            const others = [...seeds].filter((seed) => seed !== item);
            const score = others.flatMap((seed) => users.filter((u) => has(u, item) && has(u, seed))).length;
            return { item, score };
          })
          .filter(({ score }) => score > 0)
          .sort(byRank);
        const related = (source: Source) => source.related(seeds);
        expect(related(fromEvents(list))).toEqual(want);
        expect(related(fromManifest(manifest(list)))).toEqual(want);
      },
    ),
  );
});

test("an answer has min(k, the tenant's items without the one looked at) different items", () => {
  fc.assert(
    fc.property(someEvents, someQuery, fc.constantFrom(...ALGORITHMS), (list, query, algorithm) => {
      const items = recommend(fromEvents(list), algorithm, query).map(({ item }) => item);
      const candidates = new Set(list.map(({ item }) => item));
      candidates.delete(query.item ?? "");
      expect(new Set(items).size).toBe(items.length);
      expect(items.length).toBe(Math.min(query.k, candidates.size));
    }),
  );
});
