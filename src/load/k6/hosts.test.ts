import { expect, test } from "vitest";
import { among, hostOf, pastTargets } from "./hosts.ts";

test.each([
  ["http://127.0.0.1:3000", "localhost:3000"],
  ["http://[::1]:3000/x?y#z", "localhost:3000"],
  ["ws://me:pw@Shop.test:8080/", "shop.test:8080"],
  ["https://shop.test:443/a@b", "shop.test"],
  ["localhost:80", "localhost"],
  ["http://shop.localhost:3000", "localhost:3000"],
  ["http://127.0.1.1:3000", "localhost:3000"],
  ["http://127.0.shop.test:3000", "127.0.shop.test:3000"],
  ["", ""],
])("the host of %s is %s", (url, host) => {
  expect(hostOf(url)).toBe(host);
});

test("an address is one of a target by host and port", () => {
  const isTarget = among({ api: "http://127.0.0.1:3000/v1", other: "https://shop.test" });
  expect(["http://localhost:3000/v2", "shop.test:443"].map(isTarget)).toEqual([true, true]);
  expect(["http://localhost:3001", "http://x.test/?http://shop.test"].map(isTarget)).toEqual([false, false]);
});

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  localhost: ["localhost"],
  vm: ["localhost"],
  "shop.test": ["203.0.113.1", "203.0.113.2"],
  "www.shop.test": ["203.0.113.2"],
  "other.test": ["203.0.113.9"],
};
test.each<[string, string[], string, boolean]>([
  ["another port", ["http://localhost:3001"], "http://127.0.0.1:3000", true],
  ["a name of this machine", ["http://vm:3000"], "http://127.0.0.1:3000", false],
  ["another machine on the same port", ["http://other.test:3000"], "http://127.0.0.1:3000", true],
  ["a name that is not known here", ["http://alias:3000"], "http://127.0.0.1:3000", false],
  ["another name of the same site", ["https://www.shop.test"], "https://shop.test", false],
  ["a target among others", ["http://x:1", "http://vm:3000"], "http://127.0.0.1:3000", false],
  ["a target of which no address is known here", ["http://vm:8080"], "http://shop:8080", false],
])("%s", async (_, asked, api, isPast) => {
  expect(await pastTargets(asked, { api }, async (name) => ADDRESSES[name] ?? [])).toEqual(
    isPast ? asked : [],
  );
});

test("the addresses of this machine are looked up, in whichever form", async () => {
  const past = (host: string) => pastTargets([`http://${host}:3000`], { api: "http://127.0.0.1:3000" });
  expect(await past("[::ffff:127.0.0.1]")).toEqual([]);
  expect(await past("203.0.113.1")).toEqual(["http://203.0.113.1:3000"]);
});
