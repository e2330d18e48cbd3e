import { expect, test } from "vitest";
import { itemKey } from "../../model/item.ts";
import type { PairGenerator, PairResult, RunningStack } from "../../model/ports.ts";
import type { Side } from "../../model/schedule.ts";
import type { Scraped, Scraper } from "../../model/scraper.ts";
import { aDuelist } from "../../testing/plans.ts";
import { measureBlockPairs } from "./blocks.ts";
import type { PairContext } from "./sides.ts";

const never = new AbortController().signal;
const seen = { seconds: 2, metrics: {}, requests: 10, errors: 0, checks: 0, failedChecks: 0 };
const good: PairResult = {
  ok: true,
  base: seen,
  head: seen,
  load: { iterations: 10, dropped: 0, achieved: null },
};

/** Two stacks whose services answer, and publish how often: each reading costs them CPU and a fault. */
function edges(order: string[]) {
  const answered = { base: 0, head: 0 };
  const cpu = { base: 0, head: 0 };
  const stackOf = (side: Side): RunningStack => ({
    targets: { api: side },
    headers: {},
    counters: async () => {
      order.push(`count ${side}`);
      const work = { page_faults: cpu[side], ...(side === "head" && { bytes_sent: 100 * answered[side] }) };
      return { api: { cpu: cpu[side], memory: 1, restarts: 0, work } };
    },
    fault: () => null,
    async [Symbol.asyncDispose]() {},
  });
  const scraper: Scraper = {
    async read({ targets }) {
      const side = targets.api as Side;
      order.push(`read ${side}`);
      cpu[side] += 100;
      return { at: answered[side] };
    },
    between: ({ at: from }: Scraped, { at: to }: Scraped, { requests }) => ({
      "web:answered": { kind: "gauge", unit: "1", value: (to - from) / requests },
    }),
  };
  const stacks = { base: stackOf("base"), head: stackOf("head") };
  const context = {
    stacks,
    scraper,
    cores: 2,
    start: 0,
    duetCores: null,
    warnedBusy: new Set(),
    restless: new Set(),
    outlasting: new Map(),
    host: { probe: () => 1, read: () => ({ at: 0, load: 0, ticks: null, stalled: null }) },
    now: () => new Date(0),
  } as unknown as PairContext;
  const load = (side: Side, requests: number) => {
    answered[side] += requests;
    cpu[side] += requests / 10;
  };
  return { context, load };
}

const pairs = (n: number) => Array.from({ length: n }, (_, slot) => ({ slot, attempt: 0 }));
const measured = (n: number, generator: PairGenerator["pairs"], context: PairContext) =>
  measureBlockPairs(
    aDuelist("shop", 1, { mode: "request" }),
    pairs(n),
    { warmup: 1, seed: 1 },
    { finest: async () => ({ mode: "request", why: null }), pairs: generator },
    context,
    never,
  );
/** Metrics of both sides, pair by pair. */
const figures = (all: Awaited<ReturnType<typeof measured>>) =>
  all.map((pair) => {
    if (pair.outcome !== "ok") throw new Error(pair.failure.message);
    return (["base", "head"] as const).map((side) => {
      const values = Object.entries(pair[side].metrics).map(([name, metric]) => [
        name,
        metric.kind === "gauge" ? metric.value : null,
      ]);
      return Object.fromEntries(values) as Record<string, number>;
    });
  });

test("what services publish and count is read between blocks, and publishing is no part of their work", async () => {
  const order: string[] = [];
  const { context, load } = edges(order);
  const all = await measured(
    2,
    async (_, border) => {
      for (const [pair, requests] of [10, 30].entries()) {
        load("base", 7); // a warm-up
        await border({ pair, edge: "begin", side: null });
        load("base", requests);
        load("head", 10);
        await border({ pair, edge: "end", side: null });
      }
      return { results: [good, good], cpu: 1, wall: 1, block: 1 };
    },
    context,
  );
  expect(figures(all)).toEqual([
    [
      // 10 of the block, and 7 between it and the next: nothing else is loaded there in truth
      { "web:answered": 1.7, cpu_per_request: 0.1, page_faults_per_request: 0.1, memory_peak: 1 },
      {
        "web:answered": 1,
        cpu_per_request: 0.1,
        page_faults_per_request: 0.1,
        memory_peak: 1,
        bytes_sent_per_request: 100,
      },
    ],
    [
      expect.objectContaining({ "web:answered": 3, cpu_per_request: expect.closeTo(0.3, 9) }),
      expect.objectContaining({ "web:answered": 1, bytes_sent_per_request: 100 }),
    ],
  ]);
  // once before each pair, and once after the last
  expect(order.filter((what) => what === "read head")).toHaveLength(3);
  // The first two show whether work goes on after the warm-up.
  const looks = ["count base", "count head", "count base", "count head"];
  expect(order.slice(0, 8)).toEqual([...looks, "read base", "read head", "count base", "count head"]);
  expect(order.slice(-4)).toEqual(["count base", "count head", "read base", "read head"]);
});

