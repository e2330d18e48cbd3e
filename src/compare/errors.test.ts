import { describe, expect, test } from "vitest";
import { comparing, found, TEN, trialsAt } from "../testing/comparing.ts";
import { aBaseline, aRun, type TrialSpec } from "../testing/runs.ts";

/** Ten trials of 2,000 requests with these errors each. */
const failing = (errors: number | readonly number[], more: TrialSpec = {}): TrialSpec[] =>
  TEN.map((f, i) => ({ p50: 0.012 * f, errors: typeof errors === "number" ? errors : errors[i]!, ...more }));
const stored = (perTrial: number, sessions = 3) =>
  aBaseline({
    workload: "browse",
    sessions: Array.from({ length: sessions }, () => ({ trials: failing(perTrial) })),
  });
const run = (trials: readonly TrialSpec[], config = {}) =>
  aRun({ workloads: { browse: { trials, config } } });

describe("failed requests against stored sessions", () => {
  test.each([
    // [errors a trial in base, in head, verdict, why]
    [0, 0, "unchanged"], // no errors: an upper bound of 0.015 %
    [10, 10, "unchanged"], // 0.5 % both
    [10, 11, "unchanged"], // 0.55 %: at most 0.64 % (95 %), below 0.5 · 1.5
    [10, 16, "regressed"], // 0.5 → 0.8 %: certain, +0.3 points, ratio 1.6
    [10, 14, "inconclusive"], // 0.7 %: ratio 1.4 is not enough to fail, too many to be unchanged
    [1, 20, "regressed"], // 0.05 → 1 % is not above 1 %
    [1, 21, "failed"], // 0.05 → 1.05 %: the hard rule
    [0, 40, "failed"], // 0 → 2 %: the hard rule
  ])("%d → %d of 2,000: %s", (before, now, verdict) => {
    const row = found(comparing(run(failing(now)), [stored(before)]), "errors");
    expect([row.verdict, row.gates]).toEqual([verdict, true]);
  });

  test("one burst in one trial is no regression: errors cluster", () => {
    const burst = [150, 0, 0, 0, 0, 0, 0, 0, 0, 0]; // 0.75 % in all, 0.4 % before
    const row = found(comparing(run(failing(burst)), [stored(8)]), "errors");
    expect(row.verdict).toBe("inconclusive");
  });

  test("sessions that differ among themselves are no firm ground", () => {
    // 0.1, 1 and 0.4 % of 20,000: χ² about the mean of 100 is (80² + 100² + 20²)/100 = 168; φ = (4 + 168)/6 = 29
    const sessions = [2, 20, 8].map((errors) => ({ trials: failing(errors) }));
    const baseline = aBaseline({ workload: "browse", sessions });
    expect(found(comparing(run(failing(18)), [baseline]), "errors").verdict).toBe("inconclusive"); // 0.9 %
    expect(found(comparing(run(failing(18)), [stored(10)]), "errors").verdict).toBe("regressed");
  });

  test("fewer than three sessions: a rise warns, the hard rule fails", () => {
    const rise = found(comparing(run(failing(18)), [stored(10, 2)]), "errors");
    expect([rise.verdict, rise.gates]).toEqual(["regressed", false]);
    const broken = found(comparing(run(failing(40)), [stored(0, 1)]), "errors");
    expect([broken.verdict, broken.gates]).toEqual(["failed", true]);
  });

  test.each([
    [4, "regressed"], // 2 %, and too few to be called broken by the hard rule
    [5, "failed"], // 2.5 %
  ])("the hard rule takes five errors: %d of 200", (errors, verdict) => {
    const few = TEN.map((_, i): TrialSpec => ({ requests: 20, errors: i < errors ? 1 : 0 }));
    expect(found(comparing(run(few), [stored(0)]), "errors").verdict).toBe(verdict);
  });

  test("a baseline that is itself broken is no reference", () => {
    expect(found(comparing(run(failing(120)), [stored(120)]), "errors").verdict).toBe("invalid"); // 6 %
    const budgets = { "http_req_failed.rate": "< 10%" };
    expect(found(comparing(run(failing(120), { budgets }), [stored(120)]), "errors").verdict).toBe(
      "unchanged",
    );
  });

  test("fast failures are never an improvement", () => {
    const fast = trialsAt(0.004).map((trial) => ({ ...trial, errors: 200 }));
    const comparison = comparing(run(fast), [stored(10)]);
    expect(found(comparison, "errors").verdict).toBe("regressed"); // 0.5 → 10 %; base is above 0.1 %
    const row = found(comparison, "gate", "http_req_duration.p50");
    expect(row.verdict).toBe("inconclusive");
    expect(row.reason).toMatch(/more requests fail/);
  });
});

