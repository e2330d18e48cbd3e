import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Interrupted } from "../base/errors.ts";
import type { Generator, RunningStack } from "../model/ports.ts";
import { configOf, slot } from "../testing/plans.ts";
import { observed } from "../testing/trials.ts";
import { runTrial, type TrialContext } from "./trial.ts";

const unhandled: unknown[] = [];
const keep = (reason: unknown) => void unhandled.push(reason);
beforeEach(() => void process.on("unhandledRejection", keep));
afterEach(() => {
  process.off("unhandledRejection", keep);
  unhandled.length = 0;
});

/** A context of a trial with this load, whose readings of counters fail at the given numbers, counted from 1. */
function context(bad: readonly number[], load: Generator["load"]): TrialContext {
  let readings = 0;
  const stack: RunningStack = {
    targets: {},
    headers: {},
    fault: () => null,
    async counters() {
      if (bad.includes(++readings)) throw new Error(`reading ${readings}`);
      return { api: { cpu: readings, memory: null, restarts: 0 } };
    },
    async [Symbol.asyncDispose]() {},
  };
  return {
    config: configOf({ shop: {} }),
    stack,
    start: 0,
    now: () => new Date(0),
    generator: {
      versions: { k6: "k6 0" },
      planned: () => 1,
      load,
      facts: async () => ({ digest: "d", model: "closed", generator: "k6 0" }),
    },
    host: { probe: () => 1, read: () => ({ at: 0, load: 0, ticks: null, stalled: null }) },
  };
}
const never = new AbortController().signal;
const good: Generator["load"] = async (_, measuring) => {
  measuring();
  return { ok: true, observed: observed({}) };
};

test("a reading that is replaced when the warm-up is over may have failed", async () => {
  const result = await runTrial(slot(), context([1], good), never);
  expect(result).toMatchObject({ outcome: "ok", services: { api: { cpu: 1 } } }); // reading 3 − reading 2
  await turn();
  expect(unhandled).toEqual([]);
});

test("a reading that is never awaited, because the load threw, may fail too", async () => {
  const load = async () => {
    throw new Interrupted("SIGINT");
  };
  await expect(runTrial(slot(), context([1], load), never)).rejects.toMatchObject({ by: "SIGINT" });
  await turn();
  expect(unhandled).toEqual([]);
});

const SLOW = { at: "2026-11-21T12:00:00.000Z", seconds: 42, status: 200, name: null, first: true };

test("slow requests are kept with the stack's events, which are read only if there are any", async () => {
  const asked: [number, number][] = [];
  const ready = { at: "2026-11-21T11:59:59.500Z", service: "api", kind: "ready", text: "" } as const;
  const of = (candidates: readonly (typeof SLOW)[] | undefined) => {
    const { stack, ...rest } = context([], async (_, measuring) => {
      measuring();
      return { ok: true, observed: observed({}), ...(candidates && { slow: candidates }) };
    });
    const telling = Object.assign(stack, {
      events: async (from: number, to: number) => {
        asked.push([from, to]);
        return [ready];
      },
    });
    return runTrial(slot(), { ...rest, stack: telling, now: () => new Date("2026-11-21T12:01:00Z") }, never);
  };
  // 12 ms at the median: a request of 200 ms is a pause of the machine
  for (const candidates of [undefined, [], [{ ...SLOW, seconds: 0.2 }]]) {
    expect(await of(candidates)).not.toHaveProperty("slow");
  }
  expect(asked).toEqual([]);
  expect(await of([SLOW])).toMatchObject({ slow: { requests: [SLOW], happened: [ready] } });
  expect(asked).toHaveLength(1);
});

test("slow requests are kept also where the stack has no events", async () => {
  const load: Generator["load"] = async () => ({ ok: true, observed: observed({}), slow: [SLOW] });
  expect(await runTrial(slot(), context([], load), never)).toMatchObject({ slow: { happened: null } });
});

test("the start of a deployed process is known if its metrics page publishes it", async () => {
  const load: Generator["load"] = async () => ({ ok: true, observed: observed({}), slow: [SLOW] });
  const of = async (at: string) => {
    const starts = [{ at, service: "api", kind: "start", text: "" } as const];
    const scraper = { read: async () => ({ at: 0 }), between: () => ({}), started: async () => starts };
    const result = await runTrial(slot(), { ...context([], load), scraper }, never);
    return result.outcome === "ok" ? result.slow?.happened : undefined;
  };
  expect(await of("2026-11-21T12:00:20.000Z")).toMatchObject([{ service: "api", kind: "start" }]);
  expect(await of("2026-11-20T12:00:20.000Z")).toBeNull(); // no start then, which explains nothing
});

test("a cold trial has the start-up time of its stack and of each service", async () => {
  const at = (services: Record<string, { began: number; ready: number }>) => {
    const cold = context([], good);
    return runTrial(
      { ...slot(), cold: true },
      { ...cold, stack: Object.assign(cold.stack, { startupTimes: services }) },
      never,
    );
  };
  const metrics = async (services: Parameters<typeof at>[0]) => {
    const result = await at(services);
    if (result.outcome !== "ok") throw new Error(result.failure.message);
    const all = Object.entries(result.observed.metrics).filter(([name]) => name.startsWith("cold_"));
    return Object.fromEntries(all.map(([name, metric]) => [name, metric.kind === "gauge" && metric.value]));
  };
  // the second is started half a second after the first, and is ready two seconds later
  expect(await metrics({ db: { began: 1_000, ready: 0.4 }, api: { began: 1_500, ready: 2 } })).toEqual({
    cold_ready: 2.5,
    "cold_ready{service:db}": 0.4,
    "cold_ready{service:api}": 2,
  });
  expect(await metrics({ api: { began: 1_500, ready: 2 } })).toEqual({ cold_ready: 2 });
  expect(await metrics({})).toEqual({});
});

test("one that counts may not", async () => {
  await expect(runTrial(slot(), context([2], good), never)).rejects.toThrow("reading 2");
});

test("pages are read again when the load has ended, and a generator that waits begins after the first reading", async () => {
  const order: string[] = [];
  const load: Generator["load"] = async (_, measuring) => {
    order.push("warm");
    await measuring();
    order.push("load");
    return { ok: true, observed: observed({}) };
  };
  const scraper: TrialContext["scraper"] = {
    async read() {
      await turn();
      order.push("read");
      return { at: order.length };
    },
    between: ({ at: from }, { at: to }) => ({
      "web:requests_total": { kind: "counter", unit: "1", count: to - from, seconds: 1 },
    }),
  };
  const result = await runTrial(slot(), { ...context([], load), scraper }, never);
  expect(order).toEqual(["warm", "read", "load", "read"]);
  expect(result).toMatchObject({ observed: { metrics: { "web:requests_total": { count: 2 } } } });
});
