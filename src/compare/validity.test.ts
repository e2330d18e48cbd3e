import { expect, test } from "vitest";
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
  ["the load hung", some(3, { failure: "timeout" }), "failed", /3 of 10 trials failed \(20 % may\)/],
  ["a broken script", all({ failure: "script-error" }), "invalid", /script-error/],
  ["setup took too long", some(3, { failure: "setup-timeout" }), "invalid", /setup-timeout/],
  ["no summary", some(4, { failure: "no-summary" }), "invalid", /no-summary/],
  ["NaN", some(4, { failure: "bad-numbers" }), "invalid", /bad-numbers/],
  ["a generator that broke", some(4, { failure: "generator" }), "invalid", /generator/],
  ["one crash is one too many", some(1, { failure: "service-died" }), "failed", /a service died in 1 trial/],
  ["a silent restart", some(1, { restarts: 1 }), "failed", /restarted while it was measured: api/],
  ["iterations dropped", all({ dropped: 21 }), "invalid", /1\.04 % of the iterations were dropped/], // 21 of 2,021
  ["the rate not reached", all({ achieved: 0.97 }), "invalid", /97 % of its target rate/],
  ["the generator's CPU", all({ generatorCpu: 49 }), "invalid", /87.5 % of 8 cores/], // 49 s of 7 s × 8
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

test("trials that were planned and not made count as failed", () => {
  const row = found(judge(all({}), 13), "workload");
  expect([row.verdict, row.reason]).toEqual([
    "invalid",
    expect.stringMatching(/3 of 13 .*3 × planned and not made/),
  ]);
  expect(judge(all({}), 12).overall).toBe("regressed"); // 2 of 12: 17 %
});

test("failed trials and contention are said beside the figures", () => {
  const codes = (trials: readonly TrialSpec[]) =>
    found(judge(trials), "gate", "http_req_duration.p50").warnings.map(({ code }) => code);
  expect(codes(some(2, { failure: "timeout" }))).toContain("failed-trials");
  expect(codes(some(2, { p50: 0.018, probe: [1, 1.3] }))).toContain("contended");
  expect(codes(some(2, { p50: 0.018, steal: 0.06 }))).toContain("contended");
  expect(codes(all({}))).toEqual([]);
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
