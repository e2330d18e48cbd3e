import { expect, test } from "vitest";
import { cached, KEPT } from "./cache.ts";

test("what was kept is there until its time is over", async () => {
  let now = 10;
  const cache = cached(() => now);
  expect(await cache.get("a")).toBeNull();
  await cache.set("a", "1");
  now += KEPT - 0.1;
  expect(await cache.get("a")).toBe("1"); // looking at it does not make it younger
  now += 0.1;
  expect(await cache.get("a")).toBeNull();
  await cache.set("a", "2");
  expect(await cache.get("a")).toBe("2");
});

test("of too many what was used longest ago goes first", async () => {
  const cache = cached(() => 0, 2);
  await cache.set("a", "1");
  await cache.set("b", "2");
  await cache.get("a");
  await cache.set("c", "3");
  expect([await cache.get("a"), await cache.get("b"), await cache.get("c")]).toEqual(["1", null, "3"]);
  await cache.set("c", "4"); // a new text under an old key takes no further place
  expect([await cache.get("a"), await cache.get("c")]).toEqual(["1", "4"]);
});
