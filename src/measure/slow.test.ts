import { expect, test } from "vitest";
import type { Metrics } from "../model/metric.ts";
import { QUANTILES } from "../model/metric.ts";
import type { ServiceEvent, SlowRequest } from "../model/slow.ts";
import { around, slowest, slowLimit } from "./slow.ts";

/** Latencies whose quantiles are those of a function of the percentage. */
function latencies(at: (percentage: number) => number): Metrics {
  const quantiles = QUANTILES.map(at);
  const [min = 0, max = 0] = [quantiles[0], quantiles.at(-1)];
  return { http_req_duration: { kind: "trend", unit: "s", n: 300, mean: 1, min, max, quantiles } };
}
const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (seconds: number) => new Date(NOON + 1000 * seconds).toISOString();
const request = (began: number, seconds: number): SlowRequest => ({
  at: at(began),
  seconds,
  status: 200,
  name: null,
  first: false,
});
const line = (seconds: number, text: string): ServiceEvent => ({
  at: at(seconds),
  service: "api",
  kind: "log",
  text,
});

test.each([
  // 0.5 s, and 0.7 s at p90: eight times 0.2 s above
  ["spread", (q: number) => (q < 90 ? 0.5 : 0.7), 2.1],
  // almost no spread: three times the median
  ["narrow and slow", () => 0.5, 1.5],
  // a fast service: a pause below 250 ms is the machine's
  ["narrow and fast", () => 0.001, 0.251],
  // three of 300 took 42 s: they move p99, but not the limit
  ["a tail", (q: number) => (q >= 99 ? 42 : 0.5), 1.5],
])("the limit of latencies that are %s", (_, quantile, want) => {
  expect(slowLimit(latencies(quantile))).toBeCloseTo(want, 9);
});

test("the slowest are kept in the order in which they began, and no others", () => {
  const all = [request(9, 3), request(1, 42), request(5, 1.4), request(2, 13)];
  expect(
    slowest(
      all,
      latencies(() => 0.5),
    ),
  ).toEqual({ limit: 1.5, requests: [all[1], all[3], all[0]] });
  expect(
    slowest(
      [request(0, 1.4)],
      latencies(() => 0.5),
    ),
  ).toBeUndefined();
  expect(slowest(all, {})).toBeUndefined(); // a trial without latencies says nothing
  const many = Array.from({ length: 50 }, (_, i) => request(i, 10 + i));
  expect(
    slowest(
      many,
      latencies(() => 0.5),
    )?.requests,
  ).toEqual(many.slice(30));
});

test("lines that are written all the time are left out", () => {
  const usual = Array.from({ length: 100 }, (_, i) => line(i, `GET /items/${i} 200 in ${i} ms`));
  const rare = line(31, "model loaded in 900 ms");
  const elsewhere = line(80, "connection pool grew to 12");
  const ready: ServiceEvent = { ...line(29, ""), kind: "ready" };
  expect(around([request(30, 1)], [...usual, elsewhere, rare, ready], false)).toEqual([ready, rare]);
});

test("events are kept from two seconds before a request began until half a second after it ended", () => {
  const lines = [-2.1, -2, 4.5, 4.6].map((seconds, i) =>
    line(seconds, ["early", "first", "last", "late"][i]!),
  );
  expect(around([request(0, 4)], lines, false)).toEqual(lines.slice(1, 3));
});

test("the start explains the first requests of a cold trial, also where a seed took a minute", () => {
  const start: ServiceEvent = { ...line(-60, ""), kind: "start" };
  const ready: ServiceEvent = { ...line(-50, ""), kind: "ready" };
  const all = [start, ready, line(-50, "listening")];
  const first = { ...request(0, 4), first: true };
  expect(around([first], all, true)).toEqual([start, ready]);
  expect(around([first], all, false)).toEqual([]);
  expect(around([{ ...first, first: false }], all, true)).toEqual([]);
});

test("of too many events, those of services and the rarest lines are kept", () => {
  const common = Array.from({ length: 200 }, (_, i) => line(i / 100, `retry ${i}`));
  const once = line(1, "breaker opened");
  const start: ServiceEvent = { ...line(0, ""), kind: "start" };
  const kept = around([request(0, 3)], [...common, once, start], false);
  expect(kept).toHaveLength(100);
  expect(kept).toContain(once);
  expect(kept).toContain(start);
});