describe("failed requests with nothing to compare with", () => {
  test.each([
    [0, {}, "new"],
    [90, {}, "new"], // 4.5 %
    [110, {}, "failed"], // 5.5 %
    [110, { budgets: { "http_req_failed.rate": "< 10%" } }, "new"],
  ])("%d of 2,000", (errors, config, verdict) => {
    expect(found(comparing(run(failing(errors), config)), "errors").verdict).toBe(verdict);
  });
  test("an expected profile replaces the row", () => {
    const expected = { "http_req_failed.rate": { between: ["25%", "55%"], because: "overload" } };
    const comparison = comparing(run(failing(800), { expect: expected }));
    expect(comparison.rows.filter(({ kind }) => kind === "errors")).toEqual([]);
    expect(found(comparison, "expect", "http_req_failed.rate").verdict).toBe("unchanged"); // 40 %
  });
});

test("time-outs are named", () => {
  const row = found(comparing(run(failing(4, { timeouts: 2 })), [stored(4)]), "errors");
  expect(row.warnings[0]?.message).toBe("20 requests got no answer in time.");
});

describe("checks", () => {
  const checks = (passes: number, fails: number, thresholds: TrialSpec["thresholds"] = []) =>
    found(
      comparing(
        run(
          failing(0, {
            checks: [
              ["is 200", passes, fails],
              ["has body", 100, 0],
            ],
            thresholds,
          }),
        ),
      ),
      "checks",
    );
  test.each([
    [100, 0, [], "unchanged"],
    [99, 1, [], "failed"], // no threshold: every check
    [99, 1, [["checks", "rate>0.99", true]], "unchanged"], // 199 of 200 = 99.5 %
    [97, 3, [["checks", "rate>0.99", false]], "failed"], // 98.5 %
    [98, 2, [["checks", "rate>=0.99", true]], "unchanged"], // 99 % exactly
    [98, 2, [["checks", "rate>0.99", false]], "failed"],
    [90, 10, [["checks{check:is 200}", "rate>0.8", true]], "unchanged"],
    [70, 30, [["checks{check:is 200}", "rate>0.8", false]], "failed"],
    [90, 10, [["checks{scenario:a}", "rate>0.8", true]], "unchanged"], // the threshold's own row judges
  ] as const)("%d passed, %d failed, %j: %s", (passes, fails, thresholds, verdict) => {
    const row = checks(passes, fails, thresholds);
    expect(row.verdict).toBe(verdict);
    if (verdict === "failed") expect(row.reason).toMatch(/passed .* %/);
  });
  test("an expected profile replaces them, and without checks there is no row", () => {
    const kinds = (config: object, spec: TrialSpec) =>
      comparing(run(failing(0, spec), config)).rows.map(({ kind }) => kind);
    const profile = { expect: { "checks.rate": { between: ["40%", "60%"], because: "half are refused" } } };
    expect(kinds(profile, { checks: [["ok", 50, 50]] })).not.toContain("checks");
    expect(kinds({}, {})).not.toContain("checks");
  });
});
