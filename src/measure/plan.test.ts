import fc from "fast-check";
import { expect, test } from "vitest";
import { itemKey } from "../model/item.ts";
import { configOf } from "../testing/plans.ts";
import { plan } from "./plan.ts";

const slotsOf = (schedule: ReturnType<typeof plan>) => schedule.starts.flatMap((start) => start.slots);
const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1 });

test("every seed plans each trial of a workload once, numbered in order", () => {
  fc.assert(
    fc.property(
      names,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(),
      (list, trials, starts, seed) => {
        const config = configOf(Object.fromEntries(list.map((name) => [name, {}])), { policy: { starts } });
        const slots = slotsOf(plan(config, { trials }, seed));
        expect(slots.map((slot) => slot.index)).toEqual(slots.map((_, i) => i));
        for (const name of list) {
          const mine = slots.filter((slot) => slot.workload === name).map((slot) => slot.trial);
          expect(mine).toEqual(Array.from({ length: trials }, (_, i) => i));
        }
      },
    ),
  );
});

test("the same seed gives the same plan, another seed another order", () => {
  const config = configOf({ a: {}, b: {}, c: {} });
  expect(plan(config, {}, 7)).toEqual(plan(config, {}, 7));
  expect(plan(config, {}, 7)).not.toEqual(plan(config, {}, 8));
});

test("workloads are mixed: no workload's trials of one start stand in one block", () => {
  const [start] = plan(configOf({ a: {}, b: {} }, { policy: { starts: 1 } }), { trials: 20 }, 3).starts;
  const order = start!.slots.map((slot) => slot.workload).join("");
  expect(order).toMatch(/^((ab|ba)){20}$/);
  expect(order).toContain("abba"); // the order within a round is drawn, not fixed
});

test("the first trial after each start is warmed up in full, later ones briefly", () => {
  const config = configOf({ a: { warmup: "6s", settle: "1s" } }, { policy: { starts: 2 } });
  const { starts } = plan(config, { trials: 6 }, 1);
  expect(starts.map((start) => start.slots.map((slot) => slot.warmup))).toEqual([
    [6, 1, 1],
    [6, 1, 1],
  ]);
});

test("trials are spread evenly over the starts: 10 over 3 is 3 + 3 + 4", () => {
  const { starts } = plan(configOf({ a: {} }), {}, 1);
  expect(starts.map((start) => start.slots.length)).toEqual([3, 3, 4]);
});