test("of slices, each side is read once before a pair and after the last slice of all", async () => {
  const order: string[] = [];
  const { context, load } = edges(order);
  const all = await measured(
    1,
    async (_, border) => {
      for (const side of ["base", "head", "head", "base"] as const) {
        await border({ pair: 0, edge: "begin", side });
        load(side, 5);
        await border({ pair: 0, edge: "end", side });
      }
      return { results: [good], cpu: 1, wall: 1, block: 1 };
    },
    context,
  );
  const [[base, head]] = figures(all) as [[Record<string, number>, Record<string, number>]];
  expect([base["web:answered"], head["web:answered"]]).toEqual([1, 1]);
  // the CPU and the faults of reading, 100 each time, are in none of the slices
  expect([base.cpu_per_request, head.page_faults_per_request]).toEqual([
    expect.closeTo(0.1, 9),
    expect.closeTo(0.1, 9),
  ]);
});

test.each([
  ["up at the warm-up", true],
  ["up after it", false],
])(
  "work that goes on after the last answer counts for the pair that asked for it: a worker is %s",
  async (_, isUp) => {
    const { context } = edges([]);
    const [share, tasks] = [0.9, { base: 0.3, head: 0.6 }];
    const spans = { base: [] as number[], head: [] as number[] };
    const load = () => {
      for (const side of ["base", "head"] as const) spans[side].push(performance.now());
    };
    const stackOf = (side: Side) => ({
      ...context.stacks[side],
      counters: async () => {
        const worked = spans[side].map((from) => Math.min((performance.now() - from) / 1000, tasks[side]));
        const cpu = share * worked.reduce((sum, seconds) => sum + seconds, 0);
        return { worker: { cpu, memory: 1, restarts: 0 } };
      },
    });
    const all = await measured(
      2,
      async (_, border) => {
        if (isUp) load(); // the warm-up
        for (const pair of [0, 1]) {
          await border({ pair, edge: "begin", side: null });
          load();
          await border({ pair, edge: "end", side: null });
        }
        return { results: [good, good], cpu: 1, wall: 1, block: 1 };
      },
      {
        ...context,
        stacks: { base: stackOf("base"), head: stackOf("head") },
        log: { info() {} } as unknown as PairContext["log"],
      },
    );
    const perRequest = figures(all).map((sides) => sides.map((values) => values.cpu_per_request));
    const want = [expect.closeTo(0.027, 3), expect.closeTo(0.054, 3)];
    expect(perRequest).toEqual([want, want]);
  },
);

test("whether services rest is looked at in the first start of a workload alone, unless they did not", async () => {
  const counts = async (known: [string, boolean][]) => {
    const order: string[] = [];
    const { context } = edges(order);
    const outlasting = new Map(known);
    const found: number[] = [];
    for (const _ of [0, 1]) {
      const before = order.length;
      const pair: PairGenerator["pairs"] = async (_, border) => {
        for (const edge of ["begin", "end"] as const) await border({ pair: 0, edge, side: null });
        return { results: [good], cpu: 1, wall: 1, block: 1 };
      };
      await measured(1, pair, { ...context, outlasting });
      found.push(order.length - before);
    }
    return { found, outlasting: [...outlasting.values()] };
  };
  const { found, outlasting } = await counts([]);
  const [first, later] = found as [number, number];
  expect([first - later, outlasting]).toEqual([8, [false]]); // twice both sides, before and after a moment
  const { workload, variant } = aDuelist("shop", 1);
  expect((await counts([[itemKey({ workload, variant }), true]])).found).toEqual([later + 8, later + 8]);
});

test("a pair whose generator ended has no figures, and the others keep theirs", async () => {
  const { context, load } = edges([]);
  const all = await measured(
    2,
    async (_, border) => {
      await border({ pair: 0, edge: "begin", side: null });
      load("base", 10);
      load("head", 10);
      await border({ pair: 0, edge: "end", side: null });
      await border({ pair: 1, edge: "begin", side: null });
      const failure = { code: "generator", message: "k6 ended" } as const;
      return { results: [good, { ok: false, side: "head", failure }], cpu: 1, wall: 1, block: 1 };
    },
    context,
  );
  expect(all.map(({ outcome }) => outcome)).toEqual(["ok", "lost"]);
  expect(figures(all.slice(0, 1))[0]![0]).toMatchObject({ "web:answered": 1 });
});
