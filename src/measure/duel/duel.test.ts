import { expect, test } from "vitest";
import { environmentError, Interrupted } from "../../base/errors.ts";
import type { Workload } from "../../model/config.ts";
import { type Item, itemName } from "../../model/item.ts";
import type { PairGenerator, PairResult } from "../../model/ports.ts";
import type { Side } from "../../model/schedule.ts";
import {
  duelist,
  failing,
  go,
  machine,
  never,
  observedRequests,
  order,
  outcomes,
} from "../../testing/duelmachine.ts";
import { runDuel } from "./duel.ts";
import type { Duelist } from "./plan.ts";

test("an open workload is measured until the last look, in starts that base and head lead alternately", async () => {
  const { events, pairs, seen, cut, ended, seed, load } = await go([duelist("shop")]);
  expect([pairs.length, seen, cut, ended, seed]).toEqual([10, [6, 10], null, null, "seed of head"]);
  expect(pairs.map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pairs.map(({ start }) => start)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 5, 5]);
  const [lead, other] = [events[0], events[1]];
  expect([lead, other].sort()).toEqual(["up base", "up head"]);
  const leads = events.filter((event) => event.startsWith("up")).filter((_, i) => i % 2 === 0);
  expect(leads).toEqual([lead, other, lead, other, lead, other]);
  expect(events.filter((event) => event.startsWith("down"))).toHaveLength(12);
  expect(events.at(-1)).toBe("stopped");
  expect(load).toBeGreaterThan(0);
});

test("both sides get the same warm-up in each start, by one script, in random order", async () => {
  const { events, count } = await go([duelist("shop")], {}, { seed: 3 });
  expect([count("shop base by base 2"), count("shop head by base 2")]).toEqual([6, 6]);
  expect([count("shop base by base 0.5"), count("shop head by base 0.5")]).toEqual([4, 4]);
  const first = events.filter((event) => event.startsWith("shop")).filter((_, i) => i % 2 === 0);
  expect(new Set(first.map((event) => event.split(" ")[1]))).toEqual(new Set(["base", "head"]));
});

test("a pair has the usage of each side's services under load, and the generator's worst figures", async () => {
  const { pairs } = await go([duelist("shop")]);
  for (const pair of pairs) {
    expect(pair).toMatchObject({
      outcome: "ok",
      attempt: 0,
      base: { requests: 100, errors: 1, checks: 10, failedChecks: 1, services: { api: { cpu: 2 } } },
      head: { services: { api: { cpu: 3 } } },
      load: { busy: 0.25, dropped: 0, achieved: null }, // half a CPU second a second, on two cores
    });
    // 3 CPU seconds over 100 requests, the 5 of the warm-up left out
    expect(pair.outcome === "ok" && pair.head.metrics.cpu_per_request).toMatchObject({ value: 0.03 });
  }
});

test("the same seed gives the same order, another one another", async () => {
  const all = [duelist("shop"), duelist("cart")];
  const [a, b, c] = [await go(all), await go(all), await go(all, {}, { seed: 8 })];
  expect(a.events).toEqual(b.events);
  expect(a.events).not.toEqual(c.events);
});

test("a closed workload is measured no more, and the others continue", async () => {
  const { pairs, seen } = await go([duelist("shop"), duelist("cart")], { closes: (name) => name === "shop" });
  const of = (name: string) => pairs.filter(({ workload }) => workload === name).length;
  expect([of("shop"), of("cart"), seen]).toEqual([6, 10, [12, 16]]);
});

test("workloads with another environment have starts of their own; an edited script of head drives both sides", async () => {
  const all = [duelist("shop", { script: "head" }), duelist("cart", {}, { ALGO: "b" })];
  const { count } = await go(all, {}, { env: { X: "1" } });
  expect([count("up base X=1"), count("up head ALGO=b X=1")]).toEqual([6, 6]);
  expect([count("shop base by head"), count("shop base by base"), count("cart base by base")]).toEqual([
    10, 0, 10,
  ]);
});

test("a workload's own maximum limits its pairs, whatever the looks need", async () => {
  const { pairs } = await go([duelist("shop", { pairs: [6, 7] })]);
  expect(pairs).toHaveLength(7);
});

