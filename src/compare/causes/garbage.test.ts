import { expect, test } from "vitest";
import type { CpuProfile } from "../../model/profiling.ts";
import { withGarbage } from "./garbage.ts";

const frame = (name: string, file: string | null = null) => ({ name, file, line: file === null ? null : 1 });
const [HANDLER, ITEM, COLLECTOR, PARSE] = [0, 1, 2, 3];
const profile = (collected: number, more: Partial<CpuProfile> = {}): CpuProfile => ({
  start: 0,
  side: "base",
  service: "web",
  source: "node",
  interval: 0.0005,
  frames: [frame("handler", "a.js"), frame("item", "a.js"), frame("(garbage collector)"), frame("parse")],
  nodes: [
    [-1, HANDLER, 1],
    [0, ITEM, 0.5],
    [-1, COLLECTOR, 0.75 * collected],
    [-1, COLLECTOR, 0.25 * collected], // of its own threads
  ],
  allocated: [
    [-1, HANDLER, 100],
    [0, ITEM, 300],
  ],
  ...more,
});
const HUNDRED = () => 100;
const nodesOf = (...profiles: CpuProfile[]) =>
  withGarbage(profiles, HUNDRED).map(({ nodes }) => nodes.slice(2));
/** Head, whose second function allocates so much. */
const head = (bytes: number, collectedSeconds: number): CpuProfile =>
  profile(collectedSeconds, {
    side: "head",
    allocated: [
      [-1, HANDLER, 100],
      [0, ITEM, bytes],
    ],
  });

test("its time is dealt out by the bytes that functions allocated", () => {
  const all = [
    [-1, COLLECTOR, 0],
    [-1, COLLECTOR, 0],
    [0, COLLECTOR, 1],
    [1, COLLECTOR, 3],
  ];
  expect(nodesOf(profile(4), profile(4, { side: "head" }))).toEqual([all, all]);
});

test("a function without samples has some where it allocates, and so has the runtime", () => {
  const allocated: CpuProfile["allocated"] = [
    [-1, HANDLER, 0],
    [0, PARSE, 100],
    [-1, PARSE, 100],
    [9, PARSE, 200], // a caller that does not come first
  ];
  const both = [profile(4, { allocated }), profile(4, { allocated, side: "head" })];
  expect(nodesOf(...both)[0]!.slice(2)).toEqual([
    [0, PARSE, 0],
    [4, COLLECTOR, 1],
    [-1, PARSE, 0],
    [6, COLLECTOR, 3],
  ]);
});

test("the function that allocates more has what the collector takes more; all else takes as long", () => {
  const times = (collectedSeconds: number) => {
    const [base, other] = nodesOf(profile(4), head(700, collectedSeconds));
    return [base!, other!].map((nodes) => nodes.map((node) => Number(node[2].toFixed(6))));
  };
  // 400 bytes more take 2 s: 0.005 s each, although a byte takes 0.01 s in base
  expect(times(6)).toEqual([
    [1.5, 0.5, 0.5, 1.5],
    [1.5, 0.5, 0.5, 3.5],
  ]);
  // 12 s would be 0.03 s each: no more than in base, where a byte takes 0.01 s, and the rest is the collector's
  expect(times(16)).toEqual([
    [0, 0, 1, 3],
    [6, 2, 1, 7],
  ]);
  // less time for more bytes: a byte costs nothing
  expect(times(3)).toEqual([
    [3, 1],
    [2.25, 0.75],
  ]);
});

test("the price is that of all starts, of each service, for each request", () => {
  const two = [profile(4), head(700, 6)];
  const more = [profile(4, { start: 1 }), { ...head(700, 6), start: 1 }];
  const api = [profile(1, { service: "api" }), profile(1, { service: "api", side: "head" })];
  expect(nodesOf(...two, ...more, ...api).slice(0, 2)).toEqual(nodesOf(...two));
  const twice = {
    ...head(1500, 12),
    allocated: [
      [-1, HANDLER, 200],
      [0, ITEM, 1400],
    ],
  } as CpuProfile;
  const all = withGarbage([profile(4), twice], ({ side }) => (side === "head" ? 200 : 100));
  expect(all[0]!.nodes.slice(2)).toEqual(nodesOf(...two)[0]);
  const lost = { ...head(9999, 1), start: 1 };
  const good = withGarbage([...two, lost], ({ start }) => (start === 0 ? 100 : 0));
  expect(good[0]!.nodes.slice(2)).toEqual(nodesOf(...two)[0]);
});

test("all that a service allocates which only head runs has its price", () => {
  expect(nodesOf(head(300, 4))[0]).toEqual(nodesOf(profile(4), head(300, 4))[1]);
});

test("nothing changes where one side does not tell what it allocates, or nothing is collected", () => {
  const { allocated: _, ...silent } = profile(4, { side: "head" });
  for (const pair of [
    [profile(4), silent],
    [profile(0), profile(0, { side: "head" })],
    [profile(4, { allocated: [] }), profile(4, { side: "head" })],
  ])
    expect(withGarbage(pair, HUNDRED)).toEqual(pair);
});
