import { describe, expect, test } from "vitest";
import type { Comparison } from "../model/comparison.ts";
import type { Verdict } from "../model/verdict.ts";
import { comparing, found, trialsAt } from "../testing/comparing.ts";
import { aBaseline, aRun, type RunSpec, type TrialSpec } from "../testing/runs.ts";

const P50 = "http_req_duration.p50";
const STEADY = [0.012, 0.0121, 0.0119, 0.012];
const stored = (p50s: readonly number[] = STEADY) =>
  aBaseline({ workload: "browse", sessions: p50s.map((p50) => ({ trials: trialsAt(p50) })) });
const run = (trials: readonly (TrialSpec | number)[], more: Partial<RunSpec> = {}, config = {}) =>
  aRun({ ...more, workloads: { browse: { trials, config } } });
const ten = (spec: TrialSpec): TrialSpec[] => trialsAt(0.012).map((trial) => ({ ...trial, ...spec }));

/** Every verdict of the table except `accepted`, which waivers set. */
const REACHED: Record<Exclude<Verdict, "accepted">, () => Comparison> = {
  unaffected: () =>
    comparing(
      aRun({
        workloads: { browse: {} },
        unaffected: { browse: "none of the 3 changed files can affect it" },
      }),
      [stored()],
    ),
  // Twelve equal sessions on twelve days: they are known to differ by 0.1 %, and ±3 % is far beyond that.
  unchanged: () =>
    comparing(run(trialsAt(0.012), { policy: { runner: "dedicated" } }), [stored(Array(12).fill(0.012))]),
  new: () => comparing(run(trialsAt(0.012))),
  inconclusive: () => comparing(run(trialsAt(0.0125)), [stored()]),
  improved: () => comparing(run(trialsAt(0.006)), [stored()]),
  incomparable: () => comparing(run(trialsAt(0.012), { fingerprint: { cores: 4 } }), [stored()]),
  invalid: () => comparing(run(ten({ dropped: 200 })), [stored()]),
  missing: () => comparing(run(ten({ without: ["cpu_per_request"] })), [stored()]),
  expectation: () =>
    comparing(
      run(trialsAt(0.012), {}, { expect: { [P50]: { between: ["20ms", "30ms"], because: "slow" } } }),
    ),
  budget: () => comparing(run(trialsAt(0.012), {}, { budgets: { [P50]: "< 10ms" } }), [stored()]),
  regressed: () => comparing(run(trialsAt(0.018)), [stored()]),
  failed: () => comparing(run(Array(10).fill({ failure: "dead-target" })), [stored()]),
};

const FATE: Record<keyof typeof REACHED, [exit: number, conclusion: string]> = {
  unaffected: [0, "success"],
  unchanged: [0, "success"],
  new: [0, "neutral"],
  inconclusive: [0, "success"],
  improved: [0, "success"],
  incomparable: [0, "neutral"],
  invalid: [3, "failure"],
  missing: [1, "failure"],
  expectation: [1, "failure"],
  budget: [1, "failure"],
  regressed: [1, "failure"],
  failed: [1, "failure"],
};

test.each(Object.keys(REACHED) as (keyof typeof REACHED)[])("%s is reached", (verdict) => {
  const comparison = REACHED[verdict]();
  expect(comparison.overall).toBe(verdict);
  expect([comparison.exit, comparison.conclusion]).toEqual(FATE[verdict]);
  for (const row of comparison.rows) expect(row.reason).not.toBe("");
});

test("policy: undecided may fail, a regression may pass", () => {
  const add = comparing(run(trialsAt(0.0125), { policy: { fail_on: { add: ["inconclusive"] } } }), [
    stored(),
  ]);
  expect([add.overall, add.exit, add.conclusion]).toEqual(["inconclusive", 4, "failure"]);
  const remove = comparing(run(trialsAt(0.018), { policy: { fail_on: { remove: ["regressed"] } } }), [
    stored(),
  ]);
  expect([remove.overall, remove.exit, remove.conclusion]).toEqual(["regressed", 0, "neutral"]);
});