test("when the time is up the look is the last one, and its pairs are spread over the starts", async () => {
  // A pair takes two seconds: six of twelve, then a third of the next eight seconds' worth.
  const { pairs, seen, cut, events } = await go([duelist("shop")], {}, { budget: 16 });
  expect([pairs.length, seen, cut]).toEqual([8, [6, 8], 2]);
  expect(events).toContain("look 2 at 8 last");
  const short = await go([duelist("shop")], {}, { budget: 5 });
  expect([short.pairs.length, short.cut]).toEqual([3, 1]); // nothing new is begun after five seconds
});

test("slots that the judge names are repeated once, in the start that they belong to", async () => {
  const { pairs } = await go([duelist("shop")], {
    repeats: (_: Item, all, _slots, start) =>
      all
        .filter((pair) => pair.slot === 1 && pair.start === start)
        .map(({ slot }) => slot)
        .slice(0, 1),
  });
  const again = pairs.filter(({ attempt }) => attempt > 0);
  expect(again).toMatchObject([{ slot: 1, attempt: 1, start: 0 }]);
});

test("a lost pair is data and names the side at fault; after three in a row a workload is abandoned", async () => {
  const { pairs, ended, seen } = await go([duelist("shop"), duelist("cart")], {
    load: (request, side) => (request.name === "shop" ? failing("head")(request, side) : undefined),
  });
  const shop = pairs.filter(({ workload }) => workload === "shop");
  expect(outcomes(shop)).toEqual(Array(3).fill("timeout of head"));
  expect(pairs.filter(({ workload }) => workload === "cart")).toHaveLength(10);
  expect([ended, seen]).toEqual([null, [9, 13]]);
});

test.each<[string, number, Partial<Workload>, number]>([
  ["all fail, and none should", 100, {}, 1],
  ["one is answered", 99, {}, 10],
  ["a budget has their share", 100, { budgets: { "http_req_failed.rate": { max: 1 } } as never }, 10],
])("requests of base: %s", async (_, errors, limits, want) => {
  const shop = duelist("shop");
  const { pairs, seen } = await go([{ ...shop, config: { ...shop.config, ...limits } }, duelist("cart")], {
    load: ({ name }, side) =>
      name === "shop" && side === "base"
        ? { ok: true, observed: { ...observedRequests(100), errors } }
        : undefined,
  });
  expect(pairs.filter(({ workload }) => workload === "shop")).toHaveLength(want);
  expect(pairs.filter(({ workload }) => workload === "cart")).toHaveLength(10);
  expect(seen).toEqual([6 + Math.min(6, want), 10 + want]);
});

test("a failure of both sides is base's, and head is not loaded in vain", async () => {
  const { pairs } = await go([duelist("shop")], {
    load: () => ({ ok: false, failure: { code: "dead-target", message: "nobody there" } }),
  });
  expect(outcomes(pairs)).toEqual(Array(3).fill("dead-target of base"));
});

test("a side that dies loses the pair; both restart for the other workloads, and the one that killed it is abandoned", async () => {
  const at = machine([duelist("shop"), duelist("cart")], {
    load: (request, side) => {
      if (request.name === "shop" && side === "head") at.faults.head = "api died: exit code 9";
      return undefined;
    },
  });
  const all = [duelist("shop"), duelist("cart")];
  const { pairs, ended } = await runDuel(order(all), at.edges, never);
  expect(ended).toBe(null);
  const shop = pairs.filter(({ workload }) => workload === "shop");
  expect(outcomes(shop)).toEqual(["service-died of head"]);
  expect(outcomes(pairs.filter(({ workload }) => workload === "cart"))).toEqual(Array(10).fill("ok"));
  expect(at.count("up head")).toBe(at.count("down head"));
  expect(at.warnings.join()).toContain("starting both sides again");
});

test("a base that never starts is distinguished from a head that does not", async () => {
  const broken = (which: Side) => (side: Side) => {
    if (side === which) throw environmentError("no database");
  };
  const base = await go([duelist("shop")], { up: broken("base") });
  expect([base.unable?.side, base.unable?.error.message, base.pairs]).toEqual(["base", "no database", []]);
  const head = await go([duelist("shop")], { up: broken("head") });
  expect([head.unable?.side, (head.ended as Error).message]).toEqual(["head", "no database"]);
  for (const { count } of [base, head]) expect(count("up")).toBe(count("down"));
});

