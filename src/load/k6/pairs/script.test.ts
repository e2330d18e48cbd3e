import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { script, type Wrapping } from "./script.ts";

const wrapping: Wrapping = {
  way: {
    kind: "copies",
    scripts: { base: "file:///a%20b/base/user.ts", head: "file:///a%20b/head/user.ts" },
  },
  exec: { one: "default" },
  options: { thresholds: { x: [] } },
  open: [],
  bounds: {},
  totals: {},
  vus: 1,
  failing: "failing.js",
  pace: null,
  barrier: "http://127.0.0.1:1/secret",
  summary: "/tmp/out.json",
};
type Order = (seed: number, vu: number, n: number) => boolean;

/** The order as a piece of source has it: the first function of that name. */
function orderOf(source: string): Order {
  const text = /^(?:export )?(function headFirst[\s\S]*?^})/m.exec(source)![1]!;
  return new Function(`${text}; return headFirst;`)() as Order;
}
const module = stripTypeScriptTypes(
  readFileSync(new URL("../../../../workloads/steelyard.ts", import.meta.url), "utf8"),
);
const orders: [string, Order][] = [
  ["the module", orderOf(module)],
  ["the wrapper", orderOf(script(wrapping))],
];

test.each(orders)("the order of %s: seeded, and neither side is ahead by more than one", (_, headFirst) => {
  const run = (seed: number, vu: number) => Array.from({ length: 1_000 }, (_, n) => headFirst(seed, vu, n));
  expect(run(3, 1)).toEqual(run(3, 1));
  expect(run(3, 1)).not.toEqual(run(4, 1));
  expect(run(3, 1)).not.toEqual(run(3, 2));
  let ahead = 0;
  for (const first of run(3, 1)) {
    ahead += first ? 1 : -1;
    expect(Math.abs(ahead)).toBeLessThanOrEqual(1);
  }
  // drawn anew for every two: 500 fair draws, 250 ± 11 (sd)
  const draws = run(3, 1).filter((first, n) => n % 2 === 0 && first).length;
  expect(draws).toBeGreaterThan(190);
  expect(draws).toBeLessThan(310);
});

test("module and wrapper have the same order", () => {
  const [[, a], [, b]] = orders as [[string, Order], [string, Order]];
  for (let n = 0; n < 200; n++) expect(a(n * 7919, n % 5, n)).toBe(b(n * 7919, n % 5, n));
});

test("the wrapper is a module whatever names there are in it, and keeps the user's summary out", () => {
  const way = { kind: "module", script: 'file:///a"b.ts' } as const;
  const text = script({ ...wrapping, way, exec: { 'a"b': 'go"x' } });
  expect(text).toContain(String.raw`import * as user from "file:///a\"b.ts";`);
  expect(text).toContain(String.raw`const exec = {"a\"b":"go\"x"};`);
  expect(text).not.toContain("user.handleSummary");
  expect(text).toContain('"thresholds":{"x":[]}');
});
