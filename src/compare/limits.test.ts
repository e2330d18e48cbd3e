import { describe, expect, test } from "vitest";
import { comparing, found, TEN, trialsAt } from "../testing/comparing.ts";
import { aDuelRecord } from "../testing/dueling.ts";
import { aBaseline, aRun, type TrialSpec } from "../testing/runs.ts";
import { seenIn } from "./limits.ts";

const P50 = "http_req_duration.p50";
const judge = (trials: readonly TrialSpec[], config: object, sessions: number[] = []) =>
  comparing(
    aRun({ workloads: { browse: { trials, config } } }),
    sessions.length > 0 ? [aBaseline({ workload: "browse", sessions })] : [],
  );

describe("the estimate", () => {
  test("values above 0: the geometric mean, t on the logs", () => {
    // logs 0 and 2 ln 2: mean ln 2, sd √2 ln 2, se ln 2; t(.95, 1) = 6.3138
    const { seen, bounds } = seenIn([1, 4]);
    expect(seen).toBeCloseTo(2, 12);
    expect(Math.log2(bounds![1])).toBeCloseTo(1 + 6.3138, 3);
    expect(Math.log2(bounds![0])).toBeCloseTo(1 - 6.3138, 3);
  });
  test("others: the mean, t on the values", () => {
    // mean 1, sd 1, se 1/√3; t(.95, 2) = 2.91999
    const { seen, bounds } = seenIn([0, 1, 2]);
    expect(seen).toBe(1);
    expect(bounds![1]).toBeCloseTo(1 + 2.91999 / Math.sqrt(3), 5);
  });
  test("a share of no hits may still be one: 1 − 0.05^(1/20)", () => {
    const { seen, bounds } = seenIn([0, 0], { hits: 0, total: 20 });
    expect(seen).toBe(0);
    expect(bounds![0]).toBe(0);
    expect(bounds![1]).toBeCloseTo(1 - 0.05 ** (1 / 20), 10);
  });
  test("one trial has no bounds; equal ones have none to speak of", () => {
    expect(seenIn([7])).toEqual({ seen: 7, bounds: null });
    expect(seenIn([7, 7, 7]).bounds![0]).toBeCloseTo(7, 12);
  });
});

describe("budgets", () => {
  // Ten trials around 12 ms: logs with sd 0.0068, se 0.0021, t(.95, 9) = 1.833: bounds at ±0.4 %
  test.each([
    ["< 13ms", "pass", "unchanged"],
    ["< 12ms", "risk", "unchanged"],
    ["< 11ms", "fail", "budget"],
    ["> 11ms", "pass", "unchanged"],
    ["> 13ms", "fail", "budget"],
  ])("12 ms against %s: %s", (budget, outcome, verdict) => {
    const row = found(judge(trialsAt(0.012), { budgets: { [P50]: budget } }), "budget", P50);
    expect([row.limit?.outcome, row.verdict]).toEqual([outcome, verdict]);
    expect(row.limit?.wanted).toMatch(/^[<>] 1\d ms$/);
    const limit = Number.parseFloat(budget.slice(2)) / 1000;
    expect(row.limit?.range).toEqual(budget.startsWith("<") ? [null, limit] : [limit, null]);
    expect(row.warnings.map(({ code }) => code)).toEqual(outcome === "risk" ? ["at-risk"] : []);
  });
  test("that is broken by less than three digits show is printed with more", () => {
    const rows = { kind: "gauge", unit: "1", value: 12_301 } as const;
    const run = judge(
      TEN.map(() => ({ metrics: { rows } })),
      { budgets: { rows: "< 12300" } },
    );
    expect(found(run, "budget", "rows").reason).toBe(
      "broken beyond its noise: 12,301 [12,301 to 12,301] over 10 trials, required < 12,300",
    );
  });
  test("on a figure that is absent: never kept by absence", () => {
    const budgets = { "orders.p99": "< 1s" };
    expect(found(judge(trialsAt(0.012), { budgets }), "budget", "orders.p99").verdict).toBe("invalid");
    const gone = trialsAt(0.012).map((trial) => ({ ...trial, without: ["cpu_per_request"] }));
    const cpu = found(
      judge(gone, { gate: [P50], budgets: { cpu_per_request: "< 1ms" } }, [0.012]),
      "budget",
      "cpu_per_request",
    );
    expect(cpu.verdict).toBe("missing");
  });
  test("of an invalid workload are shown and do not gate", () => {
    const dropping = trialsAt(0.012).map((trial) => ({ ...trial, dropped: 500 }));
    const row = found(judge(dropping, { budgets: { [P50]: "< 1ms" } }), "budget", P50);
    expect([row.verdict, row.gates, row.limit?.outcome]).toEqual(["inconclusive", false, "fail"]);
  });
});

