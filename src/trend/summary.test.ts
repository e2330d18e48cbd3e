import { expect, test } from "vitest";
import { summaryEntry } from "./summary.ts";

const facts = {
  workload: "browse",
  runnerClass: "imported",
  at: "2026-11-21T10:00:00.000Z",
  sha: null,
  subject: "",
};
const entry = (metrics: object) => summaryEntry(JSON.stringify({ metrics }), "s.json", "k6 1", facts);
const figures = (metrics: object) =>
  Object.fromEntries(
    entry(metrics).results[0]!.figures.map(({ metric, value, unit, better }) => [
      metric,
      [value, unit, better],
    ]),
  );

test("what --summary-export writes", () => {
  const found = figures({
    http_req_duration: {
      avg: 12,
      min: 1,
      med: 10,
      max: 90,
      "p(90)": 20,
      "p(95)": 30,
      thresholds: { "p(95)<500": false },
    },
    http_req_waiting: { avg: 11, med: 9 },
    http_reqs: { count: 5000, rate: 500.5 },
    http_req_failed: { value: 0.01, passes: 50, fails: 4950 },
    vus: { value: 4, min: 4, max: 4 },
    my_trend: { avg: 3, med: 2 },
  });
  expect(found).toEqual({
    "http_req_duration.p50": [0.01, "s", "lower"],
    "http_req_duration.mean": [0.012, "s", "lower"],
    "http_req_duration.p90": [0.02, "s", "lower"],
    "http_req_duration.p95": [0.03, "s", "lower"],
    "http_reqs.rate": [500.5, "/s", "higher"],
    "http_req_failed.rate": [0.01, "ratio", "lower"],
    "my_trend.p50": [2, "1", "lower"],
    "my_trend.mean": [3, "1", "lower"],
  });
});

test("data of handleSummary, which states its units", () => {
  const found = figures({
    order_time: { type: "trend", contains: "time", values: { avg: 2000, med: 1000 } },
    checks: { type: "rate", contains: "default", values: { rate: 0.99, passes: 99, fails: 1 } },
  });
  expect(found).toEqual({
    "order_time.p50": [1, "s", "lower"],
    "order_time.mean": [2, "s", "lower"],
    "checks.rate": [0.99, "ratio", "higher"],
  });
});

test.each([
  ["", "is not JSON"],
  ["[]", 'has no "metrics"'],
  ["null", 'has no "metrics"'],
  ['{"metrics":{}}', "holds no figures"],
  ['{"metrics":{"a":null,"b":{"value":"high"}}}', "holds no figures"],
])("%j is refused with a reason", (text, message) => {
  expect(() => summaryEntry(text, "s.json", "k6 1", facts)).toThrow(message);
});
