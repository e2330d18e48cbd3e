import { expect, test } from "vitest";
import { failing } from "./failing.ts";

const line = (value: unknown, word = "steelyard:failed") =>
  JSON.stringify({ source: "console", level: "info", msg: `${word} ${JSON.stringify(value)}` });

test("the first answer of each side with each status is an example, by path", () => {
  const seen = failing();
  for (const one of [
    ["b0.head", 500, "GET", "http://127.0.0.1:8080/orders/7?token=secret#x"],
    ["b1.head", 500, "GET", "http://127.0.0.1:8080/other"],
    ["b1.head", 404, "POST", "http://127.0.0.1:8080"],
    ["b2.base", 503, "GET", "https://[::1]:443/a b"],
    ["warm.head", 502, "GET", "http://x/"],
  ])
    seen.line(line(one));
  expect(seen.first).toEqual({
    base: ["GET /a b answered 503"],
    head: ["GET /orders/7 answered 500", "POST / answered 404"],
  });
});

test("no more than three of a side, and no long ones", () => {
  const seen = failing();
  for (let status = 400; status < 410; status++)
    seen.line(line(["b0.head", status, "GET", `http://x/${"y".repeat(1000)}`]));
  expect(seen.first.head).toHaveLength(3);
  expect(Math.max(...seen.first.head.map((one) => one.length))).toBe(200);
});

test.each([
  ["no JSON", "steelyard:failed"],
  ["another word", line(["b0.head", 500, "GET", "/"], "something")],
  ["no list", line({ status: 500 })],
  ["a status that is none", line(["b0.head", "500", "GET", "/"])],
  ["a turn that is none", line(["b0.__proto__", 500, "GET", "/"])],
  ["a message that is none", JSON.stringify({ msg: { "steelyard:failed": 1 } })],
])("%s is no example", (_, text) => {
  const seen = failing();
  seen.line(text);
  expect(seen.first).toEqual({ base: [], head: [] });
});
