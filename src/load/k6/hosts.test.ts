import { expect, test } from "vitest";
import { among, hostOf } from "./hosts.ts";

test.each([
  ["http://127.0.0.1:3000", "localhost:3000"],
  ["http://[::1]:3000/x?y#z", "localhost:3000"],
  ["ws://me:pw@Shop.test:8080/", "shop.test:8080"],
  ["https://shop.test:443/a@b", "shop.test"],
  ["localhost:80", "localhost"],
  ["", ""],
])("the host of %s is %s", (url, host) => {
  expect(hostOf(url)).toBe(host);
});

test("an address is one of a target by host and port", () => {
  const isTarget = among({ api: "http://127.0.0.1:3000/v1", other: "https://shop.test" });
  expect(["http://localhost:3000/v2", "shop.test:443"].map(isTarget)).toEqual([true, true]);
  expect(["http://localhost:3001", "http://x.test/?http://shop.test"].map(isTarget)).toEqual([false, false]);
});
