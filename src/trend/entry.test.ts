import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { median } from "../stats/samples.ts";
import { comparison, limited, row, sample, tested } from "../testing/comparisons.ts";
import { entryOf, type Facts, medianInterval } from "./entry.ts";

const facts: Facts = {
  author: "Ada",
  committed: "2026-11-05T09:00:00.000Z",
  attempt: 1,
  release: null,
  link: null,
};
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
/** Chance that both of the k values at either end lie on one side of the median, from the binomial itself. */
const missed = (n: number, k: number) =>
  (2 * Array.from({ length: k + 1 }, (_, i) => choose(n, i)).reduce((a, b) => a + b, 0)) / 2 ** n;

describe("the interval of a median", () => {
  test.each([6, 8, 9, 10, 15, 20, 30, 60])("over %d values leaves out as many as it may", (n) => {
    const values = Array.from({ length: n }, (_, i) => i);
    const [low, high] = medianInterval(values)!;
    expect(high).toBe(n - 1 - low);
    expect(missed(n, low)).toBeLessThanOrEqual(0.05);
    expect(missed(n, low + 1)).toBeGreaterThan(0.05);
  });

  test("over three values is Student's, on the logs", () => {
    // logs 0, ln 2, ln 4: mean ln 2, sd ln 2, t(0.975, 2) = 4.302653
    const [low, high] = medianInterval([4, 1, 2])!;
    expect(Math.log2(low)).toBeCloseTo(1 - 4.302653 / Math.sqrt(3), 5);
    expect(Math.log2(high)).toBeCloseTo(1 + 4.302653 / Math.sqrt(3), 5);
  });

  test("a single value has none; equal ones have no width", () => {
    expect(medianInterval([7])).toBeNull();
    expect(medianInterval([7, 7, 7])).toEqual([7, 7]);
    expect(medianInterval([-4e-162, 0, 0])).toEqual([-4e-162, 0]); // whose variance of a mean is below the least number
  });

  test("always holds the median", () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(values, (all) => {
        const [low, high] = medianInterval(all)!;
        const slack = 1e-9 * (1 + Math.abs(median(all)));
        expect(low).toBeLessThanOrEqual(median(all) + slack);
        expect(high).toBeGreaterThanOrEqual(median(all) - slack);
      }),
    );
  });
});

test("a comparison becomes an entry: gates first, budgets on their metrics, tagged advisory metrics and passing counts left out", () => {
  const entry = entryOf(
    comparison([
      tested("unchanged", 0.01, 0.0101),
      row({
        kind: "advisory",
        metric: "http_reqs.rate",
        unit: "/s",
        better: "higher",
        head: sample(900),
        gates: false,
      }),
      row({ kind: "advisory", metric: "http_req_duration{name:a}.p50", head: sample(1), gates: false }),
      row({ kind: "advisory", metric: "bytes_sent_per_request", head: sample(900), gates: false }),
      limited("budget", "pass", "< 250 ms", 0.1, {
        limit: {
          wanted: "< 250 ms",
          range: [null, 0.25],
          because: null,
          seen: 0.1,
          bounds: null,
          outcome: "pass",
        },
      }),
      row({ kind: "errors", metric: "", head: null }),
    ]),
    facts,
  )!;
  expect(entry.commit).toMatchObject({ subject: "Rank by co-occurrence first", author: "Ada" });
  expect(entry.results).toHaveLength(1);
  expect(
    entry.results[0]!.figures.map(({ metric, gate, budget, better }) => [metric, gate, budget, better]),
  ).toEqual([
    ["http_req_duration.p50", true, null, "lower"],
    ["http_req_duration.p99", false, [null, 0.25], "lower"],
    ["http_reqs.rate", false, null, "higher"],
  ]);
  expect(entry.results[0]!.figures[0]).toMatchObject({ n: 5, value: 0.0101, verdict: "unchanged" });
});

test("a budget on a gated metric joins it, and the gate's verdict stays", () => {
  const entry = entryOf(
    comparison([
      tested("regressed", 0.01, 0.02),
      limited("budget", "pass", "< 250 ms", 0.02, {
        metric: "http_req_duration.p50",
        limit: {
          wanted: "< 250 ms",
          range: [null, 0.25],
          because: null,
          seen: 0.02,
          bounds: null,
          outcome: "pass",
        },
      }),
    ]),
    facts,
  )!;
  expect(entry.results[0]!.figures).toMatchObject([
    { verdict: "regressed", budget: [null, 0.25], gate: true },
  ]);
  expect(entry.results[0]!.verdict).toBe("regressed");
});

test.each(["budget", "expect"] as const)(
  "a broken %s on a gated metric is the verdict of its figure",
  (kind) => {
    const metric = "http_req_duration.p50";
    const [result] = entryOf(
      comparison([tested("unchanged", 0.3, 0.3), limited(kind, "fail", "< 250 ms", 0.3, { metric })]),
      facts,
    )!.results;
    const verdict = kind === "budget" ? "budget" : "expectation";
    expect(result).toMatchObject({ verdict, figures: [{ metric, gate: true, verdict }] });
  },
);

test("a run without a figure is no entry: absence is not zero", () => {
  expect(
    entryOf(comparison([row({ kind: "workload", metric: "", verdict: "failed", head: null })]), facts),
  ).toBeNull();
});
