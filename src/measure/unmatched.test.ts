import { expect, test } from "vitest";
import type { Metric } from "../model/metric.ts";
import { aRun, type Trials, type WorkloadSpec } from "../testing/runs.ts";
import { unmatched } from "./unmatched.ts";

const rows: Metric = { kind: "counter", unit: "1", count: 5, seconds: 5 };
const GOOD: Trials = [{ metrics: { rows_read: rows } }, { failure: "timeout" }];
const found = (config: WorkloadSpec["config"], trials: Trials = GOOD) =>
  unmatched(aRun({ workloads: { shop: { trials, config: config! } } })).map(({ selector, nearest }) => [
    selector,
    nearest,
  ]);

test.each([
  ["http_req_duraton.p95", "http_req_duration.p95"], // one letter missing
  ["htp_reqs.rate", "http_reqs.rate"],
  ["row_read.count", "rows_read.count"], // a script's own metric
  ["rows_raed.p50", "rows_read.rate"], // a counter has no median
  ["rows_read.p50", "rows_read.rate"], // the name is right, the statistic is not
  ["cpu_per_requests", "cpu_per_request"], // a gauge is its bare name
  ["zzz.p50", null], // like nothing there is
])("%s was not observed; the suggestion is %s", (selector, nearest) => {
  expect(found({ gate: [selector] })).toEqual([[selector, nearest]]);
});

test("gates, budgets and expectations are checked, each name once", () => {
  const config = {
    gate: ["http_req_duration.p50", "a_long_typo.p50"],
    budgets: { "a_long_typo.p50": "< 1s", "rows_read.rate": "> 1/s", "no_budget_of.count": "< 3" },
    expect: { "no_expectation.count": "equal" as const },
  };
  expect(found(config).map(([selector]) => selector)).toEqual([
    "a_long_typo.p50",
    "no_budget_of.count",
    "no_expectation.count",
  ]);
});

test("a metric of one good trial is no typing error, though others lack it", () => {
  const trials: Trials = [{}, { metrics: { rows_read: rows } }];
  expect(found({ gate: ["rows_read.count"] }, trials)).toEqual([]);
});

test("the default gate is no typing error", () => {
  expect(found({}, [{ without: ["cpu_per_request", "http_req_duration"] }])).toEqual([]);
});

test("without a good trial nothing is reported", () => {
  expect(found({ gate: ["typo.p50"] }, [{ failure: "timeout" }])).toEqual([]);
  expect(found({ gate: ["typo.p50"] }, [])).toEqual([]);
});
