import { expect, test } from "vitest";
import { bucket, buckets, bypass } from "./limiter.ts";

/** A clock that is set by hand. */
function clock() {
  let time = 100;
  return { now: () => time, advance: (seconds: number) => (time += seconds) };
}

test("30 at once, then 15 a second", () => {
  const { now, advance } = clock();
  const take = bucket({ burst: 30, perSecond: 15 }, now);
  expect(Array.from({ length: 30 }, take)).toEqual(Array(30).fill(0));
  expect(take()).toBeCloseTo(1 / 15); // empty: the next token comes in a fifteenth of a second
  advance(0.05);
  expect(take()).toBeCloseTo(1 / 15 - 0.05); // asking in vain costs nothing
  advance(0.95); // 1 s since it was empty: 15 tokens
  expect(Array.from({ length: 16 }, take).filter((wait) => wait === 0)).toHaveLength(15);
  advance(3_600); // full, and not fuller
  expect(Array.from({ length: 40 }, take).filter((wait) => wait === 0)).toHaveLength(30);
});

test("one key's bucket is not another's", () => {
  const take = buckets({ burst: 1, perSecond: 1 }, clock().now);
  expect([take("a"), take("a"), take("b")]).toEqual([0, 1, 0]);
});

test.each([
  [null, undefined, false],
  [null, "", false],
  [null, "null", false],
  ["", "", false], // an empty secret opens nothing, not even to an empty header
  ["", undefined, false],
  ["secret", undefined, false],
  ["secret", "", false],
  ["secret", "Secret", false],
  ["secret", "secret ", false],
  ["secret", "secre", false],
  ["secret", ["secret"], false], // a header sent twice arrives as a list
  ["secret", "secret", true],
])("with secret %j, header %j passes: %s", (secret, header, want) => {
  expect(bypass(secret)(header)).toBe(want);
});
