import { describe, expect, test } from "vitest";
import { aFigure, anEntry } from "../testing/histories.ts";
import { HOSTILE } from "../testing/hostile.ts";
import { benchmarkEntries, customBenches, SUITES } from "./benchmark.ts";

const ID = "a".repeat(40);
const item = (more: object = {}) => ({
  commit: {
    author: { email: "ada@example.com", name: "Ada", username: "ada" },
    committer: { email: "ada@example.com", name: "Ada", username: "ada" },
    distinct: true,
    id: ID,
    message: "Faster parser\n\nBy a lot.",
    timestamp: "2026-03-01T12:00:00+09:00",
    tree_id: "b".repeat(40),
    url: `https://github.com/example/shop/commit/${ID}`,
  },
  date: 1772334000000,
  tool: "cargo",
  benches: [{ name: "parse", value: 1500, range: "± 30", unit: "ns/iter" }],
  ...more,
});
const file = (entries: object) =>
  `window.BENCHMARK_DATA = ${JSON.stringify({ lastUpdate: 1772334000001, repoUrl: "https://github.com/example/shop", entries }, null, 2)}`;
const read = (entries: object) => benchmarkEntries(file(entries), "data.js");

test("an item becomes an entry with its commit, its time and its figures in base units", () => {
  const [entry] = read({ "Rust Benchmark": [item()] });
  expect(entry).toMatchObject({
    source: "github-action-benchmark",
    at: "2026-03-01T03:00:00.000Z",
    attempt: 1,
    commit: { sha: ID, subject: "Faster parser", author: "Ada", at: "2026-03-01T03:00:00.000Z" },
    results: [{ workload: "Rust Benchmark", figures: [{ metric: "parse", unit: "s", better: "lower" }] }],
  });
  const { value, interval } = entry!.results[0]!.figures[0]!;
  expect(value).toBeCloseTo(1.5e-6, 12);
  expect(interval![0]).toBeCloseTo(1.47e-6, 12);
  expect(interval![1]).toBeCloseTo(1.53e-6, 12);
});

test.each([
  [
    "benchmarkjs",
    { unit: "ops/sec", value: 1000, range: "±1.5%" },
    { unit: "/s", value: 1000, better: "higher", interval: [985, 1015] },
  ],
  [
    "pytest",
    { unit: "iter/sec", value: 40, range: "stddev: 0.01" },
    { unit: "/s", better: "higher", interval: null },
  ],
  ["go", { unit: "ns/op", value: 250 }, { unit: "s", value: 250e-9, better: "lower", interval: null }],
  ["catch2", { unit: "us", value: 2, range: "+/- 1" }, { unit: "s", value: 2e-6, interval: [1e-6, 3e-6] }],
  [
    "customBiggerIsBetter",
    { unit: "Percent", value: 40 },
    { metric: "x (Percent)", unit: "1", value: 40, better: "higher" },
  ],
  ["customSmallerIsBetter", { unit: "MB", value: 3 }, { unit: "B", value: 3e6, better: "lower" }],
])("%s with %j", (tool, bench, figure) => {
  const [entry] = read({ s: [item({ tool, benches: [{ name: "x", ...bench }] })] });
  const { interval, value, ...rest } = figure as { interval?: number[] | null; value?: number };
  const found = entry!.results[0]!.figures[0]!;
  expect(found).toMatchObject(rest);
  if (value !== undefined) expect(found.value).toBeCloseTo(value, 12);
  if (interval === null) expect(found.interval).toBeNull();
  else interval?.forEach((end, i) => void expect(found.interval![i]).toBeCloseTo(end, 9));
});

test("a commit that it has twice is two attempts, as it does not tell them apart", () => {
  expect(read({ s: [item(), item({ date: 1772334000002 })] }).map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test("our own two series are not taken for another tool's", () => {
  expect(read({ [SUITES.smaller]: [item()], [SUITES.bigger]: [item()], theirs: [item()] })).toHaveLength(1);
});

describe("never run, and never taken for empty", () => {
  test.each([
    ["", 'does not begin with "window.BENCHMARK_DATA ="'],
    ["alert(1)", "does not begin with"],
    ["window.BENCHMARK_DATA = ", "is not JSON"],
    ["window.BENCHMARK_DATA = {entries: alert(1)}", "is not JSON"],
    [file({ s: [item()] }).slice(0, -40), "is not JSON"],
    [`${file({})};alert(1)`, "is not JSON"],
    ['window.BENCHMARK_DATA = {"entries": 3}', "does not have the shape"],
    ['window.BENCHMARK_DATA = {"entries": {"s": [{"date": 1}]}}', "does not have the shape"],
  ])("%j", (text, message) => {
    expect(() => benchmarkEntries(text, "data.js")).toThrow(message);
  });

  test("with the semicolon and the newline that some add by hand it is the same", () => {
    expect(benchmarkEntries(`${file({ s: [item()] })};\n`, "data.js")).toHaveLength(1);
  });

  test.each([...HOSTILE, "constructor", "toString"])("a text such as %j goes in as text", (text) => {
    const found = read({
      [text]: [
        item({
          tool: text,
          benches: [{ name: text, unit: text, value: 1, range: text, extra: text }],
          commit: { id: text, message: text, timestamp: text, author: { name: text } },
        }),
      ],
    });
    expect(found).toHaveLength(1);
    expect(found[0]!.commit).toBeNull();
  });
});

test("our figures as its custom tools read them: a list a direction, a range it can rescale", () => {
  const entry = anEntry({
    link: "https://example.com/run/1",
    results: {
      "search/fast": {
        "http_req_duration.p50": { value: 0.012, interval: [0.0118, 0.0123] },
        "http_reqs.rate": aFigure({ value: 900, unit: "/s", better: "higher", interval: null }),
      },
    },
  });
  const { smaller, bigger } = customBenches(entry);
  expect(smaller).toMatchObject([
    { name: "search / fast / http_req_duration.p50", unit: "ms", value: 12, range: "± 0.3" },
  ]);
  expect(smaller[0]!.extra.split("\n")).toEqual([
    "10 trials",
    "95 %: 11.8 ms to 12.3 ms",
    "verdict: unchanged",
    "runner class: bench-8c",
    "Example CPU @ 3.00GHz, 8 cores, linux 6.1",
    "https://example.com/run/1",
  ]);
  expect(bigger).toMatchObject([{ name: "search / fast / http_reqs.rate", unit: "/s", value: 900 }]);
  expect(bigger[0]).not.toHaveProperty("range");
});