test("a metric that a broken workload could not have is no fault of its limit", () => {
  const config = { budgets: { "own.p50": "< 1ms" } };
  const codes = (trials: readonly TrialSpec[]) =>
    found(judge(trials, config), "budget", "own.p50").warnings.map(({ code }) => code);
  expect(codes(TEN.map(() => ({ failure: "script-error" })))).toEqual([]);
  expect(codes(trialsAt(0.012))).toEqual(["absent-limit"]);
});

describe("expectations", () => {
  test.each([
    ["10ms", "14ms", "pass", "unchanged"],
    ["12ms", "14ms", "risk", "unchanged"],
    ["13ms", "14ms", "fail", "expectation"], // too fast is as unexpected
    ["8ms", "11ms", "fail", "expectation"],
  ])("12 ms between %s and %s: %s", (low, high, outcome, verdict) => {
    const config = { expect: { [P50]: { between: [low, high], because: "as measured by hand" } } };
    const row = found(judge(trialsAt(0.012), config), "expect", P50);
    expect([row.limit?.outcome, row.verdict]).toEqual([outcome, verdict]);
    expect(row.limit?.because).toBe("as measured by hand");
  });
  test("an expected failure that does not happen is broken", () => {
    const config = { expect: { "http_req_failed.rate": { between: ["25%", "55%"], because: "overload" } } };
    const row = found(judge(trialsAt(0.012), config), "expect", "http_req_failed.rate");
    expect(row.verdict).toBe("expectation");
    expect(row.limit).toMatchObject({ wanted: "25 % to 55 %", seen: 0 });
  });
});

describe("equal", () => {
  const rows = (value: number) => ({ rows: { kind: "gauge", unit: "1", value } }) as const;
  const config = { gate: [P50], expect: { rows: "equal" as const } };
  const at = (values: readonly number[], stored?: readonly number[]) =>
    found(
      comparing(
        aRun({
          workloads: {
            browse: { trials: TEN.map((_, i) => ({ metrics: rows(values[i % values.length]!) })), config },
          },
        }),
        [
          aBaseline({
            workload: "browse",
            sessions: [{ trials: [0.012], ...(stored && { values: { rows: stored } }) }],
          }),
        ],
      ),
      "expect",
      "rows",
    );
  test.each([
    [[20], [20, 20], "unchanged"],
    [[20, 21], [20, 20], "expectation"],
    [[19], [20, 20], "expectation"],
    [[20], undefined, "new"],
    [[20], [20, 21], "inconclusive"], // the reference is not one number itself
  ] as const)("%j against %j: %s", (values, stored, verdict) => {
    expect(at(values, stored).verdict).toBe(verdict);
  });
});

test("a count that differs in its fifth digit, from the baseline or a number, is printed with five", () => {
  const trials = TEN.map((_, i) => ({
    metrics: { rows: { kind: "gauge", unit: "1", value: i === 0 ? 12_301 : 12_300 } as const },
  }));
  const row = (expected: "equal" | { equal: number; because: string }) =>
    found(
      comparing(
        aRun({ workloads: { browse: { trials, config: { gate: [P50], expect: { rows: expected } } } } }),
        [
          aBaseline({
            workload: "browse",
            sessions: [{ trials: [0.012], values: { rows: [12_300, 12_300] } }],
          }),
        ],
      ),
      "expect",
      "rows",
    );
  const stored = row("equal");
  expect(stored.reason).toBe("differs from the baseline's 12,300 in 1 of 10 trials: 12,300 to 12,301");
  expect(stored.limit).toMatchObject({ wanted: "= 12,300", range: [12_300, 12_300] });
  const named = row({ equal: 12_299, because: "nothing is lost" });
  expect(named.reason).toBe("differs in 10 of 10 trials: 12,300, required = 12,299");
  const most = row({ equal: 12_300, because: "nothing is lost" });
  expect(most.reason).toBe("differs in 1 of 10 trials: 12,300 to 12,301, required = 12,300");
});

