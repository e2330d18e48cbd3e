import { describe, expect, test } from "vitest";
import { Observed } from "../../model/run.ts";
import type { EndingWithOutput } from "../process.ts";
import { unitOf } from "./benchmark.ts";
import type { Command } from "./kind.ts";
import { pointed } from "./mapping.ts";
import { broken, outcome } from "./outcome.ts";
import { trend } from "./percentiles.ts";

const ending: EndingWithOutput = {
  code: 0,
  signal: null,
  timedOut: false,
  seconds: 2,
  cpu: 0.5,
  stdout: "",
  stderr: "",
  cut: false,
};
const judged = (text: string, format: Command["format"]) =>
  outcome(
    { command: { run: ["x"], format, output: "stdout" }, ending, output: { text } },
    { cpu: 0.5, wall: 2 },
  );
const good = (data: unknown, format: Command["format"]) => {
  const result = judged(JSON.stringify(data), format);
  if (!result.ok) throw new Error(result.failure.message);
  expect(Observed.safeParse(result.observed).error).toBeUndefined();
  return result.observed;
};

// RFC 6901, section 5
const RFC = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};
test.each([
  ["", RFC],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
  ["/foo/2", undefined],
  ["/foo/00", undefined],
  ["/foo/length", undefined],
  ["/foo/0/length", undefined],
  ["/constructor", undefined],
  ["/__proto__", undefined],
])("the pointer %j leads to %j", (pointer, want) => expect(pointed(RFC, pointer)).toEqual(want));

test.each([
  ["ms", "s", 1e-3],
  ["ns/iter", "s", 1e-9],
  ["µs/op", "s", 1e-6],
  ["Seconds", "s", 1],
  ["ops/sec", "/s", 1],
  ["req/s", "/s", 1],
  ["iter per second", "/s", 1],
  ["MB", "B", 1e6],
  ["MB/s", "1", 1], // a rate of bytes has no unit here
  ["%", "ratio", 0.01],
  ["widgets", "1", 1],
  ["", "1", 1],
  ["constructor", "1", 1],
])("the unit %j is %s × %d", (text, unit, factor) => expect(unitOf(text)).toEqual({ unit, factor }));

test("quantiles of samples are interpolated between neighbours", () => {
  const { quantiles, ...rest } = trend([3, 1, 2, 4, 5], "s");
  expect(rest).toEqual({ kind: "trend", unit: "s", n: 5, mean: 3, min: 1, max: 5 });
  expect(quantiles[49]).toBe(3); // p50
  expect(quantiles[24]).toBe(2); // p25, the second of five
  expect(quantiles[9]).toBeCloseTo(1.4); // p10, at 0.4 between the first and the second
  expect(trend([7], "1").quantiles.every((value) => value === 7)).toBe(true);
});

describe("our own format", () => {
  const least = { schema: "load/1", metrics: { x: { kind: "gauge", unit: "s", value: 1 } } };

  test("the least of it, and all of it", () => {
    expect(good(least, "steelyard")).toMatchObject({ seconds: 2, requests: 0, metrics: { x: { value: 1 } } });
    const all = good(
      {
        schema: "load/1",
        seconds: 4,
        requests: 10,
        errors: 1,
        statuses: { "200": 9 },
        unanswered: { timeouts: 1 },
        checks: [{ name: "is full", passes: 9, fails: 1 }],
        metrics: {
          "latency{op:read}": { kind: "trend", unit: "s", samples: [0.1, 0.2, 0.3], better: "lower" },
          rows: { kind: "counter", unit: "1", count: 8, better: "higher" },
          hit: { kind: "share", hits: 1, total: 2 },
        },
      },
      "steelyard",
    );
    expect(all).toMatchObject({ seconds: 4, errors: 1, unanswered: { timeouts: 1, refused: 0, other: 0 } });
    expect(all.metrics.rows).toEqual({ kind: "counter", unit: "1", count: 8, seconds: 4, better: "higher" });
    expect(all.metrics["latency{op:read}"]).toMatchObject({ kind: "trend", n: 3, min: 0.1, better: "lower" });
  });

  test.each([
    ["{}", "schema"],
    ['{"schema":"load/2","metrics":{}}', "load/2"],
    ['{"schema":"load/1"}', "/metrics"],
    ['{"schema":"load/1","metrics":{}}', "at least one"],
    ['{"schema":"load/1","metrics":{"a":{"kind":"share","hits":0,"total":1}},"more":1}', "more"],
    [
      '{"schema":"load/1","metrics":{"a":{"kind":"share","hits":0,"total":1}},"requests":1,"errors":2}',
      "no more errors",
    ],
    ['{"schema":"load/1","metrics":{"a":{"kind":"share","hits":0,"total":1}},"requests":1e999}', "/requests"],
    ['{"schema":"load/1","metrics":{"a":{"kind":"share","hits":0,"total":1}},"seconds":0}', "/seconds"],
    ['{"schema":"load/1","metrics":{"x":{"kind":"gauge","unit":"s","value":1e999}}}', "/metrics/x/value"],
    ['{"schema":"load/1","metrics":{"x":{"kind":"gauge","unit":"s","value":"1"}}}', "/metrics/x/value"],
    ['{"schema":"load/1","metrics":{"x":{"kind":"trend","unit":"s","samples":[]}}}', "/metrics/x/samples"],
    ['{"schema":"load/1","metrics":{"x":{"kind":"gauge","unit":"ms","value":1}}}', "/metrics/x/unit"],
    ['{"schema":"load/1","metrics":{"cpu_per_request":{"kind":"gauge","unit":"s","value":1}}}', "ours"],
    [
      '{"schema":"load/1","metrics":{"a\\u001b[31m":{"kind":"gauge","unit":"s","value":1}}}',
      "a name such as",
    ],
    [
      '{"schema":"load/1","metrics":{"a{b:\\u202e}":{"kind":"gauge","unit":"s","value":1}}}',
      "a name such as",
    ],
    ['{"schema":"load/1","metrics":{"__proto__":{"kind":"gauge","unit":"s"}}}', "/metrics"],
  ])("%s is refused: %s", (text, want) => {
    const result = judged(text, "steelyard");
    expect(result).toMatchObject({ ok: false, failure: { code: "bad-numbers" } });
    const message = result.ok ? "" : result.failure.message;
    expect(message).toContain(want);
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  test("more metrics than anybody reads are refused", () => {
    const metrics = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`m${i}`, least.metrics.x]));
    expect(judged(JSON.stringify({ ...least, metrics }), "steelyard")).toMatchObject({
      failure: { code: "bad-numbers" },
    });
  });
});

