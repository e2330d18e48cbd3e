import { expect, test } from "vitest";
import { environmentError, Interrupted, userError } from "../base/errors.ts";
import { silent } from "../base/log.ts";
import type { Config } from "../model/config.ts";
import type { Generator, LoadRequest, LoadResult, RunningStack, Stacks } from "../model/ports.ts";
import type { Observed } from "../model/run.ts";
import { configOf } from "../testing/plans.ts";
import { type Edges, measure } from "./loop.ts";
import { plan } from "./plan.ts";

/** Fakes for all ports: they log every call, and each can be made to misbehave. */
function machine(
  behave: {
    load?: (r: LoadRequest) => LoadResult | Promise<LoadResult>;
    up?: (n: number) => void;
    between?: (nth: number) => Promise<{ warm: boolean }>;
  } = {},
) {
  const events: string[] = [];
  const sick = { fault: null as string | null };
  let ups = 0;
  let betweens = 0;
  let cpu = 0;
  const stacks: Stacks = {
    kind: "process",
    labels: {},
    async up(env) {
      ups++;
      behave.up?.(ups);
      sick.fault = null;
      events.push(`up ${Object.entries(env).flat().join("=")}`.trim());
      const stack: RunningStack = {
        targets: { api: "http://127.0.0.1:1" },
        headers: {},
        counters: async () => ({ api: { cpu, memory: 1e6, restarts: 0 } }),
        fault: () => sick.fault,
        ...(behave.between && { between: () => behave.between!(++betweens) }),
        async [Symbol.asyncDispose]() {
          events.push("down");
        },
      };
      return { stack, seed: `seed ${ups}` };
    },
  };
  const generator: Generator = {
    versions: { k6: "k6 0" },
    facts: async () => ({ digest: "d", model: "closed", generator: "k6 0" }),
    planned: () => 1,
    async load(request, measuring) {
      events.push(`${request.name} ${request.slot.warmup}`);
      cpu += 5; // spent while warming up: must not be charged to the trial
      measuring();
      await Promise.resolve();
      cpu += 2;
      return (await behave.load?.(request)) ?? { ok: true, observed: observed(100) };
    },
  };
  const host = { probe: () => 1, read: () => ({ at: 0, load: 0, ticks: null, stalled: null }) };
  const progress = { begin() {}, done() {}, skipped() {}, stop: () => void events.push("stopped") };
  let clock = 0;
  const edges: Edges = {
    stacks,
    generator,
    host,
    log: silent,
    now: () => new Date(clock++ * 1000),
    progress,
  };
  return { events, sick, edges };
}

const observed = (requests: number): Observed => ({
  seconds: 1,
  metrics: {},
  requests,
  errors: 0,
  statuses: {},
  unanswered: { timeouts: 0, refused: 0, other: 0 },
  checks: [],
  thresholds: [],
  generator: { cpu: null, wall: 1, dropped: 0, achieved: null },
});
const failure = (code: "timeout" | "script-error"): LoadResult => ({
  ok: false,
  failure: { code, message: code },
});

const one = configOf({ shop: { warmup: "6s" } }, { policy: { starts: 1 } });
const never = new AbortController().signal;
const go = (config: Config, trials: number, edges: Edges, signal = never, env = {}) =>
  measure(plan(config, { trials }, 1), config, env, edges, signal);

test("each start brings the stack up and down, and trials have the services' usage while measured", async () => {
  const { events, edges } = machine();
  const config = configOf({ shop: { warmup: "6s" } }, { policy: { starts: 2 } });
  const { trials, ended, seed, load } = await go(config, 4, edges);
  expect(events).toEqual(["up", "shop 6", "shop 0.5", "down", "up", "shop 6", "shop 0.5", "down", "stopped"]);
  expect([ended, seed]).toEqual([null, "seed 1"]);
  expect(load).toBeGreaterThan(0);
  for (const trial of trials) {
    expect(trial).toMatchObject({ outcome: "ok", services: { api: { cpu: 2, memory: 1e6 } } });
    // 2 CPU seconds over 100 requests, the 5 of the warm-up left out
    expect(trial.outcome === "ok" && trial.observed.metrics.cpu_per_request).toMatchObject({ value: 0.02 });
  }
});

