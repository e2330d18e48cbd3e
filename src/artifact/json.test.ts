import fc from "fast-check";
import { expect, test } from "vitest";
import { CAPS, type Caps } from "./caps.ts";
import { demandBounded } from "./json.ts";

const small: Caps = { ...CAPS, values: 10, depth: 3, text: 20 };

test.each([
  ["[1,2,3,4,5,6,7,8,9]", null], // a list and nine numbers
  ["[1,2,3,4,5,6,7,8,9,10]", "more than 10 values"],
  ['{"a":{"b":[1]}}', null],
  ['{"a":{"b":[[1]]}}', "deeper than 3 levels"],
  ["[[[[[[[[[[[[", "deeper than 3 levels"], // not even JSON
  [`"${"x".repeat(19)}"`, null],
  [`"${"x".repeat(21)}"`, "more than 20 characters"],
  ['"[[[[ 1 2 3 \\" ]"', null], // brackets and numbers in a text are text
  [`"${"x".repeat(30)}`, "more than 20 characters"], // without an end
  [`[${"9".repeat(60)}]`, "too many digits"],
  ["[true,false,null,-1.5e-7]", null],
  ["", null],
])("%s: %s", (text, why) => {
  const look = () => demandBounded(text, "run.json", small);
  if (why === null) expect(look).not.toThrow();
  else expect(look).toThrow(why);
});

/** Values of a parsed JSON text. Keys count as texts. */
function count(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, part) => sum + count(part), 1);
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, part) => sum + 1 + count(part), 1);
}

test("counts values as a parser does", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/\d{3}[eE]|[eE][-+]?\d{2}/.test(text)); // numbers beyond any measurement have a test of their own
      const values = count(JSON.parse(text));
      expect(() => demandBounded(text, "x", { ...CAPS, values })).not.toThrow();
      expect(() => demandBounded(text, "x", { ...CAPS, values: values - 1 })).toThrow(/values/);
    }),
  );
});