describe("github-action-benchmark's lists", () => {
  const entries = [
    { name: "sort", unit: "ms", value: 12, range: "± 1" },
    { name: "sort {100 items}", unit: "ns/iter", value: 5e6, extra: "n: 3" },
  ];
  test.each([
    ["benchmark-smaller", "lower"],
    ["benchmark-bigger", "higher"],
  ] as const)("%s: %s is better", (format, better) => {
    expect(good(entries, format).metrics).toEqual({
      sort: { kind: "gauge", unit: "s", value: 0.012, better },
      "benchmark{name:sort (100 items)}": { kind: "gauge", unit: "s", value: 0.005, better },
    });
  });

  test.each([
    ["{}", "not a list"],
    ["[]", "empty"],
    ['[{"name":"a","unit":"ms"}]', "/0/value"],
    ['[{"name":"a","unit":"ms","value":"1"}]', "/0/value"],
    ['[{"name":"a","unit":"ms","value":1e999}]', "/0/value"],
    ['[{"name":"a","unit":"s","value":1},{"name":"a","unit":"s","value":2}]', "two benchmarks called"],
    ['[{"name":"a\\u0007","unit":"s","value":1}]', "control character"],
  ])("%s is refused: %s", (text, want) => {
    const result = judged(text, "benchmark-smaller");
    expect(result).toMatchObject({ ok: false, failure: { code: "bad-numbers" } });
    expect(result.ok ? "" : result.failure.message).toContain(want);
  });
});

describe("a mapping", () => {
  const json = {
    requests: "/total",
    errors: "/bad",
    metrics: {
      p50: { at: "/latency/p50", unit: "ms", better: "lower" },
      rate: { at: "/rps", unit: "/s", better: "higher" },
    },
  } as const;

  test("finds figures, converts them, and says which way is better", () => {
    const seen = good({ total: 50, bad: 2, latency: { p50: 30 }, rps: 25.5 }, { json });
    expect(seen).toMatchObject({ requests: 50, errors: 2 });
    expect(seen.metrics).toEqual({
      p50: { kind: "gauge", unit: "s", value: 0.03, better: "lower" },
      rate: { kind: "gauge", unit: "/s", value: 25.5, better: "higher" },
    });
  });

  test.each([
    [{ total: 50, bad: 2, rps: 1 }, "nothing at"],
    [{ total: 50, bad: 2, rps: 1, latency: { p50: "30" } }, "no number"],
    [{ total: 50, bad: 2, rps: 1, latency: { p50: {} } }, "no number"],
    [{ total: 1.5, bad: 0, rps: 1, latency: { p50: 1 } }, "no count"],
    [{ total: 1, bad: 2, rps: 1, latency: { p50: 1 } }, "2 errors of 1"],
  ])("%j is refused: %s", (data, want) => {
    const result = judged(JSON.stringify(data), { json });
    expect(result).toMatchObject({ ok: false, failure: { code: "bad-numbers" } });
    expect(result.ok ? "" : result.failure.message).toContain(want);
  });
});

test.each(["", " \n", "NaN", '{"schema":"load/1"', "done\n{}", `${"[".repeat(1e6)}`])(
  "%.20j is no JSON",
  (text) => expect(judged(text, "steelyard")).toMatchObject({ failure: { code: "no-summary" } }),
);

test.each([
  [{ code: 0 }, null, ""],
  [{ code: 7, stderr: "no\nluck" }, "script-error", "exit code 7: no\nluck"],
  [{ code: 1, stdout: "oh" }, "script-error", "oh"],
  [{ code: null, timedOut: true }, "timeout", "within 9 s"],
  [{ code: null, signal: "SIGSEGV" }, "interrupted", "SIGSEGV"],
] as const)("an end %j is %s", (part, code, message) => {
  const result = broken({ ...ending, ...part }, "bench", 9);
  if (code === null) return expect(result).toBeNull();
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result?.ok ? "" : result?.failure.message).toContain(message);
});
