import { expect, test } from "vitest";
import type { Answer } from "./answer.ts";
import { withGarbage } from "./garbage.ts";

const functions: Answer["functions"] = [
  ["handler", "file:///app/a.js", 1],
  ["item", "file:///app/a.js", 5],
  ["(garbage collector)", "", null],
  ["parse", "", null],
];
const COLLECTOR = 2;
const nodes: Answer["nodes"] = [
  [-1, 0, 100],
  [0, 1, 40],
  [-1, COLLECTOR, 30],
  [-1, COLLECTOR, 10], // that of other threads
];

test("its time is dealt out by the bytes that functions allocated", () => {
  const allocated: Answer["nodes"] = [
    [-1, 0, 100],
    [0, 1, 300],
  ];
  expect(withGarbage({ functions, nodes, allocated }).nodes).toEqual([
    [-1, 0, 100],
    [0, 1, 40],
    [-1, COLLECTOR, 0],
    [-1, COLLECTOR, 0],
    [0, COLLECTOR, 10],
    [1, COLLECTOR, 30],
  ]);
});

test("a function that has no samples has some where it allocates, and so has the runtime", () => {
  const allocated: Answer["nodes"] = [
    [-1, 0, 0],
    [0, 3, 100],
    [-1, 3, 100],
    [9, 3, 200], // a caller that does not come first
  ];
  expect(withGarbage({ functions, nodes, allocated }).nodes.slice(4)).toEqual([
    [0, 3, 0],
    [4, COLLECTOR, 10],
    [-1, 3, 0],
    [6, COLLECTOR, 30],
  ]);
});

test.each([
  ["allocations are not known", { functions, nodes, allocated: null }],
  ["nothing is said of them", { functions, nodes }],
  ["nothing was allocated", { functions, nodes, allocated: [] }],
  [
    "nothing is called the collector",
    { functions: functions.slice(0, 2), nodes: nodes.slice(0, 2), allocated: nodes },
  ],
])("nothing changes where %s", (_, answer) => {
  expect(withGarbage(answer)).toBe(answer);
});