describe("a history whose level changed", () => {
  const at = (level: number) => STEADY.map((p50) => (p50 * level) / 0.012);
  const changed = stored([...at(0.012), ...at(0.018)]);

  test("is compared with the current level: last month's regression is not reported again", () => {
    const comparison = comparing(run(trialsAt(0.018)), [changed]);
    const row = found(comparison, "gate", P50);
    expect(row).toMatchObject({ evidence: { n: 4 }, gates: true });
    expect(row.base?.values).toEqual(at(0.018).map((v) => expect.closeTo(v, 9)));
    expect(row.verdict).not.toBe("regressed");
    const [told] = row.warnings.filter(({ code }) => code === "level-changed");
    expect(told?.message).toMatch(/before 2026-11-05 .*4 earlier sessions only show how much/);
    // CPU did not change its level, so all eight sessions speak for it.
    expect(found(comparison, "gate", "cpu_per_request").evidence?.n).toBe(8);
  });
  test("back to the old level is an improvement", () => {
    expect(found(comparing(run(trialsAt(0.012)), [changed]), "gate", P50).verdict).toBe("improved");
  });
  test("lends the spread of its earlier sessions", () => {
    const { evidence } = found(comparing(run(trialsAt(0.018)), [changed]), "gate", P50);
    expect(evidence).toMatchObject({ df: 10, prior: { df: 7 } }); // 4 of belief and 3 of the earlier level; 3 of today's
  });
});

describe("evidence of a gate row, by hand", () => {
  // Sessions at ln 10 ms + {0, 0.02, −0.02}, head 1.5 times 10 ms; shared: s0 = 5 %, d0 = 4.
  const shifted = [0.01, 0.01 * Math.exp(0.02), 0.01 * Math.exp(-0.02)];
  const baseline = aBaseline({ workload: "browse", sessions: shifted });
  const comparison = comparing(run(Array(10).fill(0.015)), [baseline]);
  const row = found(comparison, "gate", P50);
  test("estimate, standard error and degrees of freedom", () => {
    expect(row.evidence?.estimate).toBeCloseTo(Math.log(1.5), 10);
    // s² = (0 + 0.0004 + 0.0004) / 2 = 0.0004; s̃² = (4·0.0025 + 2·0.0004) / 6 = 0.0018; se = √(0.0018·4/3)
    expect(row.evidence?.se).toBeCloseTo(Math.sqrt(0.0024), 10);
    expect(row.evidence?.df).toBe(6);
    expect(row.evidence).toMatchObject({ mode: "baseline", n: 3, level: 0.005, family: 2, floor: 5e-6 });
    expect(row.evidence?.prior).toEqual({ used: true, df: 4, sd: 0.05 });
  });
  test("interval and smallest visible change", () => {
    const se = Math.sqrt(0.0024);
    // t(.975, 6) = 2.4469; t(1 − .005/2, 6) = 4.3168; t(.8, 6) = 0.9057 (printed tables)
    expect(row.evidence?.interval[0]).toBeCloseTo(Math.log(1.5) - 2.4469 * se, 4);
    expect(row.evidence?.mde).toBeCloseTo((4.3168 + 0.9057) * se, 3);
  });
  test("both samples: a value a trial, a value a session", () => {
    expect(row.head).toEqual({ values: Array(10).fill(0.015), center: 0.015 });
    expect(row.base?.values).toHaveLength(3);
    expect(row.base?.center).toBeCloseTo(0.01, 12);
    expect(comparison.reference.sessions.browse).toHaveLength(3);
  });
});