test("a later start that fails is data", async () => {
  const { pairs, ended, unable } = await go([duelist("shop")], {
    up: (side, n) => {
      if (side === "head" && n === 2) throw environmentError("no port");
    },
  });
  expect([ended, unable]).toEqual([null, null]);
  expect(
    outcomes(pairs)
      .filter((one) => one !== "ok")
      .slice(0, 2),
  ).toEqual(Array(2).fill("service-died of head"));
});

test("stacks that reset their data between pairs are warmed up again if needed; a failed reset loses the pair", async () => {
  const anew = await go([duelist("shop")], { between: (side) => ({ warm: side !== "head" }) });
  expect([anew.count("shop base by base 2"), anew.count("shop head by base 2")]).toEqual([10, 10]);
  let calls = 0;
  const broken = await go([duelist("shop")], {
    between: (side) => {
      if (side === "base" && ++calls > 1) throw environmentError("no space for volumes");
      return { warm: true };
    },
  });
  expect(outcomes(broken.pairs)).toEqual(
    ["ok", ...Array(5).fill("service-died of base")].slice(0, broken.pairs.length),
  );
  expect(broken.count("up")).toBe(broken.count("down"));
});

test("an interruption keeps the measurements, brings both stacks down, and no look follows", async () => {
  const abort = new AbortController();
  let calls = 0;
  const { pairs, ended, seen, count } = await go(
    [duelist("shop")],
    {
      load: () => {
        if (++calls === 6) throw new Interrupted("SIGINT");
        return undefined;
      },
    },
    {},
    abort.signal,
  );
  expect([pairs.length, (ended as Interrupted).by, seen]).toEqual([2, "SIGINT", []]);
  expect(count("up")).toBe(count("down"));
});

test("a side that is busy while it should be idle is logged once", async () => {
  const at = machine([duelist("shop")], {
    load: (_, side) => {
      if (side === "head") at.cpu.base += 0.4;
      return undefined;
    },
  });
  await runDuel(order([duelist("shop")]), at.edges, never);
  expect(at.warnings).toEqual([
    "shop: base used 40 % of a core while only head was loaded; stop its background work, because it disturbs the figures of both sides",
  ]);
});

test("an interleaving generator gets all pairs of a start at once, and each side's CPU is read at the borders", async () => {
  const asked: number[] = [];
  const seen = (side: Side) => ({
    seconds: 1,
    requests: 100,
    errors: 0,
    checks: 0,
    failedChecks: 0,
    metrics: { which: { kind: "gauge" as const, unit: "1" as const, value: side === "head" ? 1 : 0 } },
  });
  const load = { iterations: 200, dropped: 0, achieved: null };
  const at = machine([duelist("shop", { mode: "slice", block: 0.2 })], {
    pairs: {
      finest: async () => ({ mode: "request", why: null }),
      async pairs(request, border) {
        expect(request).toMatchObject({ mode: "slice", block: 0.2 });
        asked.push(request.pairs, request.warmup);
        at.cpu.base += 9; // warm-up
        const results: PairResult[] = [];
        for (let pair = 0; pair < request.pairs; pair++) {
          for (const [side, used] of [
            ["head", 3],
            ["base", 2],
            ["head", 1],
          ] as const) {
            await border({ pair, edge: "begin", side });
            at.cpu[side] += used;
            await border({ pair, edge: "end", side });
            at.cpu.base += 9; // in between: nobody's
          }
          results.push({ ok: true, load, base: seen("base"), head: seen("head") });
        }
        return { results, cpu: 1, wall: 2, block: 1 };
      },
    },
  });
  const all = [duelist("shop", { mode: "slice", block: 0.2 })];
  const { pairs } = await runDuel(order(all), at.edges, never);
  expect(asked).toEqual([2, 2, 2, 2, 2, 2, 1, 2, 1, 2, 2, 2]); // pairs and warm-up of six starts
  for (const pair of pairs) {
    expect(pair).toMatchObject({
      outcome: "ok",
      load: { iterations: 200, busy: 0.25 },
      host: { probe: [1, 1] },
      base: { services: { api: { cpu: 2 } }, metrics: { cpu_per_request: { value: 0.02 } } },
      head: { services: { api: { cpu: 4 } }, metrics: { which: { value: 1 } } },
    });
  }
});

