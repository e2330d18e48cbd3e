import { expect, test } from "vitest";
import { Bisect, type BisectDuel } from "../model/bisect.ts";
import { CalibrationReport } from "../model/calibration.ts";
import { SelfTest } from "../model/selftest.ts";
import { aFingerprint } from "../testing/runs.ts";
import { bisectText } from "./bisect.ts";
import { calibrationText } from "./calibration.ts";
import { selfTestText } from "./selftest.ts";

const golden = (name: string) => `__goldens__/proofs/${name}.txt`;
const SHA = (digit: string) => digit.repeat(40);
const common = {
  steelyard: "0.1.0",
  runnerClass: "linux-x64-8c",
  fingerprint: aFingerprint(),
  commit: { sha: SHA("1"), subject: "Faster search", dirty: false },
  began: "2026-11-21T10:00:00Z",
  ended: "2026-11-21T10:05:00Z",
};

const CALIBRATION = CalibrationReport.parse({
  schema: "calibration/1",
  ...common,
  pairs: 10,
  runs: ["a", "b", "c", "d"],
  level: 0.02,
  alarms: { sessions: 4, regressed: 0, interval: [0, 0.602] },
  workloads: [
    {
      workload: "search",
      variant: "popularity",
      mode: "trial",
      why: "a load by wrk has one target",
      block: 5,
      pairs: 39,
      lost: 1,
      contended: 0.1,
      saturated: 0,
      fault: null,
      metrics: [
        {
          metric: "http_req_duration.p50",
          pairs: 39,
          pair: 0.034,
          band: Math.log(1.03),
          start: { sd: 0.021, most: 0.031, differ: true },
          assumed: { sd: 0.002, learned: false },
          alarms: { sessions: 4, regressed: 0, interval: [0, 0.602] },
          mde: [
            { pairs: 6, change: 0.31 },
            { pairs: 10, change: 0.12 },
            { pairs: 30, change: 0.07 },
          ],
        },
        {
          metric: "cpu_per_request",
          pairs: 2,
          pair: null,
          start: null,
          band: Math.log(1.03),
          assumed: { sd: 0.002, learned: true },
          alarms: null,
          mde: [],
        },
      ],
      advice: [
        {
          code: "quieter-machine",
          message:
            "In 10 % of the pairs something else wanted the CPU: measure on a machine that does nothing else.",
        },
      ],
    },
    {
      workload: "burst",
      variant: null,
      mode: "request",
      why: null,
      block: 1,
      pairs: 0,
      lost: 3,
      contended: 0,
      saturated: 0,
      fault: "head died in 3 pairs: exit code 9",
      metrics: [],
      advice: [],
    },
  ],
  written: ["baselines/linux-x64-8c/search.json"],
});

test.each([60, 100])("a calibration in %d columns", async (columns) => {
  const text = calibrationText(CALIBRATION, columns);
  await expect(text).toMatchFileSnapshot(golden(`calibration-${columns}`));
});

const GATE = { workload: "browse", variant: null, metric: "http_req_duration.p50" };
const SELF_TEST = SelfTest.parse({
  schema: "selftest/1",
  ...common,
  slowdown: { stackEnv: { FAULTS: "recommend.cpu=300%" } },
  slowed: {
    run: "a",
    overall: "regressed",
    exit: 1,
    pairs: 6,
    gates: [
      { ...GATE, verdict: "regressed", reason: "worse", estimate: 0.7, interval: [0.65, 0.75], mde: 0.04 },
    ],
  },
  unslowed: {
    run: "b",
    overall: "inconclusive",
    exit: 0,
    pairs: 30,
    gates: [
      {
        ...GATE,
        verdict: "inconclusive",
        reason: "cannot tell",
        estimate: 0.002,
        interval: [-0.04, 0.04],
        mde: 0.09,
      },
      {
        ...GATE,
        metric: "",
        verdict: "invalid",
        reason: "broken",
        estimate: null,
        interval: null,
        mde: null,
      },
    ],
  },
  outcome: "proved",
  why: ["The gate fails for the slowdown and passes without it."],
});