describe("obstacles to gating", () => {
  test.each([
    ["one session", [0.012], "few-sessions"],
    ["two sessions", [0.012, 0.012], "few-sessions"],
  ])("%s: the verdict is kept and does not count", (_, p50s, code) => {
    const comparison = comparing(run(trialsAt(0.036)), [stored(p50s)]);
    const row = found(comparison, "gate", P50);
    expect([row.verdict, row.gates]).toEqual(["regressed", false]);
    expect(row.warnings.map((warning) => warning.code)).toContain(code);
    expect([comparison.exit, comparison.mde]).toEqual([0, null]);
    expect(comparison.overall).toBe("inconclusive"); // nothing was shown: that must not read unchanged
  });
  test("a neighbour who keeps the host busy does not saturate it", () => {
    const made = run(trialsAt(0.018));
    const trials = made.trials.map((trial) => ({ ...trial, host: { ...trial.host, busy: 0.99 } }));
    const row = found(comparing({ ...made, trials }, [stored()]), "gate", P50);
    expect([row.verdict, row.gates]).toEqual(["regressed", true]);
  });
  test("where the stack's own use is unknown, a busy host counts as saturated", () => {
    const made = run(trialsAt(0.018));
    const trials = made.trials.map((trial) => ({
      ...trial,
      host: { ...trial.host, busy: 0.99 },
      services: {},
    }));
    expect(found(comparing({ ...made, trials }, [stored()]), "gate", P50).gates).toBe(false);
  });
  test("a saturated host", () => {
    const comparison = comparing(run(trialsAt(0.018).map((t) => ({ ...t, busy: 0.95 }))), [stored()]);
    const row = found(comparison, "gate", P50);
    expect([row.verdict, row.gates]).toEqual(["regressed", false]);
    expect(row.warnings.map(({ code }) => code)).toContain("saturated");
  });
  test("saturated sessions: left out while others remain, else nothing gates", () => {
    const sessions = STEADY.map((p50, i) => ({ trials: trialsAt(p50), saturated: i === 0 }));
    const some = comparing(run(trialsAt(0.018)), [aBaseline({ workload: "browse", sessions })]);
    expect(found(some, "gate", P50)).toMatchObject({ gates: true, verdict: "regressed", evidence: { n: 3 } });
    const full = sessions.map((session) => ({ ...session, saturated: true }));
    const none = comparing(run(trialsAt(0.018)), [aBaseline({ workload: "browse", sessions: full })]);
    expect(found(none, "gate", P50).gates).toBe(false);
  });
  test("a gate metric that sessions do not resolve: p95 and a rate warn", () => {
    const gate = [P50, "http_req_duration.p95", "http_reqs.rate"];
    const comparison = comparing(run(trialsAt(0.024), {}, { gate }), [stored()]);
    const p95 = found(comparison, "gate", "http_req_duration.p95");
    expect([p95.verdict, p95.gates]).toEqual(["regressed", false]);
    expect(p95.warnings.map(({ code }) => code)).toContain("advisory-gate");
    expect(found(comparison, "gate", P50).evidence?.family).toBe(1);
  });
  test("three to five trials: no verdict, however large the change", () => {
    const comparison = comparing(run([0.05, 0.05, 0.05, 0.05, 0.05]), [stored()]);
    expect(found(comparison, "gate", P50)).toMatchObject({ verdict: "inconclusive", evidence: null });
  });
});

