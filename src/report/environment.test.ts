import { expect, test } from "vitest";
import { spentTime } from "./environment.ts";

test.each([
  [
    { load: 47, total: 61.2, measured: 40, start: 8.7, build: 4.9 },
    "61 s: 40 load, 7 warm-up, 9 start, 5 build, 1 other",
  ],
  [{ load: 40, total: 40.3, measured: 40, start: 0, build: 0.1 }, "40 s: 40 load"],
  [{ load: 20, total: 62, measured: 20, start: 2, build: 0, why: 39.6 }, "62 s: 20 load, 2 start, 40 why"],
  [
    { load: 20, total: 95, measured: 20, start: 2, build: 0, wait: 71.8 },
    "95 s: 20 load, 2 start, 72 waiting for another measurement, 1 other",
  ],
  [{ load: 0, total: 0.2, measured: 0, start: 0, build: 0 }, "0 s"],
  [{ load: 40, total: 61 }, "40 s of load in a run of 61 s"], // of before the steps were known
])("%j reads %s", (spent, text) => {
  expect(spentTime(spent)).toBe(text);
});