test.each([
  4,
  1, // also where that is as planned
])("the first start decides the length of the blocks of all, %d s, unless it lost them", async (found) => {
  const asked: [number, boolean, number][] = [];
  const seen = { seconds: 1, metrics: {}, requests: 9, errors: 0, checks: 0, failedChecks: 0 };
  const ok = {
    ok: true,
    load: { iterations: 9, dropped: 0, achieved: null },
    base: seen,
    head: seen,
  } as const;
  const lost = { ok: false, side: "base", failure: { code: "timeout", message: "late" } } as const;
  const pairs: PairGenerator["pairs"] = async ({ block, blockFor, pairs: n }) => {
    const isLost = asked.push([block, blockFor !== undefined, n]) === 1;
    return { results: Array(n).fill(isLost ? lost : ok), cpu: 1, wall: 1, block: blockFor ? found : block };
  };
  const shop = { ...duelist("shop", { mode: "request", block: 1 }), isBlockOpen: true };
  const fitted: number[] = [];
  const at = machine([shop], { pairs: { finest: async () => ({ mode: "request", why: null }), pairs } });
  const progress = { ...at.edges.progress, fitted: (of: Duelist) => void fitted.push(of.pairing.block) };
  await runDuel(order([shop]), { ...at.edges, progress }, never);
  expect(asked.slice(0, 3)).toEqual([
    [1, true, 2],
    [1, true, 2],
    [found, false, 2],
  ]);
  expect([fitted, shop.pairing.block]).toEqual([[found], found]);
});

test("pairs that such a generator loses name the side at fault, and pairs that it does not reach stay open", async () => {
  let calls = 0;
  const lost: PairResult = { ok: false, side: "base", failure: { code: "timeout", message: "late" } };
  const ends = { finest: async () => ({ mode: "request" as const, why: null }) };
  const { pairs, ended } = await go([duelist("shop", { mode: "request" })], {
    pairs: {
      ...ends,
      pairs: async () => ({ results: calls++ === 0 ? [lost] : [], cpu: null, wall: 1, block: 1 }),
    },
  });
  expect([outcomes(pairs), ended]).toEqual([["timeout of base"], null]);
  expect(pairs.map(itemName)).toEqual(["shop"]);
});

test("a duet has starts of its own on one core, and loads both sides at the same time from the others", async () => {
  const all = [duelist("shop", { mode: "duet" }), duelist("cart")];
  const { events, pairs, count, together } = await go(all);
  const alone = await go([duelist("cart")]);
  expect([together(), alone.together()]).toEqual([2, 1]);
  expect([count("up base on 0"), count("up head on 0")]).toEqual([6, 6]);
  expect(count("up base")).toBe(12); // those of the other workload are held to nothing
  expect([count("shop base by base 2 on 1"), count("shop head by base 2 on 1")]).toEqual([6, 6]);
  expect(count("on 1")).toBe(20); // and neither is its generator
  expect(events.filter((event) => event.startsWith("down"))).toHaveLength(24);
  const shop = pairs.filter(({ workload }) => workload === "shop");
  expect(shop).toHaveLength(10);
  for (const pair of shop) expect(pair).toMatchObject({ outcome: "ok", load: { busy: 0.5 } }); // both generators'
});

test("the side that fails in a duet loses the pair, base before head", async () => {
  const failing = (sides: readonly Side[]) =>
    go([duelist("shop", { mode: "duet" })], {
      load: (_, side) =>
        sides.includes(side)
          ? { ok: false, failure: { code: "generator", message: `${side} broke` } }
          : undefined,
    });
  for (const [sides, blamed] of [
    [["head"], "head"],
    [["head", "base"], "base"],
  ] as const) {
    const { pairs } = await failing(sides);
    expect(pairs[0]).toMatchObject({
      outcome: "lost",
      side: blamed,
      failure: { message: `${blamed} broke` },
    });
  }
});
