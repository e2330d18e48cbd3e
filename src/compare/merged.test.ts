import { expect, test } from "vitest";
import type { Metrics } from "../model/metric.ts";
import { QUANTILES } from "../model/metric.ts";
import { mergedPercentiles } from "./merged.ts";

/** A trial whose p50 and p95 have these errors, and whose other percentiles are exact. */
const metrics = (p50: number, p95: number): Metrics => ({
  http_req_duration: {
    kind: "trend",
    unit: "s",
    n: 1_000,
    mean: 0.1,
    min: 0.1,
    max: 0.1,
    quantiles: QUANTILES.map(() => 0.1),
    errors: QUANTILES.map((q) => (q === 50 ? p50 : q === 95 ? p95 : 0)),
  },
  rows: { kind: "counter", unit: "1", count: 3, seconds: 1 },
});
const limit = { op: "<", limit: 1 } as const;
const gate = ["http_req_duration.p50", "http_req_duration.mean", "rows.count", "absent.p95"];

test("the largest error of each percentile that decides something is stated; all else is exact", () => {
  const of = { gate, budgets: { "http_req_duration.p95": limit, "http_req_duration.p50": limit } };
  const [warning, ...more] = mergedPercentiles([metrics(0.0001, 0.004), metrics(0.0003, 0.002)], of);
  expect(more).toEqual([]);
  expect(warning).toMatchObject({
    code: "merged-percentiles",
    message: expect.stringMatching(
      /at most: http_req_duration\.p50 ± 300 µs, http_req_duration\.p95 ± 4 ms\.$/,
    ),
  });
});

test("figures of one generator need no such words", () => {
  const one = metrics(1, 1);
  if (one.http_req_duration?.kind === "trend") delete one.http_req_duration.errors;
  expect(mergedPercentiles([one, {}], { gate, budgets: {} })).toEqual([]);
  expect(mergedPercentiles([metrics(1, 1)], { gate: ["http_req_duration.mean"], budgets: {} })).toEqual([]);
  expect(mergedPercentiles([], { gate, budgets: {} })).toEqual([]);
});
