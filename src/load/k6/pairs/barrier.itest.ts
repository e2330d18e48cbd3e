import { expect, test } from "vitest";
import type { PairBorder } from "../../../model/ports.ts";
import { Barrier } from "./barrier.ts";
import { segments } from "./segments.ts";

const plan = (warmup: number, pairs: number, block = 0.05) =>
  segments({ mode: "request", warmup, block, pairs, seed: 1 });
type Said = { block?: string; ms?: number; skip?: true; wait?: true; over?: true };

async function at(barrier: Barrier, index = 0, done = 0, scenario = ""): Promise<Said> {
  return (await (await fetch(`${barrier.url}?index=${index}&done=${done}${scenario}`)).json()) as Said;
}
/** An iteration of an open scenario. */
const openAt = (barrier: Barrier, index: number, done: number, scenario = "o") =>
  at(barrier, index, done, `&scenario=${scenario}&open`);
const text = ({ pair, edge }: PairBorder) => `${edge} ${pair}`;
/** A request that the barrier rejects at once: what came before it has been dealt with. */
const roundTrip = async ({ url }: Barrier) => void (await fetch(new URL("/", url)));

test("a closed load: the barrier opens when all stand before it, and the borders are crossed first", async () => {
  const crossed: string[] = [];
  const border = async (one: PairBorder) => {
    await new Promise(setImmediate);
    crossed.push(text(one));
  };
  await using barrier = await Barrier.open({ segments: plan(0.1, 1), vus: 2, open: 0, border });
  let first: Said | undefined;
  const waiting = at(barrier).then((word) => {
    first = word;
  });
  for (let i = 0; i < 5; i++) await roundTrip(barrier);
  expect(first).toBeUndefined(); // one of two
  expect(await at(barrier)).toMatchObject({ block: "warm", ms: 100 });
  await waiting;
  expect(first).toMatchObject({ block: "warm", ms: 100 });
  expect(crossed).toEqual([]); // the warm-up has no borders
  const [a, b] = await Promise.all([at(barrier), at(barrier)]);
  expect([a.block, b.block]).toEqual(["b0", "b0"]);
  expect(crossed).toEqual(["begin 0"]);
  expect(barrier.over).toBe(false);
  expect(await Promise.all([at(barrier), at(barrier)])).toEqual([{ over: true }, { over: true }]);
  expect(crossed).toEqual(["begin 0", "end 0"]);
  expect(barrier.over).toBe(true);
  expect(await at(barrier)).toEqual({ over: true });
});

test("a closed load's warm-up goes on while it gets faster, and says where that does not end", async () => {
  let now = 0;
  const options = { segments: plan(2, 1), vus: 1, open: 0, border: async () => {}, now: () => now };
  await using barrier = await Barrier.open(options);
  const pieces: (string | undefined)[] = [];
  // A third more iterations in every piece than in the one before.
  for (let done = 0, piece = 30; pieces.at(-1) !== "b0"; done += piece, piece *= 4 / 3) {
    pieces.push((await at(barrier, 0, done)).block);
    now += 500;
  }
  expect(pieces).toEqual([...Array(8).fill("warm"), "b0"]); // 8 pieces of half a second: twice what was planned
  expect(barrier.cold).toBe(true);
});

test("blocks become longer by the rate at the end of the warm-up", async () => {
  let now = 0;
  const rates: number[] = [];
  const stretch = (rate: number) => {
    rates.push(rate);
    return rate < 50 ? 4 : 1;
  };
  const common = { vus: 1, open: 0, border: async () => {}, now: () => now };
  await using barrier = await Barrier.open({ ...common, segments: plan(1, 2, 0.5), stretch });
  const said = [await at(barrier)];
  for (const done of [20, 40, 60]) {
    now += said.at(-1)!.ms!;
    said.push(await at(barrier, 0, done));
  }
  expect(said).toMatchObject([
    { block: "warm", ms: 1000 },
    { block: "b0", ms: 2000 },
    { block: "b1", ms: 2000 },
    { over: true },
  ]);
  expect([rates, barrier.stretched]).toEqual([[20], 4]);
});

