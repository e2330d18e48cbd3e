import { expect, test } from "vitest";
import { aDuelist } from "../../testing/plans.ts";
import { StartCosts } from "./costs.ts";
import type { Duelist, DuelStart } from "./plan.ts";

const shop = aDuelist("shop", 1, { mode: "request" });
const cart = aDuelist("cart", 1, { mode: "request" });
const start = (...all: readonly Duelist[]): DuelStart => ({
  stackEnv: {},
  stacks: "beside",
  seed: 1,
  shares: all.map((of) => ({ of, slots: [0, 1] })),
});

test("the more a start costs and the less starts differ, the more pairs of one tell most for their time", () => {
  const costs = new StartCosts();
  expect(costs.best(shop, undefined)).toBeUndefined();
  expect(costs.best(shop, 2)).toBe(1); // only the warm-up of 2 s is known: √(2/1/2)
  for (const seconds of [62, 11, 10]) costs.add(start(shop), seconds, [shop, shop]);
  // The first start built the stack: it is left out by the median, 11 s − 2 pairs of 1 s.
  expect([0.01, 0.25, 1, 9, 100].map((ratio) => costs.best(shop, ratio))).toEqual([30, 6, 3, 1, 1]);
  expect(costs.best(shop, 0)).toBe(Number.POSITIVE_INFINITY);
});

test("workloads of one start share what it costs", () => {
  const costs = new StartCosts();
  costs.add(start(shop, cart), 22, [shop, cart, cart, shop]);
  expect(costs.best(shop, 1)).toBe(3);
});
