import fc from "fast-check";
import { expect, test } from "vitest";
import { shuffled, stream } from "../base/random.ts";
import type { Baseline } from "../model/baseline.ts";
import type { Comparison, Row } from "../model/comparison.ts";
import type { Run } from "../model/run.ts";
import { FATES, worst } from "../model/verdict.ts";
import { comparing, found, trialsAt } from "../testing/comparing.ts";
import { aBaseline, aRun, type TrialSpec } from "../testing/runs.ts";

const P50 = "http_req_duration.p50";
const policy = { floor: 0 } as const; // an absolute floor is not to scale
const run = (workloads: Record<string, number>, metrics = {}) =>
  aRun({
    policy,
    workloads: Object.fromEntries(
      Object.entries(workloads).map(([name, p50]) => [
        name,
        { trials: trialsAt(p50, p50 / 15).map((trial) => ({ ...trial, metrics })) },
      ]),
    ),
  });
const stored = (workload: string, p50s: readonly number[]) =>
  aBaseline({ workload, sessions: p50s.map((p50) => ({ trials: trialsAt(p50, p50 / 15) })) });
const verdicts = ({ rows }: Comparison, kind: Row["kind"] = "gate") =>
  rows.filter((row) => row.kind === kind).map(({ workload, metric, verdict }) => [workload, metric, verdict]);

/** Session medians within ±15 % of 10 ms. */
const near = fc.double({ min: 0.0085, max: 0.0115, noNaN: true });
const sessions = (min: number, max: number) => fc.array(near, { minLength: min, maxLength: max });

test("scaling everything changes nothing", () => {
  fc.assert(
    fc.property(
      sessions(3, 8),
      fc.double({ min: 0.004, max: 0.03, noNaN: true }),
      fc.constantFrom(0.1, 7, 300),
      (p50s, head, factor) => {
        const plain = comparing(run({ a: head }), [stored("a", p50s)]);
        const scaled = comparing(run({ a: head * factor }), [
          stored(
            "a",
            p50s.map((v) => v * factor),
          ),
        ]);
        expect(verdicts(scaled)).toEqual(verdicts(plain));
        const [x, y] = [found(plain, "gate", P50).evidence!, found(scaled, "gate", P50).evidence!];
        expect(y.estimate).toBeCloseTo(x.estimate, 9);
        expect(y.pWorse).toBeCloseTo(x.pWorse, 9);
      },
    ),
    { numRuns: 40 },
  );
});

test("the order of trials, sessions and workloads means nothing", () => {
  fc.assert(
    fc.property(sessions(3, 6), near, fc.integer(), (p50s, head, seed) => {
      const mix = <T>(items: readonly T[]) => shuffled(items, stream(seed));
      const measured = run({ a: head, b: head * 1.4, c: 0.01 });
      const baselines = ["a", "b", "c"].map((name) => stored(name, p50s));
      const reordered: Run = {
        ...measured,
        trials: mix(measured.trials),
        workloads: Object.fromEntries(mix(Object.entries(measured.workloads))),
      };
      const mixed: Baseline[] = mix(baselines).map((one) => ({ ...one, sessions: mix(one.sessions) }));
      expect(comparing(reordered, mixed)).toEqual(comparing(measured, baselines));
    }),
    { numRuns: 30 },
  );
});