test("a self-test", async () => {
  await expect(selfTestText(SELF_TEST, 80)).toMatchFileSnapshot(golden("selftest"));
  const patched = SelfTest.parse({
    ...SELF_TEST,
    slowdown: { patch: "git apply slow.patch" },
    outcome: "refuted",
  });
  expect(selfTestText(patched, 80)).toMatch(
    /^❌ not proved: [\s\S]*head after git apply slow\.patch: regressed/,
  );
});

const duel = (verdict: BisectDuel["verdict"], estimate: number | null): BisectDuel => ({
  verdict,
  reason: `because it is ${verdict}`,
  estimate,
  pairs: 12,
  run: "r",
  interval: estimate === null ? null : [estimate - 0.02, estimate + 0.02],
});
const step = (digit: string, subject: string) => ({ sha: SHA(digit), subject });
const SEARCH = Bisect.parse({
  schema: "bisect/1",
  steelyard: "0.1.0",
  began: common.began,
  question: {
    good: SHA("0"),
    bad: SHA("5"),
    workload: "browse",
    variant: null,
    metric: "http_req_duration.p50",
    runnerClass: "linux-x64-8c",
    stack: "process",
    digest: "d",
  },
  commits: ["1", "2", "3", "4", "5"].map(SHA),
  verified: duel("regressed", 0.3),
  steps: [
    {
      ...step("4", "Does not build"),
      found: "skip",
      how: "skipped",
      why: "The build failed: exit code 1.",
      duel: null,
    },
    {
      ...step("2", "::error::Hostile \u001b[31m<!-- @everyone"),
      found: "good",
      how: "shown",
      why: "",
      duel: duel("unchanged", 0.001),
    },
    {
      ...step("3", "Nearer"),
      found: "bad",
      how: "nearer",
      why: "cannot be told for sure",
      duel: duel("inconclusive", 0.2),
    },
  ],
  result: {
    kind: "found",
    parent: SHA("2"),
    confirmed: duel("regressed", 0.25),
    culprit: { ...step("3", "Ask twice"), authored: "2026-11-20T09:00:00+01:00" },
  },
});

test("a search that found the culprit", async () => {
  const text = bisectText(SEARCH, 80);
  await expect(text).toMatchFileSnapshot(golden("bisect"));
  expect(text).not.toContain("\u001b");
});

test.each<[string, Bisect["result"], RegExp]>([
  ["not at its end", null, /^the search is not finished yet/],
  ["without a difference", { kind: "not-worse" }, /not shown to be worse than good/],
  [
    "past what cannot be measured",
    {
      kind: "left",
      commits: [
        { ...step("2", "A"), authored: "" },
        { ...step("3", "B"), authored: "" },
      ],
    },
    /^The first bad commit is one of 2: [\s\S]*222222222 A\n {2}333333333 B\n/,
  ],
  [
    "not confirmed",
    { ...SEARCH.result, confirmed: duel("inconclusive", 0.01) } as Bisect["result"],
    /is the first bad commit, but\s+this\s+could\s+not\s+be\s+confirmed/,
  ],
  [
    "found in part",
    { ...SEARCH.result, confirmed: duel("regressed", 0.1) } as Bisect["result"],
    /less than half of the change from good\s+to\s+bad/,
  ],
])("a search %s", (_, result, expected) => {
  expect(bisectText({ ...SEARCH, result }, 80)).toMatch(expected);
});

test("a state that no search of ours leaves is refused", () => {
  const twice = { ...SEARCH, steps: [SEARCH.steps[0], SEARCH.steps[0]] };
  const strange = { ...SEARCH, steps: [{ ...SEARCH.steps[0], sha: SHA("9") }] };
  const turned = { ...SEARCH, commits: [...SEARCH.commits].reverse() };
  for (const state of [twice, strange, turned]) expect(Bisect.safeParse(state).success).toBe(false);
  expect(Bisect.safeParse(SEARCH).success).toBe(true);
});
