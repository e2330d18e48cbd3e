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
const nodesOf = (...profiles: CpuProfile[]) => withGarbage(profiles).map(({ nodes }) => nodes.slice(2));

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
  expect(nodesOf(profile(4, { allocated }))[0]!.slice(2)).toEqual([
    [0, PARSE, 0],
    [4, COLLECTOR, 1],
    [-1, PARSE, 0],
    [6, COLLECTOR, 3],
  ]);
});

test("a byte has the lower price of both sides in a start, so that the same allocations take as long", () => {
  const dearer = profile(8, { side: "head" });
  const [base, head] = nodesOf(profile(4), dearer, profile(2, { start: 1 }), profile(1, { service: "api" }));
  expect(head).toEqual([
    [-1, COLLECTOR, 3],
    [-1, COLLECTOR, 1],
    [0, COLLECTOR, 1],
    [1, COLLECTOR, 3],
  ]);
  expect(base!.slice(2)).toEqual(head!.slice(2));
});

test("nothing changes where one side does not tell what it allocates, or nothing is collected", () => {
  const { allocated: _, ...silent } = profile(4, { side: "head" });
  expect(withGarbage([profile(4), silent])).toEqual([profile(4), silent]);
  expect(withGarbage([profile(0)])).toEqual([profile(0)]);
  expect(withGarbage([profile(4, { allocated: [] })])).toEqual([profile(4, { allocated: [] })]);
});
