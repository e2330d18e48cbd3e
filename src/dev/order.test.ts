import { expect, test } from "vitest";
import { spread } from "./order.ts";

test.each([
  [["A", "B"], ["1", "2", "3", "4", "5"], "A123B45"],
  [["A", "B", "C"], ["1"], "AB1C"],
  [["A"], [], "A"],
  [[], ["1", "2"], "12"],
  [[], [], ""],
])("%j among %j", (some, others, want) => {
  expect(spread(some, others).join("")).toBe(want);
});
