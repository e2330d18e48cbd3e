import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FlameTree } from "../../model/why.ts";
import {
  added,
  below,
  boxes,
  folded,
  foundShare,
  functionsOf,
  movedTo,
  type Stack,
  shareOfHead,
  stacksOf,
  VIEWS,
} from "./tree.ts";

/** handle calls rank, which calls JSON.parse since the change, and render, which takes less than before. */
const TREE: FlameTree = {
  service: "web",
  source: "node",
  frames: [
    { name: "handle", file: "src/server.js", line: 7 },
    { name: "rank", file: "src/rank.js", line: 42 },
    { name: "parse", file: null, line: null },
    { name: "", file: "src/view.js", line: 3 },
  ],
  nodes: [
    [-1, 0, 10, 10],
    [0, 1, 20, 30],
    [1, 2, 0, 25],
    [0, 3, 15, 5],
  ],
};
const root = stacksOf(TREE);
const named = (name: string): Stack => [...below(root)].find((one) => one.name === name)!;

test("a stack's time has that of what it calls; the root is the service", () => {
  expect([root.name, root.total]).toEqual(["web", { base: 45, head: 70 }]);
  expect(named("handle").total).toEqual({ base: 45, head: 70 });
  expect(named("rank").total).toEqual({ base: 20, head: 55 });
  expect(named("(view.js:3)").place).toBe("src/view.js:3");
});

test("the difference has what was added, without what was saved elsewhere", () => {
  expect([named("rank").more, named("parse").more, named("(view.js:3)").more]).toEqual([35, 25, 0]);
  expect(root.more).toBe(35);
  const faster = stacksOf({ ...TREE, nodes: TREE.nodes.map(([a, b, base, head]) => [a, b, head, base]) });
  expect(faster.more).toBe(35);
});

describe("boxes", () => {
  test("below each box is what it calls, the largest first", () => {
    const found = boxes(root, "head", 0).map(({ stack, left, width }) => [stack.name, 70 * left, 70 * width]);
    expect(found).toEqual([
      ["web", 0, 70],
      ["handle", 0, 70],
      ["rank", 0, 55],
      ["parse", 0, 25],
      ["(view.js:3)", 55, 5],
    ]);
    expect(boxes(root, "base", 0.01).map(({ stack }) => stack.name)).not.toContain("parse");
  });

  test("one of them at the full width, with its callers", () => {
    expect(boxes(named("rank"), "head", 0).map(({ stack, width }) => [stack.name, width])).toEqual([
      ["web", 1],
      ["handle", 1],
      ["rank", 1],
      ["parse", 25 / 55],
    ]);
  });

  test("of any tree they lie within their caller's, and beside each other", () => {
    const seconds = fc.integer({ min: 0, max: 1000 });
    const node = fc.tuple(fc.nat(50), fc.nat(3), seconds, seconds);
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 40 }), fc.constantFrom(...VIEWS), (all, view) => {
        const nodes = all.map(([caller, ...rest], i) => [(caller % (i + 1)) - 1, ...rest] as const);
        const top = stacksOf({ ...TREE, nodes });
        const drawn = boxes(top, view, 1e-9);
        const at = new Map(drawn.map((box) => [box.stack, box]));
        for (const { stack, left, width } of drawn) {
          const around = stack.caller === null ? { left: 0, width: 1 } : at.get(stack.caller)!;
          expect(left).toBeGreaterThanOrEqual(around.left - 1e-9);
          expect(left + width).toBeLessThanOrEqual(around.left + around.width + 1e-9);
        }
        for (const depth of new Set(drawn.map(({ stack }) => stack.depth))) {
          const row = drawn.filter(({ stack }) => stack.depth === depth);
          const sorted = row.toSorted((a, b) => a.left - b.left);
          for (const [i, box] of sorted.entries()) {
            const next = sorted[i + 1];
            if (next) expect(box.left + box.width).toBeLessThanOrEqual(next.left + 1e-9);
          }
        }
      }),
    );
  });
});

test("keys move to the caller, to the largest callee, and to neighbours that are drawn", () => {
  const to = (from: string, key: string, view: (typeof VIEWS)[number] = "head") =>
    movedTo(named(from), view, key)?.name;
  expect(to("handle", "ArrowDown")).toBe("rank");
  expect(to("rank", "ArrowRight")).toBe("(view.js:3)");
  expect(to("rank", "ArrowRight", "difference")).toBeUndefined(); // it takes no width there
  expect(to("rank", "ArrowLeft")).toBeUndefined();
  expect(to("parse", "ArrowUp")).toBe("rank");
  expect(to("parse", "Home")).toBe("web");
  expect(to("parse", "x")).toBeUndefined();
});

test("words are found in names and places, and counted once a stack", () => {
  expect(foundShare(root, "head", "RANK")).toBeCloseTo(55 / 70);
  expect(foundShare(root, "head", "src/")).toBe(1);
  expect(foundShare(root, "head", "nothing")).toBe(0);
});

test("functions by their difference, the repository's first; one that calls itself is counted once", () => {
  const again = stacksOf({ ...TREE, nodes: [...TREE.nodes, [1, 1, 0, 4]] });
  const [first, second, third, last] = functionsOf(again);
  expect([first!.name, added(first!), first!.self]).toEqual(["rank", 39, { base: 20, head: 34 }]);
  expect([second!.name, third!.name, last!.name]).toEqual(["handle", "(view.js:3)", "parse"]);
});

test("folded stacks have both sides in nanoseconds, and one space between the columns", () => {
  const small = stacksOf({
    ...TREE,
    nodes: TREE.nodes.map(([a, b, base, head]) => [a, b, base / 1e6, head / 1e6]),
  });
  expect(folded(small)).toBe(
    [
      "web;handle (src/server.js:7) 10000 10000",
      "web;handle (src/server.js:7);rank (src/rank.js:42) 20000 30000",
      "web;handle (src/server.js:7);rank (src/rank.js:42);parse 0 25000",
      "web;handle (src/server.js:7);(view.js:3) (src/view.js:3) 15000 5000",
      "",
    ].join("\n"),
  );
});

test("the share of head's time is 0 where head has none", () => {
  expect(shareOfHead(named("rank"), root)).toBeCloseTo(55 / 70);
  const gone = stacksOf({ ...TREE, nodes: TREE.nodes.map(([a, b, base]) => [a, b, base, 0]) });
  expect(shareOfHead(gone.callees[0]!, gone)).toBe(0);
});
