import { expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import { configOf, slot } from "../../testing/plans.ts";
import { pairingPlan } from "./pairings.ts";

/** A side whose load has this digest. */
const sideOf = (digest: string, kind = "process", mode = "request") => {
  const generator = { facts: async () => ({ model: "closed", digest }), planned: () => 1 };
  const pairs = { finest: async () => ({ mode, why: null }) };
  return { generator, pairs, stacks: { kind } } as object as DuelSide;
};
const BASE = { mode: "slice", pace: "script", block: "1s", pairs: [6, 30] };
const HEAD = { mode: "request", pace: "full", block: "3s", pairs: [8, 10] };

test.each([
  ["the same, by base's script", "a", "base"],
  ["another, by its own script", "b", "head"],
])(
  "head's `measure` decides where its load is %s: it is measured as is recorded",
  async (_, digest, script) => {
    const configs = {
      base: configOf({ shop: { measure: BASE } }),
      head: configOf({ shop: { measure: HEAD } }),
    };
    const schedule = { starts: [{ stackEnv: {}, slots: [slot()] }] };
    const world = { signal: new AbortController().signal };
    const harness = { schedule, world, config: configs.head, options: {}, log: silent } as never;
    const both = { sides: { base: sideOf("a"), head: sideOf(digest) }, configs };
    const [duelist] = (await pairingPlan(both, harness)).duelists;
    expect(duelist!.pairing).toMatchObject({
      script,
      mode: "request",
      pace: "full",
      block: 3,
      pairs: [8, 10],
    });
    expect(duelist!.config.measure).toEqual(configs.head.workloads.shop!.measure);
  },
);

test.each<
  [
    of: string,
    kind: string,
    measure: object,
    more: { pairs?: number; others?: number; mode?: string },
    seconds: number,
    most: number,
  ]
>([
  ["processes", "process", {}, {}, 2, 30],
  ["stacks of Compose, which start slowly", "compose", {}, {}, 4, 20],
  ["stacks of Compose, with their length in the config", "compose", { block: "2s" }, {}, 2, 30],
  ["stacks of Compose, with their number in the config", "compose", { pairs: [6, 40] }, {}, 4, 40],
  ["stacks of Compose, with a number that was asked for", "compose", {}, { pairs: 30 }, 4, 30],
  ["stacks of Compose, with another workload in each start", "compose", {}, { others: 1 }, 2, 30],
  ["whole trials on Compose", "compose", {}, { mode: "trial" }, 5, 30],
])("pairs of %s", async (_, kind, measure, { pairs, others = 0, mode }, seconds, most) => {
  const names = ["shop", "cart"].slice(0, 1 + others);
  const config = configOf(Object.fromEntries(names.map((name) => [name, { measure }])));
  const slots = names.map((workload) => slot({ workload }));
  const schedule = { starts: [{ stackEnv: {}, slots }] };
  const world = { signal: new AbortController().signal };
  const harness = { schedule, world, config, options: { pairs }, log: silent } as never;
  const side = sideOf("a", kind, mode);
  const both = { sides: { base: side, head: side }, configs: { base: config, head: config } };
  const { duelists } = await pairingPlan(both, harness);
  expect(duelists.map(({ pairing: { block, pairs } }) => [block, ...pairs])).toEqual(
    names.map(() => [seconds, 6, most]),
  );
});