test("each cold trial has a start of its own, and no warm-up", () => {
  const workloads = {
    a: { measure: { cold: true, trials: 3 }, warmup: "6s" },
    b: { measure: { trials: 4 } },
  };
  const config = configOf(workloads, {
    policy: { starts: 2 },
    profiles: { cold: { cold: true, trials: 2 } },
  });
  const { starts } = plan(config, {}, 1);
  expect(starts.map(({ slots }) => slots.map(({ workload, cold = false }) => [workload, cold]))).toEqual([
    ...Array(2).fill(Array(2).fill(["b", false])), // four trials over the two starts of the policy
    ...Array(3).fill([["a", true]]),
  ]);
  const cold = slotsOf({ ...plan(config, {}, 1), starts: starts.slice(2) });
  expect(cold.map(({ warmup, trial }) => [warmup, trial])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  expect(starts.map(({ start }) => start)).toEqual([0, 1, 2, 3, 4]);
  expect(slotsOf(plan(config, {}, 1)).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // a profile makes everything cold
  expect(plan(config, { profile: "cold" }, 1).starts.map(({ slots }) => slots.length)).toEqual([1, 1, 1, 1]);
});

test("fewer trials than starts leave no empty start", () => {
  const { starts } = plan(configOf({ a: {} }), { trials: 1 }, 1);
  expect(starts.map((start) => [start.start, start.slots.length])).toEqual([[0, 1]]);
});

test("variants with an environment for the stack get a start of their own, the others share one", () => {
  const config = configOf(
    {
      a: { variants: { x: { stack_env: { ALGO: "x" } }, y: { stack_env: { ALGO: "y" } } } },
      b: { variants: { small: { env: { K: 1 } }, large: { env: { K: 9 } } } },
    },
    { policy: { starts: 1 } },
  );
  const { starts } = plan(config, { trials: 2 }, 1);
  const shown = starts.map((start) => [
    start.stackEnv.ALGO ?? "",
    [...new Set(start.slots.map((s) => s.variant))].sort(),
  ]);
  expect(shown.sort()).toEqual([
    ["", ["large", "small"]],
    ["x", ["x"]],
    ["y", ["y"]],
  ]);
});

test("shards cover everything once", () => {
  const config = configOf({ a: {}, b: { variants: { x: {}, y: {} } }, c: {} });
  const keys = (of?: { index: number; of: number }) =>
    slotsOf(plan(config, { trials: 1, shard: of }, 5)).map((slot) => `${slot.workload}/${slot.variant}`);
  const shards = [1, 2, 3].map((index) => keys({ index, of: 3 }));
  expect(shards.flat().sort()).toEqual(keys().sort());
  expect(shards.every((shard) => shard.length > 0)).toBe(true);
});

test("a shard may be left with nothing, where there are more of them than workloads", () => {
  const config = configOf({ a: {}, b: {} });
  expect(plan(config, { shard: { index: 3, of: 3 } }, 1).starts).toEqual([]);
});

test("items that are left out move no other to another shard", () => {
  const config = configOf({ a: {}, b: { variants: { x: {}, y: {} } }, c: {}, d: {} });
  const keys = (index: number, among?: { workload: string; variant: string | null }[]) =>
    new Set(slotsOf(plan(config, { shard: { index, of: 2 }, among }, 5)).map(itemKey));
  const left = [1, 2].map((index) => keys(index));
  const among = slotsOf(plan(config, {}, 5)).filter(({ workload }) => workload !== "a");
  for (const [i, all] of left.entries()) {
    const wanted = [...all].filter((key) => key !== itemKey({ workload: "a", variant: null }));
    expect([...keys(i + 1, among)].sort()).toEqual(wanted.sort());
  }
});

test("a profile overrides the config, and the command line overrides the profile", () => {
  const config = configOf(
    { a: {}, b: {} },
    { profiles: { quick: { only: ["b"], trials: 2, duration: "1s", warmup: "0s", starts: 1 } } },
  );
  const quick = slotsOf(plan(config, { profile: "quick" }, 1));
  expect(quick.map((s) => [s.workload, s.duration, s.warmup])).toEqual([
    ["b", 1, 0],
    ["b", 1, 0],
  ]);
  const wished = slotsOf(plan(config, { profile: "quick", only: ["a"], trials: 1 }, 1));
  expect(wished.map((s) => s.workload)).toEqual(["a"]);
});

test("naming variants leaves out all others", () => {
  const config = configOf({ a: {}, b: { variants: { x: {}, y: {} } }, c: { variants: { y: {}, z: {} } } });
  const keys = (wishes: object) =>
    slotsOf(plan(config, { trials: 1, ...wishes }, 5)).map(
      ({ workload, variant }) => `${workload}/${variant}`,
    );
  expect(keys({ variants: ["y"] }).sort()).toEqual(["a/null", "b/y", "c/y"]);
  expect(keys({ variants: ["x"] }).sort()).toEqual(["a/null", "b/x"]);
  expect(keys({ variants: ["x"], only: ["b"] })).toEqual(["b/x"]);
  expect(() => plan(config, { variants: ["z"], only: ["b"] }, 1)).toThrow(/no variant "z"[\s\S]*/);
});

test.each([
  [{ profile: "fast" }, /no profile "fast"/],
  [{ only: ["a", "zebra", "yak"] }, /no workload "zebra", "yak"/],
  [{ variants: ["x"] }, /no variant "x"/],
])("%j is refused", (wishes, message) => {
  expect(() => plan(configOf({ a: {}, b: {} }), wishes, 1)).toThrow(message);
});
