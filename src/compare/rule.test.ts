import { describe, expect, test } from "vitest";
import { Policy, Workload } from "../model/config.ts";
import { aTrend } from "../testing/trials.ts";
import { rule, samplesNeeded, standing } from "./rule.ts";

const workload = (metrics = {}) => Workload.parse({ k6: "x.ts", metrics });
const policy = (of = {}) => Policy.parse(of);
const LATENCY = aTrend(0.01);
const COUNTER = { kind: "counter", unit: "1", count: 10, seconds: 5 } as const;
const GAUGE = (unit: "s" | "B" | "1") => ({ kind: "gauge", unit, value: 1 }) as const;

test.each([
  ["http_req_duration.p50", LATENCY, 0.04],
  ["http_req_duration.mean", LATENCY, 0.04],
  ["http_reqs.rate", COUNTER, 0.04],
  ["cpu_per_request", GAUGE("s"), 0.04],
  ["http_req_duration.p90", LATENCY, 0.05],
  ["http_req_duration.p95", LATENCY, 0.05],
  ["http_req_duration.p99", LATENCY, 0.1],
  ["http_req_duration.p99.9", LATENCY, 0.1],
  ["memory_peak", GAUGE("B"), 0.01],
  ["allocations", GAUGE("1"), 0.01],
] as const)("band of %s with a policy of 4 %%: %d", (text, metric, band) => {
  expect(rule(text, metric, workload(), policy({ band: "4%" })).band).toBeCloseTo(Math.log1p(band), 12);
});

test("a metric's own rules win", () => {
  const own = workload({ "orders.p50": { band: "20%", floor: "2ms", better: "higher", unit: "s" } });
  expect(rule("orders.p50", aTrend(5, 10, 0.2, "1"), own, policy({ floor: "1s" }))).toEqual({
    unit: "s",
    better: "higher",
    band: Math.log1p(0.2),
    floor: 0.002,
    resolution: 1e-6,
  });
});

test.each([
  ["http_req_duration.p50", LATENCY, {}, 5e-6],
  ["http_req_duration.p50", LATENCY, { floor: "50us" }, 5e-5],
  ["cpu_per_request", GAUGE("s"), { floor: "50us" }, 0],
  ["memory_peak", GAUGE("B"), { floor: "50us" }, 0],
] as const)("floor of %s with %j", (text, metric, of, floor) => {
  expect(rule(text, metric, workload(), policy(of)).floor).toBe(floor);
});

test("a band of nothing is the least there can be, not an error", () => {
  expect(rule("http_req_duration.p50", LATENCY, workload(), policy({ band: 0 })).band).toBeGreaterThan(0);
});

describe("how a gate metric is judged against sessions", () => {
  test.each([
    ["http_req_duration{name:a.b}.p50", LATENCY, "test"],
    ["cpu_per_request{service:api}", GAUGE("s"), "test"],
    ["http_req_duration.p95", LATENCY, "advisory"],
    ["http_reqs.rate", COUNTER, "advisory"],
    ["http_reqs.count", COUNTER, "advisory"], // grows with the load
    ["queries_per_request", GAUGE("1"), "exact"],
    ["memory_peak", GAUGE("B"), "exact"],
  ] as const)("%s: %s", (text, metric, how) => {
    expect(standing(text, metric, rule(text, metric, workload(), policy()).unit)).toBe(how);
  });
});

test.each([
  ["http_req_duration.p50", 0],
  ["http_req_duration.mean", 0],
  ["http_req_duration.p95", 200], // 10 / 0.05
  ["http_req_duration.p99", 1000],
  ["http_req_duration.p99.9", 10_000],
])("%s needs %d requests a trial", (text, n) => {
  expect(samplesNeeded(text)).toBe(n);
});

test("an absent metric still has a unit and a direction", () => {
  const absent = (text: string) => {
    const { unit, better } = rule(text, undefined, workload(), policy());
    return [unit, better];
  };
  expect(absent("http_req_duration.p50")).toEqual(["s", "lower"]);
  expect(absent("cpu_per_request")).toEqual(["s", "lower"]);
  expect(absent("http_reqs.rate")).toEqual(["/s", "higher"]);
  expect(absent("http_req_failed.rate")).toEqual(["ratio", "lower"]);
});
