import { expect, test } from "vitest";
import { environmentError, Interrupted } from "../../base/errors.ts";
import { silent } from "../../base/log.ts";
import type { LoadRequest, LoadResult, RunningStack, Stacks } from "../../model/ports.ts";
import type { Observed } from "../../model/run.ts";
import { configOf } from "../../testing/plans.ts";
import { plan } from "../plan.ts";
import { type LevelEdges, type LevelPlan, measureLevels } from "./levels.ts";

const observed: Observed = {
  seconds: 1,
  metrics: {},
  requests: 10,
  errors: 0,
  statuses: {},
  checks: [],
  thresholds: [],
  unanswered: { timeouts: 0, refused: 0, other: 0 },
  generator: { cpu: null, wall: 1, dropped: 0, achieved: null },
};

/** A machine of plain objects, on which a second passes with every look at the clock. */
function machine(
  behave: {
    load?: (r: LoadRequest, sick: { fault: string | null }) => LoadResult;
    up?: (nth: number) => string | undefined;
    between?: (nth: number) => void;
  } = {},
) {
  const events: string[] = [];
  const sick = { fault: null as string | null };
  let ups = 0;
  let betweens = 0;
  const stacks: Stacks = {
    kind: "process",
    labels: {},
    async up(env) {
      sick.fault = behave.up?.(++ups) ?? null;
      events.push(`up ${JSON.stringify(env)}`);
      const stack: RunningStack = {
        targets: {},
        headers: {},
        counters: async () => ({}),
        fault: () => sick.fault,
        between: async () => {
          behave.between?.(++betweens);
          return { warm: true };
        },
        [Symbol.asyncDispose]: async () => void events.push("down"),
      };
      return { stack, seed: "s" };
    },
  };
  const generator = {
    versions: {},
    facts: async (_: string, { env, wrk }: LoadRequest["workload"]) => {
      events.push(`read ${env.RATE ?? wrk?.connections}`);
      return { digest: "d", model: "open" as const, generator: "g" };
    },
    planned: () => 1,
    async load(request: LoadRequest, measuring: () => unknown) {
      const { env, slot, workload } = request;
      events.push(`${env.RATE ?? workload.wrk?.connections} after ${slot.warmup}`);
      await measuring();
      return behave.load?.(request, sick) ?? ({ ok: true, observed } as const);
    },
  };
  let clock = 0;
  const edges: LevelEdges = {
    stacks,
    generator,
    log: silent,
    now: () => new Date(clock++ * 1000),
    host: { probe: () => 1, read: () => ({ at: 0, load: 0, ticks: null, stalled: null }) },
  };
  return { events, edges };
}

/** A plan that asks for these levels, those with a "!" with a fresh start. */
function list(levels: readonly string[], rest: Partial<LevelPlan> = {}): LevelPlan {
  return {
    along: { axis: "rate", variable: "RATE" },
    first: 1,
    trials: 2,
    within: 1e6,
    said: () => "",
    next(probes) {
      const next = levels[probes.length];
      if (next === undefined) return null;
      return { level: Number.parseInt(next, 10), why: "planned", fresh: next.endsWith("!") };
    },
    ...rest,
  };
}

const sweep = { rate: [1, 100] };
const budgets = { "http_req_failed.rate": "< 1%" };
const config = configOf({ a: { sweep, budgets, warmup: "6s", env: { RATE: "9", K: "1" } } });
const never = new AbortController().signal;
const go = (of: LevelPlan, edges: LevelEdges, signal = never, from = config, env = {}) =>
  measureLevels(
    (plan(from, {}, 1).levels ?? []).map((one) => ({ of: one, plan: of })),
    from,
    env,
    edges,
    signal,
  );

test("each probe sets the level and begins with the full warm-up; a fresh step restarts the stack", async () => {
  const { events, edges } = machine();
  const { records, ended, workloads, seed } = await go(list(["10", "20", "10!"]), edges);
  expect(events).toEqual([
    "read 1",
    "up {}",
    "10 after 6",
    "10 after 0.5",
    "20 after 6",
    "20 after 0.5",
    "down",
    "up {}",
    "10 after 6",
    "10 after 0.5",
    "down",
  ]);
  expect([ended, Object.keys(workloads), seed]).toEqual([null, ["a"], "s"]);
  expect(records).toMatchObject([{ workload: "a", variant: null, ended: "done", because: null }]);
  expect(records[0]?.probes.map(({ level, start }) => [level, start])).toEqual([
    [10, 0],
    [20, 0],
    [10, 1],
  ]);
  const trials = records[0]!.probes.flatMap((probe) => probe.trials);
  expect(trials.map(({ index, trial }) => [index, trial])).toEqual([0, 1, 2, 3, 4, 5].map((n) => [n, n]));
});

test("wrk gets the level as connections, and no more threads than connections", async () => {
  const wrk = { connections: 64, threads: 4 };
  const from = configOf({ a: { k6: undefined, wrk, sweep: { connections: [2, 9] }, budgets } });
  const seen: unknown[] = [];
  const { events, edges } = machine({
    load: ({ workload }) => {
      seen.push([workload.wrk?.connections, workload.wrk?.threads]);
      return { ok: true, observed };
    },
  });
  const along = { axis: "connections", variable: null } as const;
  await go(list(["2", "8"], { along, first: 2, trials: 1 }), edges, never, from);
  expect(events[0]).toBe("read 2");
  expect(seen).toEqual([
    [2, 2],
    [8, 4],
  ]);
});

