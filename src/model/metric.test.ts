import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  family,
  isOfLatency,
  type Metric,
  Metrics,
  nature,
  QUANTILES,
  select,
  selector,
  value,
} from "./metric.ts";

const trend: Metric = {
  kind: "trend",
  unit: "s",
  n: 40,
  mean: 0.2,
  min: 0.1,
  max: 0.9,
  quantiles: QUANTILES.map((q) => q / 1000), // p95 is 0.095
};
const share: Metric = { kind: "share", hits: 3, total: 12 };
const counter: Metric = { kind: "counter", unit: "1", count: 50, seconds: 5 };
const gauge: Metric = { kind: "gauge", unit: "B", value: 7 };

describe("selectors", () => {
  test.each([
    ["http_req_duration.p50", "http_req_duration", "p50"],
    ["http_req_duration.p99.9", "http_req_duration", "p99.9"],
    ["http_req_duration{name:/v1/x.json}.p99.9", "http_req_duration{name:/v1/x.json}", "p99.9"],
    ["http_req_duration{name:GET /a-b/:id?q=1.5}.p95", "http_req_duration{name:GET /a-b/:id?q=1.5}", "p95"],
    ["http_reqs{service:auth-v1.2,status:200}.rate", "http_reqs{service:auth-v1.2,status:200}", "rate"],
    ["my.dotted.metric.mean", "my.dotted.metric", "mean"],
    ["checks.rate", "checks", "rate"],
    ["rows.count", "rows", "count"],
    ["load.value", "load", "value"],
    ["cpu_per_request", "cpu_per_request", "value"],
    ["cpu_per_request{service:web}", "cpu_per_request{service:web}", "value"],
    ["memory_peak{service:a.b}", "memory_peak{service:a.b}", "value"],
    ["x{a:1}.p1", "x{a:1}", "p1"],
    ["web:requests_total{status:500}.count", "web:requests_total{status:500}", "count"],
    ["web:took_seconds{le:0.1}.rate", "web:took_seconds{le:0.1}", "rate"],
    ["web:took_seconds{stat:p99}", "web:took_seconds{stat:p99}", "value"],
    ["benchmark{name:sort (100 items)}", "benchmark{name:sort (100 items)}", "value"],
  ])("%s is %s, %s", (text, metric, stat) => expect(selector(text)).toEqual({ metric, stat }));

  test.each([
    "",
    " ",
    ".p50",
    "http_req_duration.p(95)",
    "http_req_duration.med",
    "http_req_duration.p100",
    "http_req_duration.p",
    "http_req_duration.P50",
    "http_req_duration .p50",
    "http_req_duration.p50 ",
    "http_req_duration.",
    "-x",
    "x\n.p50",
  ])("%j is none", (text) => expect(selector(text)).toBeUndefined());

  test("any metric and quantile of the grid survive joining and splitting", () => {
    const tags = fc.string({ unit: fc.constantFrom(..."abz019./:-_?=& ") });
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z][a-z_]{0,8}$/),
        tags,
        fc.constantFrom(...QUANTILES),
        (name, tag, q) => {
          const metric = `${name}{t:${tag}}`;
          expect(selector(`${metric}.p${q}`)).toEqual({ metric, stat: `p${q}` });
        },
      ),
    );
  });
});

describe("values", () => {
  test.each<[Metric, string, number | undefined]>([
    [trend, "p95", 0.095],
    [trend, "p99.9", 0.0999],
    [trend, "p99.99", 0.09999],
    [trend, "p1", 0.001],
    [trend, "p50.0", 0.05], // the same quantile, spelled otherwise
    [trend, "p99.7", undefined], // not kept
    [trend, "p0", undefined],
    [trend, "mean", 0.2],
    [trend, "min", 0.1],
    [trend, "max", 0.9],
    [trend, "count", 40],
    [trend, "rate", undefined],
    [trend, "value", undefined],
    [share, "rate", 0.25], // 3 of 12
    [share, "count", 3],
    [share, "p50", undefined],
    [counter, "count", 50],
    [counter, "rate", 10], // 50 in 5 s
    [counter, "value", undefined],
    [gauge, "value", 7],
    [gauge, "max", undefined],
  ])("case %#: %s", (metric, stat, want) => expect(value(metric, stat)).toBe(want));

  test("the grid is sorted, without duplicates, within (0, 100)", () => {
    expect(QUANTILES).toHaveLength(103); // 99 and 4
    expect([...new Set(QUANTILES)].sort((a, b) => a - b)).toEqual(QUANTILES);
    expect(QUANTILES[0]! > 0 && QUANTILES.at(-1)! < 100).toBe(true);
  });

  test("absence is undefined, never zero", () => {
    const metrics = { "http_req_duration{name:/v1/x.json}": trend, gauge };
    expect(select(metrics, "http_req_duration{name:/v1/x.json}.p95")).toBe(0.095);
    expect(select(metrics, "gauge")).toBe(7);
    expect(select(metrics, "http_req_duration.p95")).toBeUndefined();
    expect(select(metrics, "constructor")).toBeUndefined(); // what every object has is no metric
    expect(select(metrics, "not a selector")).toBeUndefined();
  });
});

