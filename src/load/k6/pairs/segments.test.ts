import { expect, test } from "vitest";
import { segments } from "./segments.ts";

const request = { mode: "request", warmup: 2, block: 1, pairs: 2, seed: 1 } as const;

test("request mode: the warm-up, then a block of both sides for each pair", () => {
  expect(segments(request)).toEqual([
    { pair: null, side: null, seconds: 2, block: "warm" },
    { pair: 0, side: null, seconds: 1, block: "b0" },
    { pair: 1, side: null, seconds: 1, block: "b1" },
  ]);
});

test("slice mode: two slices a pair, which share its time, in an order of its own", () => {
  const slices = segments({ ...request, mode: "slice", warmup: 0, pairs: 200 });
  expect(slices).toHaveLength(400);
  expect(slices.every(({ seconds }) => seconds === 0.5)).toBe(true);
  const firsts = slices.filter((_, i) => i % 2 === 0).map(({ side }) => side);
  for (const [i, one] of slices.entries()) {
    expect(one.pair).toBe(Math.floor(i / 2));
    if (i % 2 === 1) expect(one.side).not.toBe(slices[i - 1]!.side);
  }
  // 200 fair draws: 100 ± 7 (sd), so 60 to 140 is beyond 5 sd
  const heads = firsts.filter((side) => side === "head").length;
  expect(heads).toBeGreaterThan(60);
  expect(heads).toBeLessThan(140);
});

test("the same seed gives the same order, another seed another", () => {
  const order = (seed: number) =>
    segments({ ...request, mode: "slice", pairs: 30, seed }).map(({ side }) => side);
  expect(order(5)).toEqual(order(5));
  expect(order(5)).not.toEqual(order(6));
});