test.each([
  [true, ["shop 6", "shop 0.5", "shop 0.5"]],
  [false, ["shop 6", "shop 6", "shop 6"]], // other processes, as cold as after a start
])("between two trials the stack may reset its data; warm afterwards: %s", async (warm, want) => {
  const context = machine({ between: async (nth) => ({ warm: warm || nth === 1 }) });
  const { trials } = await go(one, 3, context.edges);
  expect(context.events.filter((event) => event.startsWith("shop"))).toEqual(want);
  expect(trials.every(({ outcome }) => outcome === "ok")).toBe(true);
});

test("a failed reset of the data counts as a death of the stack, which is restarted", async () => {
  const context = machine({
    between: async (nth) => {
      if (nth === 2) throw environmentError("the seed failed");
      return { warm: true };
    },
  });
  const { trials } = await go(one, 3, context.edges);
  expect(context.events.filter((event) => event === "up")).toHaveLength(2);
  expect(trials.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
});

test("--stack-env reaches the stack and wins over the variant's", async () => {
  const { events, edges } = machine();
  const config = configOf(
    { shop: { variants: { a: { stack_env: { X: "variant" } } } } },
    { policy: { starts: 1 } },
  );
  await go(config, 1, edges, never, { X: "asked" });
  expect(events[0]).toBe("up X=asked");
});

test("a failed trial is data, and the others continue", async () => {
  let calls = 0;
  const { edges } = machine({
    load: () => (calls++ === 1 ? failure("timeout") : { ok: true, observed: observed(1) }),
  });
  const { trials } = await go(one, 4, edges);
  expect(trials.map((trial) => trial.outcome)).toEqual(["ok", "failed", "ok", "ok"]);
});

test("a trial that is not needed any more is left out, and no stack is started for it", async () => {
  const { events, edges } = machine({});
  const config = configOf({ shop: {} }, { policy: { starts: 2 } });
  const needless: Edges["needless"] = (_, measured) => measured.some(({ outcome }) => outcome === "ok");
  const { trials, ended } = await go(config, 4, { ...edges, needless });
  expect([trials.map(({ index }) => index), ended]).toEqual([[0], null]);
  expect(events.filter((event) => event.startsWith("up"))).toHaveLength(1);
});

test("a workload that fails three times in a row is abandoned; the others are not", async () => {
  const { events, edges } = machine({
    load: ({ name }) => (name === "bad" ? failure("script-error") : { ok: true, observed: observed(1) }),
  });
  const config = configOf({ bad: {}, good: {} }, { policy: { starts: 1 } });
  const { trials } = await go(config, 6, edges);
  expect(events.filter((event) => event.startsWith("bad"))).toHaveLength(3);
  const bad = trials.filter((trial) => trial.workload === "bad");
  expect(bad).toHaveLength(6);
  expect(bad.at(-1)).toMatchObject({
    failure: { message: "not run after 3 failures in a row: script-error", skipped: true },
  });
  expect(trials.filter(({ outcome }) => outcome === "ok")).toHaveLength(6);
});

test("a service that dies fails its trial; the stack is restarted and warmed up again", async () => {
  let calls = 0;
  const context = machine({
    load: () => {
      if (calls++ === 1) context.sick.fault = "api was ended by SIGKILL";
      return { ok: true, observed: observed(1) };
    },
  });
  const { trials } = await go(one, 4, context.edges);
  expect(context.events).toEqual([
    "up",
    "shop 6",
    "shop 0.5",
    "down",
    "up",
    "shop 6",
    "shop 0.5",
    "down",
    "stopped",
  ]);
  expect(trials.map((t) => (t.outcome === "ok" ? "ok" : t.failure.code))).toEqual([
    "ok",
    "service-died",
    "ok",
    "ok",
  ]);
});

test("a stack that keeps dying is abandoned after two restarts", async () => {
  const context = machine({
    load: () => {
      context.sick.fault = "api died";
      return { ok: true, observed: observed(1) };
    },
  });
  const { trials } = await go(configOf({ shop: {}, cart: {} }, { policy: { starts: 1 } }), 5, context.edges);
  expect(context.events.filter((event) => event === "up")).toHaveLength(3);
  expect(trials).toHaveLength(10);
  expect(trials.every((t) => t.outcome === "failed" && t.failure.code === "service-died")).toBe(true);
});

test("no stack is started for trials that will not be run", async () => {
  const context = machine({
    load: () => {
      context.sick.fault = "api died";
      return { ok: true, observed: observed(1) };
    },
  });
  const config = configOf({ shop: {} }, { policy: { starts: 2 } });
  const { trials } = await go(config, 10, context.edges);
  // the third failure, in the third life, is the last: no fourth, and no second start
  expect(context.events.filter((event) => event === "up")).toHaveLength(3);
  expect(trials.map(({ index }) => index)).toEqual([...Array(10).keys()]);
  expect(trials.map((t) => t.outcome === "failed" && t.failure.message.split(": ")[0])).toEqual([
    ...Array(3).fill("api died"),
    ...Array(7).fill("not run after 3 failures in a row"),
  ]);
});

test("a stack that dies at the failure that abandons the workload is not restarted", async () => {
  let calls = 0;
  const context = machine({
    load: () => {
      calls++;
      if (calls === 3) context.sick.fault = "api died";
      return failure("script-error");
    },
  });
  const { trials } = await go(one, 5, context.edges);
  expect(context.events.filter((event) => event === "up")).toHaveLength(1);
  expect([calls, trials.length]).toEqual([3, 5]);
});

test("a first start that fails ends it; a later one is data", async () => {
  const refuse = (bad: number) =>
    machine({
      up: (n) => {
        if (n === bad) throw environmentError("the gateway did not get ready");
      },
    });
  const config = configOf({ shop: {} }, { policy: { starts: 2 } });
  expect(await go(config, 2, refuse(1).edges)).toMatchObject({
    trials: [],
    ended: { message: "the gateway did not get ready" },
  });
  const { trials } = await go(config, 2, refuse(2).edges);
  expect(trials[1]).toMatchObject({
    outcome: "failed",
    failure: {
      code: "service-died",
      message: "the stack did not start again: the gateway did not get ready",
    },
  });
});

test("a broken script stops everything before a stack is started", async () => {
  const { events, edges } = machine();
  const facts = async () => {
    throw userError("no such script");
  };
  const { ended } = await go(one, 1, { ...edges, generator: { ...edges.generator, facts } });
  expect(ended).toMatchObject({ message: "no such script", fault: "user" });
  expect(events).toEqual(["stopped"]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s brings the stack down and keeps what was measured",
  async (name) => {
    let calls = 0;
    const { events, edges } = machine({
      load: () => {
        if (calls++ === 2) throw new Interrupted(name);
        return { ok: true, observed: observed(1) };
      },
    });
    const { trials, ended } = await go(one, 5, edges);
    expect([trials.length, ended]).toMatchObject([2, { by: name }]);
    expect(events.slice(-2)).toEqual(["down", "stopped"]);
  },
);

test("a bug in a port is no trial; the stack still comes down, and the measurements are kept", async () => {
  let calls = 0;
  const { events, edges } = machine({
    load: () => {
      if (calls++ === 1) throw new TypeError("undefined is not a function");
      return { ok: true, observed: observed(1) };
    },
  });
  const { trials, ended } = await go(one, 3, edges);
  expect(trials).toHaveLength(1);
  expect(ended).toBeInstanceOf(TypeError);
  expect(events.slice(-2)).toEqual(["down", "stopped"]);
});
