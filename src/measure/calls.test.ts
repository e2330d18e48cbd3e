import { expect, test } from "vitest";
import { callsByName } from "./calls.ts";

const call = (text: string, calls: number, seconds: number) => ({ text, calls, rows: 0, seconds });

test("addresses of the stack become names, and calls of one service are added up", () => {
  const addresses = new Map([
    ["pricing:8080", "127.0.0.1:41234"],
    ["stock:80", "127.0.0.1:4123"],
  ]);
  const calls = [
    call("GET 127.0.0.1:41234", 2, 0.5),
    call("GET localhost:41234", 1, 0.25),
    call("POST 127.0.0.1:41234", 1, 1),
    call("GET 127.0.0.1:4123", 1, 1),
    call("POST 127.0.0.1:4123/shop.Stock/Get", 1, 1),
    call("GET 127.0.0.1:9999", 1, 1),
    call("GET pricing", 1, 1),
  ];
  expect(callsByName(calls, addresses)).toEqual([
    call("GET pricing:8080", 3, 0.75),
    call("POST pricing:8080", 1, 1),
    call("GET stock:80", 1, 1),
    call("POST stock:80/shop.Stock/Get", 1, 1),
    call("GET 127.0.0.1:9999", 1, 1),
    call("GET pricing", 1, 1),
  ]);
  expect(callsByName(calls)).toEqual(calls);
});
