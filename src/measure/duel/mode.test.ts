import { describe, expect, test } from "vitest";
import type { PairGenerator } from "../../model/ports.ts";
import { configOf } from "../../testing/plans.ts";
import { modeOf } from "./mode.ts";

const never = new AbortController().signal;
const offering = (mode: "request" | "slice" | "trial", why: string | null): PairGenerator => ({
  finest: async () => ({ mode, why }),
  pairs: async () => ({ results: [], cpu: null, wall: 0, block: 1 }),
});
const NOTHING = { beside: null, duet: null };
const SETUP = "its setup() keeps state";

test.each([
  ["auto", offering("request", null), "request", null],
  ["auto", offering("trial", SETUP), "trial", SETUP],
  ["auto", null, "trial", "this load generator runs whole trials only"],
  ["trial", offering("request", null), "trial", "the config asks for it"],
  ["slice", offering("request", null), "slice", "the config asks for it"],
  ["slice", offering("slice", SETUP), "slice", SETUP],
] as const)("mode %s is chosen from what is offered", async (wanted, generator, mode, why) => {
  const { shop } = configOf({ shop: { measure: { mode: wanted } } }).workloads;
  expect(await modeOf("shop", shop!, generator, NOTHING, never)).toEqual({ mode, why });
});

test.each([
  ["request", offering("slice", SETUP), `cannot be measured in mode "request": ${SETUP}.`],
  ["slice", offering("trial", SETUP), `cannot be measured in mode "slice": ${SETUP}.`],
  ["request", null, "runs whole trials only"],
] as const)("mode %s that cannot be had is an error with its reason", async (wanted, generator, message) => {
  const { shop } = configOf({ shop: { measure: { mode: wanted } } }).workloads;
  await expect(modeOf("shop", shop!, generator, NOTHING, never)).rejects.toMatchObject({
    fault: "user",
    message: expect.stringContaining(message),
    where: "workloads.shop.measure.mode",
  });
});

test("load from inside of a stack is interleaved by whole trials", async () => {
  const { shop } = configOf({ shop: { in: "network" } }).workloads;
  expect(await modeOf("shop", shop!, offering("request", null), NOTHING, never)).toEqual({
    mode: "trial",
    why: 'its load comes from "network", inside of one stack',
  });
});

test("duet is used only where it is configured and both sides can share a core", async () => {
  const { shop } = configOf({ shop: { measure: { mode: "duet" } } }).workloads;
  const asked = (duet: string | null, workload = shop!) =>
    modeOf("shop", workload, null, { beside: null, duet }, never);
  expect(await asked(null)).toEqual({ mode: "duet", why: "the config asks for it" });
  await expect(asked("this machine has one core")).rejects.toMatchObject({
    fault: "user",
    message: 'The workload "shop" cannot be measured in mode "duet": this machine has one core.',
  });
  await expect(asked(null, { ...shop!, in: "network" })).rejects.toMatchObject({ fault: "user" });
});

describe("sides that cannot be up at the same time", () => {
  const beside = "a service has a `fixed` port, which base and head cannot both have";
  const asked = (mode: string) => {
    const { shop } = configOf({ shop: { measure: { mode } } }).workloads;
    return modeOf("shop", shop!, offering("request", null), { beside, duet: null }, never);
  };

  test.each(["auto", "turns"])("take turns where the mode is %s", async (mode) =>
    expect(await asked(mode)).toEqual({ mode: "turns", why: beside }),
  );

  test.each(["request", "slice", "trial", "duet"])("mode %s is an error with the reason", async (mode) => {
    await expect(asked(mode)).rejects.toMatchObject({
      fault: "user",
      message: `The workload "shop" cannot be measured in mode "${mode}": ${beside}.`,
    });
  });
});

test("turns, where the config asks for them", async () => {
  const { shop } = configOf({ shop: { measure: { mode: "turns" } } }).workloads;
  const asked = (generator: PairGenerator | null) => modeOf("shop", shop!, generator, NOTHING, never);
  const turns = { mode: "turns", why: "the config asks for it" };
  expect(await asked(offering("request", null))).toEqual(turns);
  expect(await asked(null)).toEqual(turns);
});
