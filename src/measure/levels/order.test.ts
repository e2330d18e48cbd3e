import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "./order.ts";

const LEVELS = [1, 2, 4, 8, 16];

test("every round has every level once, in an order of its own, and begins with a fresh start", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.integer({ min: 1, max: 6 }), (seed, repeats) => {
      const all = rounds(LEVELS, repeats, seed);
      expect(all.length).toBe(repeats * LEVELS.length);
      for (let round = 0; round < repeats; round++) {
        const part = all.slice(round * LEVELS.length, (round + 1) * LEVELS.length);
        expect(part.map(({ level }) => level).sort((a, b) => a - b)).toEqual(LEVELS);
        expect(part.map(({ fresh }) => fresh)).toEqual([true, false, false, false, false]);
      }
      expect(rounds(LEVELS, repeats, seed)).toEqual(all);
    }),
  );
});

test("the seed determines the order", () => {
  const orders = new Set(
    Array.from({ length: 30 }, (_, seed) =>
      rounds(LEVELS, 1, seed)
        .map(({ level }) => level)
        .join(),
    ),
  );
  expect(orders.size).toBeGreaterThan(15); // of 120
});