describe("equal to a number or another metric", () => {
  const gauge = (value: number, unit: "1" | "B" = "1") => ({ kind: "gauge", unit, value }) as const;
  const at = (
    values: readonly [number, number | null][],
    equal: string | number,
    within: string | number = 0,
  ) =>
    found(
      judge(
        TEN.map((_, i) => {
          const [rows, other] = values[i % values.length]!;
          return { metrics: { rows: gauge(rows), ...(other !== null && { other: gauge(other) }) } };
        }),
        { expect: { rows: { equal, within, because: "nothing is lost" } } },
      ),
      "expect",
      "rows",
    );
  test.each([
    [[[20, 20]], "other", 0, "pass", "unchanged"],
    [
      [
        [20, 20],
        [30, 30],
      ],
      "other",
      0,
      "pass",
      "unchanged",
    ], // in each trial its own
    [
      [
        [20, 20],
        [30, 31],
      ],
      "other",
      0,
      "fail",
      "expectation",
    ],
    [
      [
        [95, 100],
        [105, 100],
      ],
      "other",
      "5%",
      "pass",
      "unchanged",
    ], // the border counts
    [
      [
        [95, 100],
        [106, 100],
      ],
      "other",
      "5%",
      "fail",
      "expectation",
    ],
    [[[20, null]], 20, 0, "pass", "unchanged"],
    [
      [
        [20, null],
        [21, null],
      ],
      20,
      0,
      "fail",
      "expectation",
    ],
    [[[-95, null]], -100, "5%", "pass", "unchanged"],
    [[[0, 0]], "other", "5%", "pass", "unchanged"],
    [[[20, null]], "other", 0, "fail", "invalid"],
    [
      [
        [20, 20],
        [20, null],
      ],
      "other",
      0,
      "fail",
      "invalid",
    ],
  ] as const)("%j against %s within %s: %s", (values, equal, within, outcome, verdict) => {
    const row = at(values as never, equal, within);
    expect([row.limit?.outcome, row.verdict]).toEqual([outcome, verdict]);
    expect(row.limit?.because).toBe("nothing is lost");
  });
  test("states the limit, and how often it was broken", () => {
    expect(
      at(
        [
          [20, 20],
          [30, 31],
        ],
        "other",
      ).reason,
    ).toBe("differs in 5 of 10 trials: 25, required = other");
    expect(at([[20, 20]], 20, "5%").reason).toBe("equal in all 10 trials: 20, required = 20 ± 5 %");
  });
  test("of a single trial is shown, and does not gate", () => {
    const expected = { expect: { rows: { equal: "other", because: "nothing is lost" } } };
    const one = judge([{ metrics: { rows: gauge(20), other: gauge(21) } }], expected);
    const row = found(one, "expect", "rows");
    expect([row.verdict, row.gates, row.limit?.outcome]).toEqual(["inconclusive", false, "fail"]);
  });
  test("a figure that is not there at all is not kept by its absence", () => {
    const expected = { expect: { rows: { equal: 1, because: "one" } } };
    expect(found(judge(trialsAt(0.012), expected), "expect", "rows").verdict).toBe("invalid");
  });
  test("nor by its absence in some trials", () => {
    const expected = { expect: { rows: { equal: "other", because: "nothing is lost" } } };
    const trials = TEN.map((_, i) => ({
      metrics: { other: gauge(20), ...(i === 0 && { rows: gauge(20) }) },
    }));
    const row = found(judge(trials, expected), "expect", "rows");
    expect([row.verdict, row.reason]).toEqual([
      "invalid",
      "it is absent in 9 of 10 trials: 20, required = other",
    ]);
  });
});

describe("the script's thresholds", () => {
  const crossing = (n: number) =>
    TEN.map((_, i): TrialSpec => ({ thresholds: [["http_req_duration", "p(95)<200", i >= n]] }));
  test.each([
    [0, "pass", "unchanged"],
    [5, "risk", "unchanged"], // half is not most
    [6, "fail", "budget"],
  ])("crossed in %d of 10 trials: %s", (n, outcome, verdict) => {
    const row = found(judge(crossing(n), {}), "budget", "http_req_duration: p(95)<200");
    expect([row.limit?.outcome, row.verdict, row.limit?.seen]).toEqual([outcome, verdict, n / 10]);
    expect(row.reason).toBe(
      `the script's threshold \`http_req_duration: p(95)<200\` was crossed in ${n} of 10 trials`,
    );
  });
});

test.each([
  ["its load fails on base as well: nothing follows about the change", 977, "invalid", 3],
  ["base serves it", 0, "budget", 1],
] as const)("limits of a paired workload where %s", (_, errors, overall, exit) => {
  const limits = { thresholds: [["http_req_failed", "rate<0.01", false]], p50: 0.05 } satisfies TrialSpec;
  const config = { budgets: { [P50]: "< 20ms" } };
  const pair = [
    { p50: 0.01, errors },
    { p50: 0.01, errors },
  ] as const;
  const comparison = comparing({
    ...aRun({ workloads: { browse: { trials: [limits, limits, limits], config } } }),
    duel: aDuelRecord({ pairs: Array.from({ length: 10 }, () => pair) }),
  });
  expect([comparison.overall, comparison.exit]).toEqual([overall, exit]);
  const verdict = errors > 0 ? "inconclusive" : "budget";
  for (const metric of ["http_req_failed: rate<0.01", P50]) {
    const row = found(comparison, "budget", metric);
    expect([row.verdict, row.gates]).toEqual([verdict, errors === 0]);
  }
});
