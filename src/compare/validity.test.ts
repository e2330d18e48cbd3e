import { describe, expect, test } from "vitest";
import { comparing, found, TEN } from "../testing/comparing.ts";
import { aBaseline, aRun, type TrialSpec } from "../testing/runs.ts";

const baseline = aBaseline({ workload: "browse", sessions: [0.012, 0.0121, 0.0119] });
const judge = (trials: readonly TrialSpec[], planned?: number) =>
  comparing(aRun({ workloads: { browse: { trials, ...(planned && { planned }) } } }), [baseline]);
const all = (spec: TrialSpec) => TEN.map((f) => ({ p50: 0.018 * f, ...spec }));
/** Ten trials, the first n of them replaced. */
const some = (n: number, spec: TrialSpec) => all({}).map((trial, i) => (i < n ? spec : trial));

test.each<[string, readonly TrialSpec[], string, RegExp]>([
  ["nobody answered", all({ failure: "dead-target" }), "failed", /all 10 trials failed: 10 × dead-target/],
  ["nothing was sent", all({ failure: "no-requests" }), "failed", /no-requests/],
  ["the load hung", some(3, { failure: "timeout" }), "failed", /3 of 10 trials failed \(allowed: 20 %\)/],
  ["a broken script", all({ failure: "script-error" }), "invalid", /script-error/],
  ["setup took too long", some(3, { failure: "setup-timeout" }), "invalid", /setup-timeout/],
  ["no summary", some(4, { failure: "no-summary" }), "invalid", /no-summary/],
  ["NaN", some(4, { failure: "bad-numbers" }), "invalid", /bad-numbers/],
  ["a generator that broke", some(4, { failure: "generator" }), "invalid", /generator/],
  ["one crash is one too many", some(1, { failure: "service-died" }), "failed", /a service died in 1 trial/],
  ["a silent restart", some(1, { restarts: 1 }), "failed", /restarted while it was measured: api/],
  ["iterations dropped", all({ dropped: 21 }), "invalid", /1\.04 % of the iterations were dropped/], // 21 of 2,021
  ["the rate not reached", all({ achieved: 0.97 }), "invalid", /97 % of its target rate/],
  ["the generator's CPU", all({ generatorCpu: 49 }), "invalid", /87.5 % of its cores/], // 49 s of 7 s × 8
  ["two trials", all({}).slice(0, 2), "invalid", /only 2 good trials/],
])("%s", (_, trials, verdict, reason) => {
  const comparison = judge(trials);
  const row = found(comparison, "workload");
  expect([row.verdict, row.gates]).toEqual([verdict, true]);
  expect(row.reason).toMatch(reason);
  expect(comparison.rows.filter(({ kind, gates }) => kind === "gate" && gates)).toEqual([]);
});

test.each<[string, readonly TrialSpec[]]>([
  ["20 % may fail", some(2, { failure: "timeout" })],
  ["1 % may be dropped", all({ dropped: 20 })], // 20 of 2,020 = 0.99 %
  ["98 % of the rate will do", all({ achieved: 0.98 })],
  ["85 % of the cores", all({ generatorCpu: 47 })], // 83.9 %
  ["unknown is not a fault", all({ achieved: null, busy: null, probe: null })],
])("%s, and the workload is judged", (_, trials) => {
  const comparison = judge(trials);
  expect(comparison.rows.filter(({ kind }) => kind === "workload")).toEqual([]);
  expect(comparison.overall).toBe("regressed");
});

test("trials that were planned but absent count as failed", () => {
  const row = found(judge(all({}), 13), "workload");
  expect([row.verdict, row.reason]).toEqual([
    "invalid",
    expect.stringMatching(/3 of 13 .*3 × planned but absent/),
  ]);
  expect(judge(all({}), 12).overall).toBe("regressed"); // 2 of 12: 17 %
});

test("failed trials and contention are reported with the figures", () => {
  const codes = (trials: readonly TrialSpec[]) =>
    found(judge(trials), "gate", "http_req_duration.p50").warnings.map(({ code }) => code);
  expect(codes(some(2, { failure: "timeout" }))).toContain("failed-trials");
  expect(codes(some(2, { p50: 0.018, probe: [1.3, 1.3] }))).toContain("contended");
  expect(codes(some(2, { p50: 0.018, probe: [1, 1.3] }))).not.toContain("contended"); // once, for 8 ms
  expect(codes(some(2, { p50: 0.018, steal: 0.06 }))).toContain("contended");
  expect(codes(all({}))).toEqual([]);
});