test("an open load: the first to come after the end watches, the others are turned away", async () => {
  const crossed: string[] = [];
  const border = async (one: PairBorder) => void crossed.push(text(one));
  let now = 0;
  await using barrier = await Barrier.open({
    segments: plan(0, 2, 0.1),
    vus: 0,
    open: 1,
    border,
    now: () => now,
  });
  expect(await openAt(barrier, 0, 0)).toMatchObject({ block: "b0" });
  now = 60;
  const late = await openAt(barrier, 1, 1);
  expect(late.block).toBe("b0"); // still in it, for what is left
  expect(late.ms).toBe(40);
  now = 110;
  // iterations 0 to 4 began, 3 of them have ended: 2 still run
  expect(await openAt(barrier, 5, 3)).toEqual({ wait: true });
  expect(await openAt(barrier, 6, 3)).toEqual({ skip: true });
  expect(await openAt(barrier, 7, 3)).toEqual({ skip: true });
  // 6 have ended, but 2 of those were turned away: one of before still runs
  expect(await openAt(barrier, 5, 6)).toEqual({ wait: true });
  expect(crossed).toEqual(["begin 0"]);
  expect(await openAt(barrier, 5, 7)).toMatchObject({ block: "b1" });
  expect(crossed).toEqual(["begin 0", "end 0", "begin 1"]);
});

test("an open load's warm-up ends once CPU and time of its iterations stand still", async () => {
  const course = async (cost: (piece: number) => number, turnedAway = 0) => {
    let now = 0;
    let read = 0;
    const use = async () => {
      const cpu = { base: 0.25, head: 0.25 * cost(read) };
      return read++ === 0 ? null : { cpu, busiest: null, machine: null };
    };
    const common = { vus: 0, open: 1, border: async () => {}, now: () => now };
    await using barrier = await Barrier.open({ ...common, segments: plan(6, 1), use });
    const pieces: (string | undefined)[] = [];
    for (let done = 0; pieces.at(-1) !== "b0"; done += 500) {
      const index = done;
      if (pieces.length === 1 && turnedAway > 0) {
        expect(await openAt(barrier, index, done - 1)).toEqual({ wait: true });
        for (let i = 0; i < turnedAway; i++) await openAt(barrier, index + 1 + i, done++);
      }
      const { block } = await at(barrier, index, done, "&scenario=o&open&busy=2&iterations=50");
      pieces.push(block);
      now += 510;
    }
    return pieces.length - 1;
  };
  expect(await course(() => 1)).toBe(2); // a second of six
  expect(await course((piece) => 0.8 ** piece)).toBe(12);
  // The second piece is better than the first, also where 300 iterations of that were turned away at its end.
  const cheaper = (piece: number) => (piece < 2 ? 1 : 0.7);
  expect([await course(cheaper), await course(cheaper, 300)]).toEqual([4, 4]);
});

test("an open load's warm-up whose iterations take long is loaded for the time planned, and waits twice", async () => {
  let now = 0;
  const common = { vus: 0, open: 1, border: async () => {}, now: () => now };
  await using barrier = await Barrier.open({ ...common, segments: plan(6, 1) });
  const said: Said[] = [];
  for (let done = 0; said.at(-1)?.block !== "b0"; done += 50) {
    said.push(await openAt(barrier, done, done));
    now += said.at(-1)!.ms! + 3000;
  }
  expect(said).toMatchObject([{ block: "warm", ms: 500 }, { block: "warm", ms: 5500 }, { block: "b0" }]);
});

