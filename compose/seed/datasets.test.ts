import { expect, test } from "vitest";
import { MOST_EVENTS } from "../gateway/schemas.ts";
import { datasets } from "./datasets.ts";

test.each(datasets().map((set) => [set.tenant, set] as const))("%s holds what it says", (_tenant, set) => {
  const { events, expected } = set;
  const items = new Set(events.map(({ item }) => item));
  // Pairs the slow way: two items are a row when some user has both.
  const pairs = new Set<string>();
  for (const user of new Set(events.map((event) => event.user))) {
    const own = events.filter((event) => event.user === user);
    for (const { item: a } of own) for (const { item: b } of own) if (a < b) pairs.add(`${a} ${b}`);
  }
  expect({ events: events.length, popularity: items.size, cooccurrence: pairs.size }).toEqual(expected);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.length).toBeLessThan(20 * MOST_EVENTS); // within the burst of the default limit
});

test("the demo is the reference's: 10 events, 4 items, 4 rows; and the data never change by themselves", () => {
  expect(datasets()[0]).toMatchObject({
    tenant: "demo",
    expected: { events: 10, popularity: 4, cooccurrence: 4 },
  });
  expect(datasets()).toEqual(datasets());
});
