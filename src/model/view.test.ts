import fc from "fast-check";
import { expect, test } from "vitest";
import { fragment, OVERVIEW, type View, viewOf } from "./view.ts";

const text = fc.string({ maxLength: 30, unit: "grapheme" });
const instant = fc.option(fc.integer({ min: 0, max: 4e9 }));
const commit = fc.option(fc.stringMatching(/^[0-9a-f]{4,40}$/));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((v) => v + 0); // not -0
const view: fc.Arbitrary<View> = fc.record({
  chart: fc.option(fc.record({ runnerClass: text, workload: text, metric: text })),
  hidden: fc.array(text, { maxLength: 3 }),
  from: instant,
  to: instant,
  axis: fc.constantFrom("time" as const, "run" as const),
  zero: fc.boolean(),
  a: commit,
  b: commit,
  mark: fc.option(
    fc.record({
      value: number,
      interval: fc.option(
        fc.tuple(number, number).map(([a, b]): [number, number] => (a <= b ? [a, b] : [b, a])),
      ),
      label: text,
      variant: fc.option(text),
    }),
  ),
  all: fc.boolean(),
  find: text,
});

test("a view survives being written to an address", () => {
  fc.assert(fc.property(view, (one) => void expect(viewOf(`#${fragment(one)}`)).toEqual(one)));
});

test("the plain overview has no fragment", () => {
  expect(fragment(OVERVIEW)).toBe("");
  expect(viewOf("")).toEqual(OVERVIEW);
});

test.each([
  ["#from=yesterday&to=2026-13-45", {}],
  ["#a=javascript:alert(1)&b=xyz", {}],
  ["#value=much&interval=1~2", {}],
  ["#workload=browse", {}],
  ["#value=1&interval=3~2&label=x", { mark: { value: 1, interval: null, label: "x", variant: null } }],
  ["#from=2026-01-02", { from: Date.UTC(2026, 0, 2) / 1000 }],
  ["#%E0%A4%A", {}],
])("only the valid parts of %s are used", (address, wanted) => {
  expect(viewOf(address)).toEqual({ ...OVERVIEW, ...wanted });
});

test("any text is read without an error", () => {
  fc.assert(fc.property(fc.string(), (one) => void viewOf(one)));
});
