import { expect, test } from "vitest";
import { secondsForPairs } from "./sharper.ts";

test("more pairs need no more builds and profiles, and wait for nobody", () => {
  const spent = { load: 24, total: 160, build: 3, why: 40, wait: 110 };
  expect(secondsForPairs(spent, 6, 12)).toBeCloseTo(14);
  expect(secondsForPairs({ load: 24, total: 30 }, 6, 12)).toBeCloseTo(60);
});