describe("the reference", () => {
  test.each([
    [{ cpu: "Another CPU" }, "CPU Example CPU @ 3.00GHz → Another CPU"],
    [{ cores: 4 }, "cores 8 → 4"],
    [{ generators: { k6: "k6 2.0.0" } }, "generator k6 k6 1.8.1 → k6 2.0.0"],
  ])("%j makes it incomparable", (fingerprint, said) => {
    const comparison = comparing(run(trialsAt(0.018), { fingerprint }), [stored()]);
    expect(found(comparison, "gate", P50)).toMatchObject({ verdict: "incomparable", evidence: null });
    expect(comparison.reference).toEqual({ kind: "none", sessions: {}, unlike: STEADY.length });
    expect(found(comparison, "gate", P50).reason).toContain(said);
  });
  test("memory, kernel and Node are named and do no more", () => {
    const fingerprint = { memory: 2 ** 35, kernel: "6.9", node: "20.1.0" };
    const row = found(comparing(run(trialsAt(0.018), { fingerprint }), [stored()]), "gate", P50);
    expect(row.verdict).toBe("regressed");
    expect(row.warnings[0]?.message).toMatch(/memory 16 GiB → 32 GiB, kernel 6.1 → 6.9, Node/);
  });
  test("another digest is another workload; its sessions are left out", () => {
    const other = { trials: trialsAt(0.5), digest: "sha256:other" };
    const changed = comparing(run(trialsAt(0.012)), [aBaseline({ workload: "browse", sessions: [other] })]);
    expect(found(changed, "gate", P50).reason).toMatch(/workload changed since the baseline/);
    const mixed = aBaseline({
      workload: "browse",
      sessions: [other, ...STEADY.map((p50) => ({ trials: trialsAt(p50) }))],
    });
    const row = found(comparing(run(trialsAt(0.018)), [mixed]), "gate", P50);
    expect(row).toMatchObject({ verdict: "regressed", evidence: { n: 4 } });
    expect(row.warnings.map(({ code }) => code)).toContain("other-digest");
  });
  test("another runner class is not compared", () => {
    const comparison = comparing(run(trialsAt(0.018), { runnerClass: "bench-2c" }), [stored()]);
    expect(comparison.overall).toBe("incomparable");
  });
  test("a run's own session is not evidence for it", () => {
    const sessions = STEADY.map((p50) => ({ trials: trialsAt(p50) }));
    const baseline = aBaseline({
      workload: "browse",
      sessions: [...sessions, { trials: trialsAt(0.018), run: "me" }],
    });
    const row = found(comparing(run(trialsAt(0.018), { id: "me" }), [baseline]), "gate", P50);
    expect(row).toMatchObject({ verdict: "regressed", evidence: { n: 4 } });
  });
  test("a new variant is new; one that is gone is missing", () => {
    const sessions = STEADY.map((p50) => ({ variants: { a: trialsAt(p50), b: trialsAt(p50) } }));
    const comparison = comparing(
      aRun({ workloads: { browse: { variants: { a: trialsAt(0.012), c: trialsAt(0.012) } } } }),
      [aBaseline({ workload: "browse", sessions })],
    );
    const verdicts = (variant: string) =>
      comparison.rows.filter((row) => row.variant === variant && row.gates).map(({ verdict }) => verdict);
    expect(verdicts("b")).toEqual(["missing"]);
    expect(new Set(verdicts("c"))).toEqual(new Set(["new"]));
  });
  test("a workload with a baseline that was not measured is missing, unless it was not asked for", () => {
    const others = aBaseline({ workload: "search", sessions: [0.1] });
    expect(comparing(run(trialsAt(0.012)), [stored(), others]).overall).toBe("missing");
    const asked = { ...run(trialsAt(0.012)), only: ["browse"] };
    expect(comparing(asked, [stored(), others]).overall).toBe("inconclusive");
  });
  test("nor are variants that were not asked for, nor workloads that have none but these", () => {
    const both = { a: trialsAt(0.012), b: trialsAt(0.012) };
    const stored = (workload: string) => aBaseline({ workload, sessions: [{ variants: both }] });
    const one = aRun({ workloads: { browse: { variants: { a: both.a } } } });
    const gone = (asked: object) =>
      comparing({ ...one, ...asked }, [stored("browse"), stored("search")])
        .rows.filter(({ verdict }) => verdict === "missing")
        .map(({ workload, variant }) => `${workload}/${variant}`);
    expect(gone({})).toEqual(["browse/b", "search/null"]);
    expect(gone({ variants: ["a"] })).toEqual(["search/null"]); // it has an `a` as well
    expect(gone({ variants: ["c"] })).toEqual([]);
  });
});

test("a workload that a shard or a profile leaves out is not missing", () => {
  const measured = run(trialsAt(0.012));
  const others = aBaseline({ workload: "search", sessions: [0.1] });
  const sharded = { ...measured, schedule: { ...measured.schedule, shard: { index: 1, of: 2 } } };
  expect(comparing(sharded, [stored(), others]).overall).toBe("inconclusive");
  const config = { ...measured.config.resolved, profiles: { quick: { only: ["browse"] } } };
  const quick = { ...measured, profile: "quick" };
  expect(comparing(quick, [stored(), others], { config }).overall).toBe("inconclusive");
});

describe("floors", () => {
  test("a change that is certain and tiny is unchanged", () => {
    // 5 µs → 9 µs is +80 %, and 4 µs: less than five ticks of the timer
    const comparison = comparing(run(Array(10).fill(9e-6)), [stored([5e-6, 5e-6, 5e-6, 5e-6])]);
    const row = found(comparison, "gate", P50);
    expect(row.verdict).toBe("unchanged");
    expect(row.reason).toMatch(/below the floor.*4 µs.*5 µs/);
  });
  test.each([
    ["policy.floor", { policy: { floor: "10ms" } }, {}],
    ["the metric's own", {}, { metrics: { [P50]: { floor: "10ms" } } }],
  ])("%s", (_, more, config) => {
    const comparison = comparing(run(trialsAt(0.018), more, config), [stored()]);
    expect(found(comparison, "gate", P50).verdict).toBe("unchanged"); // +6 ms
    expect(found(comparison, "gate", "cpu_per_request").evidence?.floor).toBe(0); // latencies only
  });
});

