import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { environmentError } from "../base/errors.ts";
import { silent } from "../base/log.ts";
import type { Stacks } from "../model/ports.ts";
import type { Side } from "../model/schedule.ts";
import { died, Starts } from "./starts.ts";

/** Stacks that take a while to start, and fail on the sides named. @param sticks whether a side does not come down */
function sides(
  failing: readonly Side[] = [],
  more: Pick<Stacks, "isApart"> = {},
  sticks: (side: Side) => boolean = () => false,
) {
  const events: string[] = [];
  const of = (side: Side): Stacks => ({
    kind: "process",
    labels: {},
    ...more,
    async up() {
      events.push(`${side} starts`);
      await turn();
      if (failing.includes(side)) throw environmentError(`${side} is broken`);
      events.push(`${side} is up`);
      const stack = {
        targets: {},
        headers: {},
        counters: async () => ({}),
        fault: () => null,
        [Symbol.asyncDispose]: async () => {
          if (sticks(side)) throw environmentError(`${side} does not come down`);
          events.push(`${side} is down`);
        },
      };
      return { stack, seed: null };
    },
  });
  const edges = { log: silent, now: () => new Date(0) };
  const starts = new Starts<Side>(
    { base: of("base"), head: of("head") },
    edges,
    new AbortController().signal,
  );
  return { starts, events, up: (fresh: boolean) => starts.up({ order: ["head", "base"], env: {} }, fresh) };
}

test("the first start is one side after the other, later ones are at the same time", async () => {
  const { events, up } = sides();
  await up(true);
  expect(events.splice(0)).toEqual(["head starts", "head is up", "base starts", "base is up"]);
  await up(false);
  expect(events.slice(0, 2)).toEqual(["head starts", "base starts"]);
});

test("the first start of stacks that share nothing is at the same time, too", async () => {
  const { events, up } = sides([], { isApart: true });
  await up(true);
  expect(events.slice(0, 2)).toEqual(["head starts", "base starts"]);
  const broken = sides(["base", "head"], { isApart: true });
  await expect(broken.up(true)).rejects.toThrow("base is broken");
});

test.each<[string, Side[], Side, string[]]>([
  ["one side: the other comes down", ["head"], "head", ["base is down"]],
  ["both sides: base is named", ["base", "head"], "base", []],
])("a later start that fails on %s", async (_, failing, side, downs) => {
  const { events, up } = sides(failing);
  expect(await up(false)).toMatchObject({ side, failure: { code: "service-died" } });
  expect(events.filter((event) => event.endsWith("down"))).toEqual(downs);
});

test("stacks that are up come down where those before them do not", async () => {
  const { starts, events } = sides([], {}, (side) => side === "head");
  let served = 0;
  const planned = {
    open: () => true,
    options: () => ({ order: ["base", "head"] as const, env: {} }),
    serve: async () => (served++ === 0 ? { side: "head" as const, failure: died("it died") } : null),
    lose: () => {},
  };
  await expect(starts.carryOut(planned, () => true)).rejects.toThrow("head does not come down");
  expect(events.filter((event) => event.endsWith("is up"))).toHaveLength(4);
  expect(events.filter((event) => event.endsWith("is down")).sort()).toEqual([
    "base is down",
    "base is down",
  ]);
});
