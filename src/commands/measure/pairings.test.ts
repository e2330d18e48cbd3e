import { expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import { configOf, slot } from "../../testing/plans.ts";
import { pairingPlan } from "./pairings.ts";

/** A side whose load has this digest. */
const sideOf = (digest: string) => {
  const generator = { facts: async () => ({ model: "closed", digest }), planned: () => 1 };
  const pairs = { finest: async () => ({ mode: "request", why: null }) };
  return { generator, pairs, stacks: { kind: "process" } } as object as DuelSide;
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