test("values that are not above 0 are compared by differences", () => {
  const queue = (value: number) => ({ queue: { kind: "gauge", unit: "1", value } }) as const;
  const config = { gate: [P50], metrics: { queue: { band: "50%" } } };
  const sessions = STEADY.map((p50) => ({ trials: trialsAt(p50), values: { queue: Array(10).fill(0) } }));
  const comparison = comparing(run(ten({ metrics: queue(3) }), {}, config), [
    aBaseline({ workload: "browse", sessions }),
  ]);
  const row = found(comparison, "advisory", "queue");
  expect(row.warnings.map(({ code }) => code)).toEqual(["differences"]);
  expect(row.verdict).toBe("regressed"); // 0 → 3, in units of 1
  expect(row.reason).toContain("+3");
});

test("exact counters: beyond the band and five stored deviations", () => {
  const gauge = (value: number) => ({ queries: { kind: "gauge", unit: "1", value } }) as const;
  const config = { gate: [P50, "queries"], metrics: { queries: { band: "1%" } } };
  const sessions = STEADY.map((p50) => ({ trials: trialsAt(p50), values: { queries: Array(10).fill(100) } }));
  const baseline = aBaseline({ workload: "browse", sessions });
  const at = (value: number) =>
    found(comparing(run(ten({ metrics: gauge(value) }), {}, config), [baseline]), "gate", "queries").verdict;
  expect([at(100), at(101), at(101.5), at(98.5)]).toEqual([
    "unchanged",
    "unchanged",
    "regressed",
    "improved",
  ]);
});

test("an absent gate: missing if stored, invalid if never measured, inconclusive for unavailable CPU", () => {
  const old = comparing(run(ten({ without: ["cpu_per_request"] })), [stored()]);
  expect(found(old, "gate", "cpu_per_request")).toMatchObject({ verdict: "missing", gates: true });
  const never = comparing(run(trialsAt(0.012), {}, { gate: ["typo.p50"] }));
  expect(found(never, "gate", "typo.p50")).toMatchObject({ verdict: "invalid", gates: true });
  const outside = comparing(run(ten({ cpu: null })));
  expect(found(outside, "gate", "cpu_per_request")).toMatchObject({ verdict: "inconclusive", gates: false });
});

test("percentiles of too few requests are not judged", () => {
  const config = { gate: [P50, "http_req_duration.p99"] };
  const row = found(
    comparing(run(ten({ requests: 900 }), {}, config), [stored()]),
    "gate",
    "http_req_duration.p99",
  );
  expect(row).toMatchObject({ verdict: "inconclusive", gates: false });
  expect(row.reason).toMatch(/insufficient samples.*1,000.*900/); // 10 / (1 − 0.99)
});

test("advisory rows warn and never fail", () => {
  const comparison = comparing(run(trialsAt(0.024)), [stored()]);
  const p99 = found(comparison, "advisory", "http_req_duration.p99");
  expect([p99.verdict, p99.gates]).toEqual(["regressed", false]);
  expect(p99.reason).toMatch(/advisory/);
  // twice the latency exceeds any noise; three sessions cannot detect 8 % in a mean
  const mean = (p50: number) =>
    found(comparing(run(trialsAt(p50)), [stored()]), "advisory", "http_req_duration.mean");
  expect(mean(0.024).verdict).toBe("regressed");
  expect(mean(0.013)).toMatchObject({ verdict: "inconclusive" });
  expect(mean(0.013).reason).toMatch(/too noisy to judge/);
  expect(comparison.rows.some(({ kind, gates }) => kind === "advisory" && gates)).toBe(false);
});

test("the rate of an open model has no row", () => {
  const open = aRun({ workloads: { browse: { trials: trialsAt(0.012), model: "open" } } });
  const metrics = comparing(open, [stored()]).rows.map(({ metric }) => metric);
  expect(metrics).not.toContain("http_reqs.rate");
  expect(metrics).toContain("http_req_duration.p95");
});

test("an interrupted run is named and not judged", () => {
  const comparison = comparing(run(trialsAt(0.05), { state: "interrupted" }), [stored()]);
  expect(comparison.rows.map(({ kind, verdict }) => [kind, verdict])).toEqual([["workload", "invalid"]]);
  expect(comparison.exit).toBe(3);
});