test("a run like one of its sessions never regresses, whichever it is", () => {
  // Of K ≤ 8 the farthest lies (K−1)/√K sd from the mean: t ≤ (7/√8)/√(7/11 · 9/8) = 2.93 with 11 degrees of
  // freedom, p = 0.007; alone in its family it would need 0.005.
  fc.assert(
    fc.property(sessions(3, 8), fc.nat(7), (p50s, i) => {
      const comparison = comparing(run({ a: p50s[i % p50s.length]! }), [stored("a", p50s)]);
      const regressed = comparison.rows.filter(
        ({ kind, verdict }) => kind === "gate" && verdict === "regressed",
      );
      expect(regressed).toEqual([]);
      expect(comparison.exit).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test("half as slow again regresses against tight sessions, and with the roles swapped improves", () => {
  const tight = fc.array(fc.double({ min: 0.0098, max: 0.0102, noNaN: true }), {
    minLength: 3,
    maxLength: 12,
  });
  fc.assert(
    fc.property(tight, (p50s) => {
      const slow = comparing(run({ a: 0.015 }), [stored("a", p50s)]);
      const fast = comparing(run({ a: 0.01 }), [
        stored(
          "a",
          p50s.map((v) => v * 1.5),
        ),
      ]);
      expect([slow.overall, slow.exit]).toEqual(["regressed", 1]);
      expect([fast.overall, fast.exit]).toEqual(["improved", 0]);
    }),
    { numRuns: 30 },
  );
});

test("a higher-is-better metric is judged the other way", () => {
  const config = { gate: [P50], metrics: { [P50]: { better: "higher" as const } } };
  const workloads = { a: { trials: trialsAt(0.015), config } };
  const row = found(comparing(aRun({ policy, workloads }), [stored("a", [0.01, 0.01, 0.01])]), "gate", P50);
  expect(row.verdict).toBe("improved");
  expect(row.evidence?.estimate).toBeCloseTo(-Math.log(1.5), 6);
  expect(row.reason).toContain("+50 %");
});

test("a harmless metric changes others only through its family", () => {
  fc.assert(
    fc.property(sessions(3, 6), near, (p50s, head) => {
      const gauge = { extra: { kind: "gauge", unit: "1", value: 5 } } as const;
      const without = comparing(run({ a: head }), [stored("a", p50s)]);
      const beside = comparing(run({ a: head }, gauge), [stored("a", p50s)]);
      const gates = ({ rows }: Comparison) => rows.filter(({ kind }) => kind === "gate");
      expect(gates(beside)).toEqual(gates(without)); // an advisory metric is no member of the gate's family
      expect([beside.overall, beside.mde]).toEqual([without.overall, without.mde]);
    }),
    { numRuns: 20 },
  );
});

/** Trials of every kind that a file may hold, healthy or not. */
const anyTrial: fc.Arbitrary<TrialSpec> = fc.record(
  {
    p50: fc.constantFrom(0, 1e-6, 0.012, 0.0125, 0.03, 90),
    cpu: fc.constantFrom(null, 0, 0.0008, 0.002),
    requests: fc.constantFrom(1, 50, 2000),
    errors: fc.constantFrom(0, 1, 50, 5000),
    busy: fc.constantFrom(null, 0.2, 0.99),
    dropped: fc.constantFrom(0, 0, 0, 400),
    restarts: fc.constantFrom(0, 0, 0, 0, 1),
    checks: fc.constantFrom([], [["ok", 5, 0]], [["ok", 3, 2]]),
    thresholds: fc.constantFrom([], [["http_req_duration", "p(95)<200", false]]),
    failure: fc.constantFrom(undefined, undefined, undefined, "timeout", "dead-target", "no-summary"),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<TrialSpec>;

test("any run is judged: no exception, a valid file, and the exit code of its worst row", () => {
  const trials = fc.array(anyTrial, { maxLength: 12 });
  const past = fc.array(
    fc.record({ trials: fc.array(anyTrial, { minLength: 1, maxLength: 3 }), saturated: fc.boolean() }),
    { maxLength: 5 },
  );
  const config = {
    budgets: { [P50]: "< 20ms", "http_req_failed.rate": "< 5%" },
    expect: { cpu_per_request: { between: ["0", "1ms"] as [string, string], because: "small" } },
  };
  fc.assert(
    fc.property(trials, past, fc.boolean(), (now, before, declared) => {
      const measured = aRun({ workloads: { a: { trials: now, planned: 3, ...(declared && { config }) } } });
      const sessions = before.map(({ trials, saturated }) => ({
        trials: trials.map(({ failure: _, ...trial }) => trial),
        saturated,
      }));
      const comparison = comparing(
        measured,
        sessions.length > 0 ? [aBaseline({ workload: "a", sessions })] : [],
      );
      const gating = comparison.rows.filter(({ gates }) => gates).map(({ verdict }) => verdict);
      expect(comparison.overall).toBe(worst(gating));
      expect(comparison.rows.every(({ reason }) => reason !== "")).toBe(true);
      if (comparison.exit === 0) expect(gating.some((verdict) => FATES[verdict].fails)).toBe(false);
    }),
    { numRuns: 150 },
  );
});
