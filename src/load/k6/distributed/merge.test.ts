import { expect, test } from "vitest";
import { QUANTILES } from "../../../model/metric.ts";
import type { K6Log } from "../log.ts";
import type { Raw, Summary } from "../summary.ts";
import { mergeLogs, mergeSummaries, SEGMENT_STATS } from "./merge.ts";

const raw = (
  type: Raw["type"],
  values: Record<string, unknown>,
  contains: Raw["contains"] = "default",
): Raw => ({ type, contains, values });
const counter = (count: number) => raw("counter", { count, rate: 1 });
const rate = (passes: number, fails: number) => raw("rate", { passes, fails, rate: 0.5 });
const gauge = (value: number, min = value, max = value) => raw("gauge", { value, min, max });
/** A trend whose samples all have one value. */
const trend = (value: number, count: number) =>
  raw(
    "trend",
    { ...Object.fromEntries(SEGMENT_STATS.map((stat) => [stat, count === 0 ? 0 : value])), count },
    "time",
  );
const merged = (of: readonly Record<string, Raw>[], limits: Record<string, string[]> = {}) =>
  mergeSummaries(
    of.map((metrics): Summary => ({ metrics, checks: new Map() })),
    Object.entries(limits).flatMap(([key, texts]) => texts.map((text) => ({ key, metric: key, text }))),
  ).metrics;

test("counts and shares add up; what one process did not see is that of the others", () => {
  const all = merged([
    { a: counter(3), r: rate(1, 2), only: counter(7) },
    { a: counter(4), r: rate(0, 5) },
  ]);
  expect(all.a?.values).toEqual({ count: 7 });
  expect(all.r?.values).toEqual({ passes: 1, fails: 7, rate: 1 / 8 });
  expect(all.only?.values).toEqual({ count: 7 });
});

test("a trend: mean by weight, extremes, quantiles with errors; a process without a sample does not count", () => {
  const { t } = merged([{ t: trend(1, 900) }, { t: trend(100, 100) }, { t: trend(0, 0) }]);
  expect(t?.values).toMatchObject({
    count: 1000,
    avg: (900 + 10_000) / 1000,
    min: 1,
    max: 100,
    "p(50)": 1,
    "p(95)": 100,
  });
  expect(t?.errors).toHaveLength(QUANTILES.length);
  expect(merged([{ t: trend(0, 0) }, { t: trend(0, 0) }]).t?.values.count).toBe(0);
});

test("VUs add up; another gauge is kept where all agree", () => {
  const all = merged([
    { vus: gauge(2, 0, 5), same: gauge(4), other: gauge(1) },
    { vus: gauge(3, 0, 6), same: gauge(4), other: gauge(2) },
  ]);
  expect(all.vus?.values).toEqual({ value: 5, min: 0, max: 11 });
  expect(all.same?.values.value).toBe(4);
  expect(all).not.toHaveProperty("other");
});

test.each([
  ["t", "p(95)<100", false],
  ["t", "p(95)<=100", true],
  ["t", "p(37.5)<2", true], // any percentile, asked for or not
  ["t", "med<2", true],
  ["t", "avg<10.9", false], // exactly 10.9
  ["t", "max < 1e2", false],
  ["c", "count>=7", true],
  ["r", "rate<0.1", false], // 1 of 8, and in each process 1 of 3 and 0 of 5
  ["r", "rate<0.2", true],
  ["c", "nonsense", undefined],
  ["c", "p(95)<1", undefined],
] as const)("the threshold %s %s of the whole load: %s", (metric, text, want) => {
  const all = merged(
    [
      { t: trend(1, 900), c: counter(3), r: rate(1, 2) },
      { t: trend(100, 100), c: counter(4), r: rate(0, 5) },
    ],
    { [metric]: [text] },
  );
  expect(all[metric]?.thresholds?.[text]?.ok).toBe(want);
});

test("checks of the same name add up", () => {
  const part = (passes: number): Summary => ({
    metrics: {},
    checks: new Map([["ok", { passes, fails: 1 }]]),
  });
  expect(mergeSummaries([part(2), part(3)], []).checks).toEqual(new Map([["ok", { passes: 5, fails: 2 }]]));
});

test.each([[null], ["NaN"], [Number.NaN], [undefined]])("a figure of %s is no figure", (count) => {
  expect(() => merged([{ a: counter(1) }, { a: raw("counter", { count }) }])).toThrow(
    "k6 reports a with count",
  );
});

const log = (more: Partial<K6Log>): K6Log => ({
  begin: 1_000,
  end: 2_000,
  thrown: 0,
  exception: null,
  errors: [],
  failedRequest: null,
  slow: [],
  first: null,
  asked: [],
  ...more,
});
const logs = (...all: Partial<K6Log>[]) =>
  mergeLogs(
    all.map((one, i) => ({ name: `segment ${i + 1}`, log: log(one) })),
    { spread: 0.02, warm: true },
  );

test("the measured part lasts as long as the longest, by its own clock, and the spread of the starts", () => {
  // the second clock is an hour ahead
  expect(logs({}, { begin: 3_601_000, end: 3_602_500 })).toMatchObject({ begin: 1_000, end: 2_520 });
  expect(logs({}, { end: null })).toMatchObject({ begin: null, end: null });
});

test("exceptions add up, errors are named, slow requests of each warm-up are left out", () => {
  const at = (ms: number, seconds: number) => ({
    at: new Date(ms).toISOString(),
    seconds,
    status: 200,
    name: null,
    first: false,
  });
  const all = logs(
    { thrown: 2, exception: "x", errors: ["one"], slow: [at(900, 3), at(1_100, 1)] },
    { thrown: 1, exception: "y", begin: 5_000, end: 6_000, slow: [at(4_000, 9), at(5_000, 2)] },
  );
  expect(all).toMatchObject({ thrown: 3, exception: "x", errors: ["segment 1: one"] });
  expect(all.slow.map(({ seconds }) => seconds)).toEqual([2, 1]);
});