describe("nature", () => {
  test.each([
    ["http_req_duration", "p50", trend, { unit: "s", better: "lower" }],
    ["http_req_duration{name:/a}", "count", trend, { unit: "1", better: "lower" }], // samples, not seconds
    ["http_req_failed", "rate", share, { unit: "ratio", better: "lower" }],
    ["http_req_failed", "count", share, { unit: "1", better: "lower" }],
    ["checks", "rate", share, { unit: "ratio", better: "higher" }],
    ["http_reqs", "rate", counter, { unit: "/s", better: "higher" }],
    ["http_reqs{name:/a}", "rate", counter, { unit: "/s", better: "higher" }],
    ["rows_read", "count", counter, { unit: "1", better: "lower" }],
    ["memory_peak", "value", gauge, { unit: "B", better: "lower" }],
  ] as const)("%s.%s", (metric, stat, observed, want) => {
    expect(nature({ metric, stat }, observed)).toEqual(want);
  });

  test("the config's declaration wins", () => {
    const declared = { better: "higher", unit: "1" } as const;
    expect(nature({ metric: "score", stat: "p50" }, trend, declared)).toEqual({
      unit: "1",
      better: "higher",
    });
    expect(nature({ metric: "checks", stat: "rate" }, share, { better: "lower" }).better).toBe("lower");
  });

  test("a name's family is the part before its tags", () => {
    expect(family("http_reqs{name:/a{b}\n}")).toBe("http_reqs");
    expect(family("http_reqs")).toBe("http_reqs");
  });
});

test("impossible figures are refused", () => {
  const fits = (metric: unknown) => Metrics.safeParse({ m: metric }).success;
  expect(fits(trend)).toBe(true);
  expect(fits({ ...trend, n: 0 })).toBe(false); // a trend of nothing is absent
  expect(fits({ ...trend, mean: Number.NaN })).toBe(false);
  expect(fits({ ...trend, quantiles: [1, 2, 3] })).toBe(false);
  expect(fits({ ...share, total: 0 })).toBe(false);
  expect(fits({ ...counter, seconds: 0 })).toBe(false);
  expect(fits({ ...gauge, value: Number.POSITIVE_INFINITY })).toBe(false);
  expect(fits({ ...gauge, extra: 1 })).toBe(false);
});

test.each([
  [{}, gauge, "lower"],
  [{}, { ...gauge, better: "higher" }, "higher"], // the program that measured it says so
  [{ better: "lower" }, { ...gauge, better: "higher" }, "lower"], // the config has the last word
] as const)("declared %j, measured %j: %s is better", (declared, observed, want) => {
  expect(nature({ metric: "x", stat: "value" }, observed, declared).better).toBe(want);
});

test.each([
  ["http_req_duration.p50", true],
  ["http_req_duration{name:checkout}.p95", true],
  ["http_req_waiting.p50", true],
  ["http_req_tls_handshaking.p50", false], // is no part of http_req_duration
  ["http_req_failed.rate", false],
  ["grpc_req_duration.p50", true],
  ["http_reqs.rate", true],
  ["iterations{scenario:buy}.rate", true],
  ["http_reqs.count", false],
  ["db:gc_seconds", false], // a service reports it
  ["gateway:http_req_duration{stat:mean}", false],
  ["cpu_per_request", false],
])("whether %s is of latency: %s", (text, want) => expect(isOfLatency(text)).toBe(want));
