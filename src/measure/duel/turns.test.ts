import { expect, test } from "vitest";
import { environmentError } from "../../base/errors.ts";
import type { LoadRequest } from "../../model/ports.ts";
import type { Side } from "../../model/schedule.ts";
import {
  type Behaviour,
  duelist,
  failing,
  go,
  machine,
  never,
  order,
  outcomes,
} from "../../testing/duelmachine.ts";
import { runDuel } from "./duel.ts";

const shop = duelist("shop", { mode: "turns" });
const cart = duelist("cart", { mode: "turns" });
/** Which sides are up, by each event. */
const standing = (events: readonly string[]) => {
  const up = new Set<string>();
  return events.map((event) => {
    const [what = "", side = ""] = event.split(" ");
    if (what === "up") up.add(side);
    if (what === "down") up.delete(side);
    return [...up];
  });
};

test("sides that take turns are never up together, and each pair has a trial of both", async () => {
  const { events, pairs, seen, ended, seed, load } = await go([shop]);
  expect(Math.max(...standing(events).map(({ length }) => length))).toBe(1);
  expect([pairs.length, seen, ended, seed]).toEqual([10, [6, 10], null, "seed of head"]);
  expect(pairs.map(({ start }) => start)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 5, 5]);
  expect(outcomes(pairs)).toEqual(Array(10).fill("ok"));
  for (const pair of pairs)
    expect(pair).toMatchObject({
      base: { services: { api: { cpu: 2 } } },
      head: { services: { api: { cpu: 3 } } },
    });
  expect(load).toBe(20);
});

test("all trials of one side come before those of the other one, in the same order, warmed up once", async () => {
  const { events } = await go([shop, cart], { closes: () => true });
  const starts = events
    .join("\n")
    .split(/^up /m)
    .slice(1)
    .map((one) => one.split("\n").filter((line) => line.includes(" by ")));
  expect(starts).toHaveLength(6); // three of each side
  for (let i = 0; i < starts.length; i += 2) {
    const [first, second] = [starts[i]!, starts[i + 1]!];
    const plain = (lines: string[]) => lines.map((line) => line.replace(/ (base|head) by/, ""));
    expect(plain(second)).toEqual(plain(first));
    expect(first.filter((line) => line.endsWith(" 2"))).toHaveLength(2); // each workload's first trial
  }
  const leads = events.filter((event) => event.startsWith("up")).filter((_, i) => i % 2 === 0);
  expect(new Set(leads)).toEqual(new Set(["up base", "up head"]));
});

test("workloads that take turns have starts of their own beside others", async () => {
  const { events, pairs } = await go([shop, duelist("list")], { closes: () => true });
  expect(outcomes(pairs)).toEqual(Array(12).fill("ok"));
  const both = standing(events);
  const at = (name: string) =>
    events.flatMap((event, i) => (event.startsWith(name) ? [both[i]!.length] : []));
  expect([new Set(at("shop")), new Set(at("list"))]).toEqual([new Set([1]), new Set([2])]);
});

test("a pair's state of the host is the worse of its two turns", async () => {
  const at = machine([shop]);
  let calls = 0;
  const host = { ...at.edges.host, probe: () => ++calls };
  const { pairs } = await runDuel(order([shop]), { ...at.edges, host }, never);
  const [first] = pairs;
  // Before and after each of four trials; the first pair has the first trial of each start.
  expect(first?.outcome === "ok" && first.host.probe).toEqual([5, 6]);
});

test("a failed trial loses its pair, base's first, and a workload that is lost three times is given up", async () => {
  const lost = async (load: Behaviour["load"]) =>
    outcomes((await go([shop], { ...(load && { load }) })).pairs);
  expect((await lost(failing("head"))).slice(0, 3)).toEqual(Array(3).fill("timeout of head"));
  const nobody = { ok: false, failure: { code: "dead-target", message: "nobody there" } } as const;
  const both = await lost(() => nobody);
  expect(new Set(both)).toEqual(new Set(["dead-target of base"]));
  expect(both.length).toBeLessThan(6);
});

test("a side that dies loses the pair, and the other workloads go on", async () => {
  const at = machine([shop, cart], {
    load: (request: LoadRequest, side: Side) => {
      if (request.name === "shop" && side === "head") at.faults.head = "api died: exit code 9";
      return undefined;
    },
  });
  const { pairs, ended } = await runDuel(order([shop, cart]), at.edges, never);
  const of = (name: string) => outcomes(pairs.filter(({ workload }) => workload === name));
  expect([ended, of("shop"), of("cart")]).toEqual([null, ["service-died of head"], Array(10).fill("ok")]);
  expect(at.count("up")).toBe(at.count("down"));
});

test("a side that never starts ends the duel and is named; one that fails later is data", async () => {
  for (const which of ["base", "head"] as const) {
    const { unable, pairs, count } = await go([shop], {
      up: (side) => {
        if (side === which) throw environmentError("no database");
      },
    });
    expect([unable?.side, unable?.error.message, pairs]).toEqual([which, "no database", []]);
    expect(count("up")).toBe(count("down"));
  }
  const later = await go([shop], {
    up: (side, n) => {
      if (side === "head" && n === 2) throw environmentError("no port");
    },
  });
  expect([later.ended, later.unable]).toEqual([null, null]);
  expect(outcomes(later.pairs).filter((one) => one !== "ok")).toEqual(Array(2).fill("service-died of head"));
});

test("no pair is repeated, for which both would have to start again", async () => {
  const { pairs, count } = await go([shop], {
    closes: () => true,
    repeats: (_, all) => all.map(({ slot }) => slot),
  });
  expect(pairs.filter(({ attempt }) => attempt > 0)).toEqual([]);
  expect([count("up base"), count("up head")]).toEqual([3, 3]);
});

test("where the time is up before the second side is measured, its pairs are not counted as lost", async () => {
  const { pairs, cut, ended, count } = await go([shop], {}, { budget: 3 });
  expect([outcomes(pairs), cut, ended]).toEqual([["ok"], 1, null]);
  expect(count("up")).toBe(count("down"));
});

test("an interruption brings down what is up, and keeps the pairs of earlier starts", async () => {
  const stop = new AbortController();
  let trials = 0;
  const { pairs, ended, count } = await go(
    [shop],
    {
      load: () => {
        if (++trials === 6) stop.abort();
        return undefined;
      },
      between: () => {
        stop.signal.throwIfAborted();
        return { warm: true };
      },
    },
    {},
    stop.signal,
  );
  expect([pairs.length, (ended as Error).name]).toEqual([2, "AbortError"]);
  expect(count("up")).toBe(count("down"));
});

test("stacks that were reset between two trials are warmed up again", async () => {
  const { count } = await go([shop], { closes: () => true, between: () => ({ warm: false }) });
  expect([count("shop base by base 2"), count("shop base by base 0.5")]).toEqual([6, 0]);
});