test("each variant is measured separately, in its own environment", async () => {
  const variants = { x: { stack_env: { A: "1" } }, y: {} };
  const from = configOf({ a: { sweep, budgets, variants } });
  const { events, edges } = machine();
  const { records } = await go(list(["10"], { trials: 1 }), edges, never, from, { B: "2" });
  expect(records.map(({ variant }) => variant)).toEqual(["x", "y"]);
  expect(events.filter((event) => event.startsWith("up"))).toEqual(['up {"A":"1","B":"2"}', 'up {"B":"2"}']);
});

test("a service that dies ends its probe, and the next level has a new stack", async () => {
  const { events, edges } = machine({
    load: ({ env }, sick) => {
      if (env.RATE === "20") sick.fault = "api exited with 9";
      return { ok: true, observed };
    },
  });
  const { records, ended } = await go(list(["10", "20", "15"]), edges);
  expect(ended).toBeNull();
  expect(
    records[0]?.probes.map(({ trials, start }) => [start, trials.map(({ outcome }) => outcome)]),
  ).toEqual([
    [0, ["ok", "ok"]],
    [0, ["failed"]],
    [1, ["ok", "ok"]],
  ]);
  expect(events.filter((event) => event === "down").length).toBe(2);
});

test("a service that dies as soon as it is up is asked once a start, and given up like any that never answers", async () => {
  const { events, edges } = machine({
    up: () => "api exited with 9",
    load: () => ({ ok: false, failure: { code: "dead-target", message: "nobody answers" } }),
  });
  const { records } = await go(list(["10", "20", "30", "40"]), edges);
  expect(records).toMatchObject([{ ended: "failing", because: "no trial was good: api exited with 9" }]);
  expect(records[0]!.probes.map(({ start, trials }) => [start, trials.length])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ]);
  expect(events.filter((event) => event === "down").length).toBe(3);
});

test("no level is begun that would not end in time", async () => {
  const { edges } = machine();
  const { records } = await go(list(Array(50).fill("10"), { within: 60 }), edges);
  expect(records).toMatchObject([{ ended: "time" }]);
  const [{ probes, seconds } = { probes: [], seconds: 0 }] = records;
  expect(probes.length).toBeGreaterThan(1);
  expect(seconds).toBeLessThanOrEqual(63);
});

test("a workload without a good trial is abandoned, and the next one is measured", async () => {
  const from = configOf({ a: { sweep, budgets }, b: { sweep, budgets } });
  const { edges } = machine({
    load: ({ name }) =>
      name === "b"
        ? { ok: true, observed }
        : { ok: false, failure: { code: "script-error", message: "x is not defined\nat y" } },
  });
  const { records, ended } = await go(list(["10", "20", "40"]), edges, never, from);
  expect(ended).toBeNull();
  expect(records).toMatchObject([
    { workload: "a", ended: "failing", because: "no trial was good: x is not defined" },
    { workload: "b", ended: "done" },
  ]);
  expect(records[0]?.probes.length).toBe(2);
});

test.each([
  ["once", (nth: number) => nth === 2],
  ["always", () => true],
])("data that cannot be reset (%s) requires another start of the stack", async (_, fails) => {
  const { edges } = machine({
    between: (nth) => {
      if (fails(nth)) throw environmentError("the seed failed");
    },
  });
  const { records } = await go(list(["10", "20", "30"], { trials: 1 }), edges);
  expect(records).toMatchObject([{ ended: "done" }]);
  expect(records[0]?.probes.map(({ level }) => level)).toEqual([10, 20, 30]);
});

test("a first start that fails is an error; a later failure is returned with the measurements", async () => {
  const broken = machine({
    up: () => {
      throw environmentError("no port");
    },
  });
  expect(await go(list(["10"]), broken.edges)).toMatchObject({ records: [], ended: { message: "no port" } });
  const later = machine({
    up: (nth) => {
      if (nth > 1) throw environmentError("no port");
    },
  });
  const { records, ended } = await go(list(["10", "10!"]), later.edges);
  expect(ended).toBeNull();
  expect(records).toMatchObject([{ ended: "failing", because: "the stack did not start again: no port" }]);
  expect(records[0]?.probes.length).toBe(1);
});

test("an interruption keeps what was measured, and takes the stack down", async () => {
  let loads = 0;
  const { events, edges } = machine({
    load: () => {
      if (++loads === 3) throw new Interrupted("SIGINT");
      return { ok: true, observed };
    },
  });
  const { records, ended } = await go(list(["10", "20"]), edges);
  expect(ended).toBeInstanceOf(Interrupted);
  expect(records).toMatchObject([{ ended: "interrupted", probes: [{ level: 10 }] }]);
  expect(events.at(-1)).toBe("down");
});

test("a plan lists workloads at levels separately, and keeps the order of all others", () => {
  const both = configOf({ a: { sweep, budgets }, b: {} });
  const { starts, levels } = plan(both, {}, 1);
  expect(starts.flatMap(({ slots }) => slots.map(({ workload }) => workload))).not.toContain("a");
  expect(levels).toMatchObject([{ workload: "a", variant: null, warmup: 2, settle: 0.5, duration: 5 }]);
  expect(starts).toEqual(plan(configOf({ b: {} }), {}, 1).starts);
  const profiles = { short: { duration: "1s", warmup: "0s" } };
  const short = plan(configOf({ a: { sweep, budgets } }, { profiles }), { profile: "short" }, 1);
  expect(short).toMatchObject({ starts: [], levels: [{ warmup: 0, duration: 1 }] });
  expect(plan(configOf({ b: {} }), {}, 1)).not.toHaveProperty("levels");
  // shards share them out like everything else
  const shard = (index: number) => plan(both, { shard: { index, of: 2 } }, 1);
  expect([shard(1), shard(2)].map(({ starts, levels }) => [starts.length > 0, levels?.length ?? 0])).toEqual([
    [false, 1],
    [true, 0],
  ]);
});
