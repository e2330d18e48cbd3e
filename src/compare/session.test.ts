import { expect, test } from "vitest";
import { Baseline, Session } from "../model/baseline.ts";
import { trialsAt } from "../testing/comparing.ts";
import { aFingerprint, aRun, SHA } from "../testing/runs.ts";
import { aTrend } from "../testing/trials.ts";
import { session, withSession } from "./session.ts";
import { MOST_TRACKED, trackedMetrics, workMetricsOf } from "./tracked.ts";

const ten = trialsAt(0.012);
const of = { workload: "browse", runnerClass: "linux-x64-8c" };
const run = (more: object = {}, trials: object[] = ten) =>
  aRun({ workloads: { browse: { trials } }, ...more });
const contribution = (measured = run()) => session(measured, measured.config.resolved, "browse");

test("a run adds raw values, counts, and its machine", () => {
  const found = Session.parse(contribution());
  expect(found).toMatchObject({ run: run().id, commit: SHA, at: run().began, fingerprint: { cores: 8 } });
  expect(found.variants["-"]?.values["http_req_duration.p50"]).toEqual(ten.map(({ p50 }) => p50));
  expect(found.variants["-"]).toMatchObject({ requests: 20_000, errors: 0, saturated: false });
});

test("variants each have their part; those without three good trials none", () => {
  const variants = { a: ten, b: [0.012, 0.012], c: ten.map((trial) => ({ ...trial, busy: 0.99 })) };
  const found = contribution(aRun({ workloads: { browse: { variants } } }));
  expect(Object.keys(found?.variants ?? {})).toEqual(["a", "c"]);
  expect([found?.variants.a?.saturated, found?.variants.c?.saturated]).toEqual([false, true]);
});

test.each([
  ["interrupted", run({ state: "interrupted" })],
  ["failed", run({}, Array(10).fill({ failure: "timeout" }))],
  ["too short", run({}, ten.slice(0, 2))],
  ["of another workload", aRun({ workloads: { search: { trials: ten } } })],
])("a run that is %s contributes nothing", (_, measured) => {
  expect(contribution(measured)).toBeNull();
});

test("a dirty tree is no commit, and at most twenty trials are kept", () => {
  const dirty = run({ commit: { sha: SHA, subject: "x", dirty: true } }, [...ten, ...ten, ...ten]);
  expect(contribution(dirty)?.commit).toBeNull();
  expect(contribution(dirty)?.variants["-"]?.values.cpu_per_request).toHaveLength(20);
});

test("a baseline grows by its newest session, forgets the oldest of thirteen, and adding twice is adding once", () => {
  const at = (i: number) =>
    contribution(run({ id: `run-${i}`, began: `2026-11-${String(i).padStart(2, "0")}T00:00:00Z` }))!;
  let baseline: Baseline | null = null;
  for (const i of [2, 1, 3]) baseline = withSession(baseline, at(i), of);
  expect(baseline?.sessions.map(({ run }) => run)).toEqual(["run-1", "run-2", "run-3"]);
  expect(withSession(baseline, at(2), of)).toEqual(baseline);
  for (let i = 4; i <= 13; i++) baseline = withSession(baseline, at(i), of);
  expect(Baseline.parse(baseline).sessions).toHaveLength(12);
  expect(baseline?.sessions[0]?.run).toBe("run-2");
});

test("the noise model stays when a session is added", () => {
  const noise: Baseline["noise"] = [
    {
      run: "calibrate-1",
      commit: null,
      at: "2026-11-01T00:00:00Z",
      digest: "sha256:0f0e0d",
      fingerprint: aFingerprint(),
      mode: "trial",
      block: 5,
      variants: { "-": { "http_req_duration.p50": { variance: 0.001, starts: [{ pairs: 10, mean: 0 }] } } },
    },
  ];
  const before = Baseline.parse({ ...withSession(null, contribution()!, of), noise });
  const later = contribution(run({ id: "later", began: "2026-11-30T00:00:00Z" }))!;
  expect(withSession(before, later, of)).toMatchObject({ noise, sessions: [{}, { run: "later" }] });
});

test("tracked metrics: the config's own first, then a standard choice, bounded and in a fixed order", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `http_req_duration{name:p${String(i).padStart(2, "0")}}`,
      aTrend(0.01),
    ]),
  );
  const metrics = { ...many, http_req_waiting: aTrend(0.01), orders: aTrend(5, 100, 0.2, "1") };
  const trials = ten.map((trial) => ({ ...trial, metrics }));
  const config = { gate: ["http_req_duration.p50", "orders.p90"], budgets: { "absent.p99": "< 1s" } };
  const measured = aRun({ workloads: { browse: { trials, config } } });
  const selectors = trackedMetrics(measured, "browse", measured.config.resolved.workloads.browse!);
  expect(selectors).toHaveLength(MOST_TRACKED);
  expect(selectors.slice(0, 3)).toEqual(["http_req_duration.p50", "orders.p90", "http_req_duration.p95"]);
  expect(new Set(selectors).size).toBe(MOST_TRACKED);
  expect(selectors).not.toContain("absent.p99");
  expect(selectors).not.toContain("http_req_waiting.p50"); // a part of what is kept
  expect(selectors).toContain("orders.mean"); // the script's own before sub-metrics
  const shuffled = { ...measured, trials: [...measured.trials].reverse() };
  expect(trackedMetrics(shuffled, "browse", measured.config.resolved.workloads.browse!)).toEqual(selectors);
});

test("counts of work: those of each service, and of all only where a side has one service", () => {
  const of = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { kind: "gauge", unit: "1", value: 1 } as const]));
  const [sum, api, cache] = ["", "{service:api}", "{service:cache}"].map(
    (tag) => `page_faults_per_request${tag}`,
  );
  const both = of(sum!, api!, cache!);
  expect(workMetricsOf([both, both])).toEqual([api, cache]);
  expect(workMetricsOf([of(sum!), both])).toEqual([sum, api, cache]);
});
