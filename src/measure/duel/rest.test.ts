import { expect, test } from "vitest";
import { SIDES, type Side } from "../../model/schedule.ts";
import { aDuelist } from "../../testing/plans.ts";
import { untilRest } from "./rest.ts";
import type { PairContext } from "./sides.ts";

const never = new AbortController().signal;
const times = { look: 0.02, most: 0.5 };

/** Sides whose worker uses a share of a core for so many milliseconds from now on. */
function working(share: number, lasting: Record<Side, number>) {
  const logged: string[] = [];
  const began = performance.now();
  let looks = 0;
  const stackOf = (side: Side) => ({
    counters: async () => {
      looks += 0.5; // each look reads both sides at its beginning and its end
      const cpu = (share * Math.min(performance.now() - began, lasting[side])) / 1000;
      return { api: { cpu: 1, memory: 1, restarts: 0 }, worker: { cpu, memory: 1, restarts: 0 } };
    },
  });
  const log = { info: (text: string) => logged.push(text), warn: (text: string) => logged.push(text) };
  const stacks = { base: stackOf("base"), head: stackOf("head") };
  const context = { stacks, warnedBusy: new Set(), restless: new Set(), log } as unknown as PairContext;
  const rest = async () => {
    const from = performance.now();
    const before = looks;
    const isBusy = await untilRest(aDuelist("shop", 1), SIDES, context, never, times);
    return { isBusy, waited: performance.now() - from, looks: (looks - before) / 2 };
  };
  return { rest, logged };
}

test("services that rest cost one look", async () => {
  const { rest, logged } = working(0.1, { base: 1000, head: 1000 });
  const { isBusy, looks } = await rest();
  expect({ isBusy, logged, looks }).toEqual({ isBusy: false, logged: [], looks: 1 });
});

test("a worker that goes on is waited for, and named once", async () => {
  const { rest, logged } = working(0.9, { base: 0, head: 200 });
  const { isBusy, waited } = await rest();
  expect(isBusy).toBe(true);
  expect(waited).toBeGreaterThan(190);
  expect(logged).toEqual([
    "shop: worker of head works on when all requests are answered; its CPU time until it rests counts for them",
  ]);
});

test("one that never rests is waited for once, and then neither side is", async () => {
  const { rest, logged } = working(0.9, { base: 0, head: 100_000 });
  expect((await rest()).waited).toBeGreaterThan(490);
  expect(logged.at(-1)).toBe(
    "shop: worker of head works on when all requests are answered, for more than 0.5 s: have the script pause, so that it keeps up",
  );
  const again = await rest();
  expect(again).toMatchObject({ isBusy: false, looks: 0 });
});
