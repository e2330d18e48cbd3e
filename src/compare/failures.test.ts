import { expect, test } from "vitest";
import { rates } from "./failures.ts";

test("where one of several starts fails, its failures are in the rate of all", () => {
  const counts = [0, 0, 60].map((errors) => ({ errors, requests: 100 }));
  expect(rates(counts)).toEqual({ values: [0, 0, 0.6], center: 0.2 });
  expect(rates(counts, "higher")).toEqual({ values: [1, 1, 0.4], center: 0.8 });
  expect(rates([])).toBeNull();
});