describe("other programs while the load runs", () => {
  // 0.4 of the CPUs are the stack's and the generator's
  const beside = (hostBusy: number, pressure: number | null = 0.5): TrialSpec => ({
    p50: 0.018,
    busy: 0.4,
    hostBusy,
    pressure,
  });
  const contended = (trials: readonly TrialSpec[]) => {
    const row = found(judge(trials), "gate", "http_req_duration.p50");
    return row.warnings.filter(({ code }) => code === "contended").map(({ message }) => message);
  };
  test.each<[string, TrialSpec, boolean]>([
    ["0.54 of the CPUs: 0.14 are others'", beside(0.54), false],
    ["0.56: 0.16", beside(0.56), true],
    ["0.95, and nothing waited", beside(0.95, 0.05), false],
    ["0.95, and pressure is not known", beside(0.95, null), true],
    ["pressure of the load's own making", beside(0.41, 0.9), false],
    ["the stack's CPU is not known", { ...beside(0.95), cpu: null }, false],
  ])("%s", (_, spec, want) => {
    expect(contended(some(3, spec)).length).toBe(want ? 1 : 0);
  });
  test("most trials: the gates warn, and nothing is called worse", () => {
    const comparison = judge(some(6, beside(0.95)));
    const gates = comparison.rows.filter(({ kind }) => kind === "gate");
    expect(gates.map(({ gates }) => gates)).toEqual([false, false]);
    expect([comparison.overall, comparison.exit]).toEqual(["inconclusive", 0]);
    expect(contended(some(6, beside(0.95)))).toEqual([
      expect.stringMatching(
        /^In 6 of 10 trials, other programs used 55 % of the CPUs\. .* a factor of 2\.2 gates\.$/,
      ),
    ]);
  });
  test.each([
    [0.018, false],
    [0.027, false], // × 2.25, and it may be 2.05
    [0.06, true], // × 5
  ])(
    "most trials, p50 %d against 0.012: gates %s, where it is surely beyond what they explain",
    (p50, gates) => {
      const comparison = judge(all({ ...beside(0.95), p50 }));
      const row = found(comparison, "gate", "http_req_duration.p50");
      expect([row.verdict, row.gates, comparison.exit]).toEqual(["regressed", gates, gates ? 1 : 0]);
    },
  );
  test("half of them are not most: worse is worse", () => {
    const comparison = judge(some(5, beside(0.95)));
    expect([comparison.overall, comparison.exit]).toEqual(["regressed", 1]);
    expect(contended(some(5, beside(0.95)))).toEqual([expect.stringMatching(/^5 of 10 trials/)]);
  });
});

describe("remedies for failed trials", () => {
  const warnings = (trials: readonly TrialSpec[]) => found(judge(trials), "workload").warnings;
  test.each([
    ["script-error", /^Fix the script/],
    ["setup-timeout", /setupTimeout/],
  ] as const)("%s", (failure, remedy) => {
    for (const trials of [all({ failure }), some(3, { failure })]) {
      const [first] = warnings(trials);
      expect([first?.code, first?.remedy]).toEqual([failure, expect.stringMatching(remedy)]);
    }
  });
  test("failures of head have no remedy in the script", () => {
    expect(warnings([...some(4, { failure: "timeout" }).slice(0, 9), { failure: "script-error" }])).toEqual(
      [],
    );
  });
  test("trials given up after others are no further deaths or causes", () => {
    const given = "not run after 3 failures in a row: api ended";
    const dying = (n: number): TrialSpec => ({
      failure: "service-died",
      ...(n < 3 ? { message: "api ended" } : { message: given, skipped: true }),
    });
    const died = TEN.map((_, i): TrialSpec => (i < 6 ? dying(i) : {}));
    expect(found(judge(died), "workload").reason).toBe("a service died in 3 trials: api ended");
    const broken = TEN.map((_, i) => ({ ...dying(i), failure: "script-error" }) as const);
    expect(found(judge(broken), "workload").reason).toBe(
      "all 10 trials failed: 3 × script-error (api ended), 7 × not run after these",
    );
  });
});

test("every workload is summed up, judged or not", () => {
  const { workloads } = judge(some(2, { failure: "timeout" }));
  expect(workloads).toEqual([
    {
      workload: "browse",
      variant: null,
      trials: 10,
      failed: 2,
      requests: 16_000,
      errors: 0,
      statuses: { 200: 16_000 },
      timeouts: 0,
      saturated: false,
    },
  ]);
});

test("the figures of healthy trials of a failed workload are shown", () => {
  const row = found(judge(some(1, { failure: "service-died" })), "gate", "http_req_duration.p50");
  expect([row.verdict, row.gates, row.head?.values.length]).toEqual(["inconclusive", false, 9]);
});