test("two open scenarios and two VUs: each has its watcher, and all must have come", async () => {
  const crossed: string[] = [];
  const border = async (one: PairBorder) => void crossed.push(text(one));
  let now = 0;
  const options = { segments: plan(0, 2, 0.1), vus: 2, open: 2, border, now: () => now };
  await using barrier = await Barrier.open(options);
  const closedAt = (index: number) => at(barrier, index, 0, "&scenario=c");
  const vus = Promise.all([closedAt(0), closedAt(1)]);
  expect(await openAt(barrier, 0, 0, "a")).toEqual({ wait: true }); // nothing of b yet
  const b = openAt(barrier, 0, 0, "b");
  expect([(await b).block, ...(await vus).map(({ block }) => block)]).toEqual(["b0", "b0", "b0"]);
  expect(await openAt(barrier, 0, 0, "a")).toMatchObject({ block: "b0", ms: 100 });
  now = 110;
  // Begun by now: 4 of the VUs' (2 of which stand here), 3 of a and 2 of b.
  const again = Promise.all([closedAt(2), closedAt(3)]);
  await roundTrip(barrier);
  expect(await openAt(barrier, 3, 7, "a")).toEqual({ wait: true });
  expect(await openAt(barrier, 4, 7, "a")).toEqual({ skip: true });
  expect(await openAt(barrier, 2, 7, "b")).toEqual({ wait: true }); // one of the 7 may be the one that was turned away
  expect(crossed).toEqual(["begin 0"]);
  expect(await openAt(barrier, 3, 8, "a")).toMatchObject({ block: "b1" });
  expect((await again).map(({ block }) => block)).toEqual(["b1", "b1"]);
  expect(crossed).toEqual(["begin 0", "end 0", "begin 1"]);
});

test("an iteration that began before the watcher and comes after it has not been load", async () => {
  const border = async () => {};
  let now = 0;
  await using barrier = await Barrier.open({
    segments: plan(0, 2, 0.05),
    vus: 0,
    open: 1,
    border,
    now: () => now,
  });
  await openAt(barrier, 0, 0);
  now = 60;
  expect(await openAt(barrier, 3, 1)).toEqual({ wait: true });
  expect(await openAt(barrier, 2, 1)).toEqual({ skip: true }); // it counts among the 3 before the watcher
  expect(await openAt(barrier, 3, 3)).toMatchObject({ block: "b1" });
});

test("an iteration that asks just after the end does not watch: the load may still have one with a higher number", async () => {
  let now = 0;
  const common = { vus: 0, open: 1, border: async () => {}, now: () => now };
  await using barrier = await Barrier.open({ ...common, segments: plan(0, 2, 0.05) });
  await openAt(barrier, 0, 0);
  now = 52;
  // 0 to 4 have ended. 6 began and looked at its clock before 5 did, and is load.
  expect(await openAt(barrier, 5, 5)).toEqual({ skip: true });
  now = 62;
  expect(await openAt(barrier, 7, 6)).toEqual({ wait: true }); // 5 has ended, 6 has not
  expect(await openAt(barrier, 7, 7)).toMatchObject({ block: "b1" });
});

test("an iteration that asked before the end and arrives after it does not watch", async () => {
  let now = 0;
  const common = { vus: 0, open: 1, border: async () => {}, now: () => now };
  await using barrier = await Barrier.open({ ...common, segments: plan(0, 2, 0.05) });
  await openAt(barrier, 0, 0);
  now = 80;
  const asked = (ago: number) => `&scenario=o&open&at=${Date.now() - ago}`;
  expect(await at(barrier, 1, 1, asked(60))).toEqual({ skip: true });
  expect(await at(barrier, 2, 2, asked(0))).toMatchObject({ block: "b1" });
});

test("a border that fails ends the run, and is not lost", async () => {
  const border = () => Promise.reject(new Error("no counters"));
  await using barrier = await Barrier.open({ segments: plan(0, 1), vus: 1, open: 0, border });
  expect(await at(barrier)).toEqual({ over: true });
  expect(() => barrier.over).toThrow("no counters");
});

test("whoever does not know its name does not pass", async () => {
  await using barrier = await Barrier.open({ segments: plan(0, 1), vus: 1, open: 0, border: async () => {} });
  expect((await fetch(new URL("/", barrier.url))).status).toBe(404);
});
