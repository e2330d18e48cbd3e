import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { Config, Policy, Workload } from "../../model/config.ts";
import type { LevelRecord, Probe, ProbeReason } from "../../model/levelrun.ts";
import { Run } from "../../model/run.ts";
import { aRun, type TrialSpec } from "../../testing/runs.ts";
import { compare } from "../compare.ts";
import { judgedLevel } from "./level.ts";

const BUDGETS = { "http_req_failed.rate": "< 1%" };
const good = { requests: 2_000, errors: 0 };
const bad = { requests: 2_000, errors: 200 };
const trialsOf = (specs: readonly TrialSpec[]) => aRun({ workloads: { a: { trials: specs } } }).trials;

describe("a level", () => {
  const judged = (specs: readonly TrialSpec[], budgets: object = BUDGETS, cores = 8) =>
    judgedLevel(trialsOf(specs), {
      config: Workload.parse({ k6: "a.ts", budgets }),
      policy: Policy.parse({}),
      cores,
    });

  test.each([
    ["holds where every budget is kept beyond its noise", [good, good], "holds", "holds"],
    ["breaks where one is broken beyond it", [bad, bad], "breaks", "breaks"],
    ["is undecided by a single trial", [good], "undecided", "holds"],
    // 0 of 100 may be up to 3 %: 0.95^… (Clopper and Pearson), so a budget of 1 % is not shown to hold
    [
      "is undecided where too little was asked",
      [
        { requests: 50, errors: 0 },
        { requests: 50, errors: 0 },
      ],
      "undecided",
      "holds",
    ],
    [
      "is undecided around its budget, and leans by the estimate",
      [good, { requests: 2_000, errors: 60 }],
      "undecided",
      "breaks",
    ],
    [
      "breaks where a service died, whatever the others show",
      [good, good, { failure: "service-died" }],
      "breaks",
      "breaks",
    ],
    ["breaks where nothing answers", [{ failure: "dead-target" }], "breaks", "breaks"],
    [
      "is undecided where the measurement itself failed",
      [{ failure: "script-error" }],
      "undecided",
      "breaks",
    ],
    [
      "is not the worse for one trial that failed by itself",
      [good, good, { failure: "no-summary" }],
      "holds",
      "holds",
    ],
  ] as const)("%s", (_, specs, status, leans) => {
    expect(judged(specs as readonly TrialSpec[])).toMatchObject({ status, leans });
  });

  test("two budgets: both have to hold, either can break", () => {
    const budgets = { ...BUDGETS, "http_req_duration.p95": "< 60ms" };
    const slow = { ...good, p50: 0.05 };
    expect(judged([good, good], budgets).status).toBe("holds");
    expect(judged([slow, slow], budgets)).toMatchObject({
      status: "breaks",
      reason: expect.stringMatching(/^http_req_duration\.p95 1\d\d ms/),
    });
  });

  // eight cores, 5 s: the generator's CPU covers the whole trial
  test.each([
    [
      "a generator that drops",
      [
        { ...good, dropped: 200 },
        { ...good, dropped: 200 },
      ],
      "limited",
      "dropped",
    ],
    [
      "one that drops in one of three trials",
      [{ ...good, dropped: 200 }, good, good],
      "holds",
      "http_req_failed",
    ],
    ["one that drops in one of two", [{ ...good, dropped: 200 }, good], "limited", "dropped"],
    [
      "one that does not reach its rate",
      [
        { ...good, achieved: 0.9 },
        { ...good, achieved: 0.9 },
      ],
      "limited",
      "90 %",
    ],
    // it broke under fewer requests than planned
    [
      "one that drops because the service broke",
      [
        { ...bad, dropped: 200 },
        { ...bad, dropped: 200 },
      ],
      "breaks",
      "http_req_failed",
    ],
    [
      "one that has no CPU left",
      [
        { ...bad, generatorCpu: 52 },
        { ...bad, generatorCpu: 52 },
      ],
      "limited",
      "its own queue",
    ],
  ] as const)("%s", (_, specs, status, reason) => {
    expect(judged(specs as readonly TrialSpec[])).toMatchObject({
      status,
      reason: expect.stringContaining(reason),
    });
  });

  test("a full machine is the service's knee where the service filled it, and not where the generator did", () => {
    // one core; 2,000 requests of 0.8 ms are 1.6 CPU seconds of 5; `busy` is of eight cores
    const [trial] = trialsOf([{ ...bad, cpu: 0.0018, generatorCpu: 1 }]);
    const [other] = trialsOf([{ ...bad, cpu: 0.0008, generatorCpu: 4 }]);
    const rules = {
      config: Workload.parse({ k6: "a.ts", budgets: BUDGETS }),
      policy: Policy.parse({}),
      cores: 1,
    };
    if (trial?.outcome !== "ok" || other?.outcome !== "ok") throw new Error("no trial");
    const cpu = (used: number, generator: number) => ({
      ...trial,
      services: { api: { cpu: used, memory: 1, restarts: 0 } },
      observed: { ...trial.observed, generator: { ...trial.observed.generator, cpu: generator, wall: 5 } },
    });
    const of = (one: ReturnType<typeof cpu>) => judgedLevel([one, one], rules).status;
    expect(of(cpu(3.6, 1))).toBe("breaks"); // 92 %, of which the service 3.6 of 4.6 s
    expect(of(cpu(2, 2.6))).toBe("limited"); // 92 %, of which the generator 2.6
    expect(of(cpu(1, 2))).toBe("breaks"); // there was room
  });
});

/** A run of a sweep from 10 to 80 a second with these probes. */
function swept(
  probes: readonly (readonly [level: number, specs: readonly TrialSpec[], why?: ProbeReason])[],
  more: {
    readonly sweep?: object;
    readonly ended?: LevelRecord["ended"];
    readonly records?: object;
    readonly state?: "interrupted";
    readonly fallback?: string;
  } = {},
) {
  const sweep = { rate: ["10/s", "80/s"], ...more.sweep } as unknown as z.input<typeof Workload>["sweep"];
  const made = aRun({ workloads: { ingest: { trials: [], config: { budgets: BUDGETS, sweep } } } });
  const record: LevelRecord = {
    workload: "ingest",
    variant: null,
    seed: 1,
    because: null,
    seconds: 60,
    ended: more.ended ?? "done",
    probes: probes.map(
      ([level, specs, why = "halve"], start): Probe => ({ level, why, start, trials: trialsOf(specs) }),
    ),
  };
  const run = Run.parse({
    ...made,
    levels: [record],
    state: more.state ?? "complete",
    ...(more.fallback && { fallback: more.fallback }),
  });
  const config = Config.parse({ ...run.config.resolved, records: more.records ?? {} });
  return compare({
    run,
    config,
    baselines: new Map(),
    classes: [],
    at: run.ended,
    steelyard: "0",
    replay: [],
  });
}
const three = (spec: TrialSpec) => [spec, spec, spec];
const confirmed = [
  [10, three(good)],
  [20, three(good)],
  [40, three(bad)],
  [20, three(good), "confirm"],
  [40, three(bad), "confirm"],
  [40, three(bad), "confirm"],
  [20, three(good), "confirm"],
] as const;

test("a sweep shows its knee with the reason, and a row for each level", () => {
  const comparison = swept(confirmed);
  expect(comparison.levels).toMatchObject([
    {
      workload: "ingest",
      axis: "rate",
      knee: { holds: 20, breaks: 40, limit: "service", confirmed: [2, 2] },
      notes: [],
      said: expect.stringMatching(
        /^holds up to 20 \/s and breaks at 40 \/s \(http_req_failed\.rate 10 %.* required < 1 %\)$/,
      ),
    },
  ]);
  const rows = comparison.levels?.[0]?.rows ?? [];
  expect(rows.map(({ level, trials, probes, status }) => [level, trials, probes, status])).toEqual([
    [10, 3, 1, "holds"],
    [20, 9, 3, "holds"],
    [40, 9, 3, "breaks"],
  ]);
  expect(rows[2]).toMatchObject({
    requests: 18_000,
    errors: 1_800,
    statuses: "200: 16,200, 500: 1,800",
    achieved: 400,
  });
  // it is no gate, adds no session to a baseline, and is not missing
  expect([comparison.overall, comparison.exit, comparison.rows, comparison.workloads]).toEqual([
    "new",
    0,
    [],
    [],
  ]);
});

test.each([
  ["dead-target", "failed", 1],
  ["script-error", "invalid", 3],
] as const)("a sweep of which no trial was good (%s) is no pass", (failure, verdict, exit) => {
  const { rows, ...comparison } = swept([[10, three({ failure })]]);
  expect(rows).toMatchObject([{ kind: "workload", verdict, reason: expect.stringContaining(failure) }]);
  expect(comparison).toMatchObject({ overall: verdict, exit });
});

test("an interrupted sweep is not judged", () => {
  const { rows, exit } = swept(confirmed, { state: "interrupted", sweep: { knee: "> 90/s" } });
  expect(rows).toMatchObject([{ kind: "workload", verdict: "invalid" }]);
  expect(exit).toBe(3);
});

test.each([
  ["> 15/s", "unchanged", "pass", 0],
  ["> 20 /s", "unchanged", "pass", 0],
  ["> 30/s", "unchanged", "risk", 0], // between the level that holds and the one that breaks
  ["> 40/s", "budget", "fail", 1],
  [">50", "budget", "fail", 1],
] as const)("a knee of 20 to 40 under the budget %s", (knee, verdict, outcome, exit) => {
  const { rows, ...comparison } = swept(confirmed, { sweep: { knee } });
  const limit = { outcome, seen: 20, bounds: [20, 40] };
  expect(rows).toMatchObject([
    { kind: "budget", metric: "knee", verdict, unit: "/s", head: { center: 20 }, limit },
  ]);
  expect(comparison).toMatchObject({ overall: verdict, exit });
});

test("a knee that only the generator ends breaks no budget", () => {
  const probes = [confirmed[1], [40, three({ ...good, dropped: 500 })]] as const;
  const { rows, levels } = swept(probes, { sweep: { knee: "> 60/s" } });
  expect(rows).toMatchObject([{ verdict: "unchanged", limit: { outcome: "risk" } }]);
  expect(levels?.[0]?.knee).toMatchObject({ holds: 20, breaks: 40, limit: "generator" });
  expect(levels?.[0]?.said).toContain("the generator is the limit, not the service");
});

test.each([
  ["no confirmation", confirmed.slice(0, 3), {}, /confirmed by 0 fresh starts of the stack instead of 2/],
  ["none asked for", confirmed.slice(0, 3), { sweep: { confirm: 0 } }, null],
  ["an early end", confirmed, { ended: "time" as const }, /the time limit was reached/],
  [
    "levels that contradict each other",
    [...confirmed, [60, three(good)], [80, three(bad)]] as const,
    {},
    /not monotone: 40 \/s breaks/,
  ],
])("%s has a note", (_, probes, more, want) => {
  const notes = swept(probes as typeof confirmed, more).levels?.[0]?.notes ?? [];
  if (want === null) expect(notes).toEqual([]);
  else expect(notes.join("; ")).toMatch(want);
});

test("a record: the knee with the figures of the level that holds, and a table of levels", () => {
  const columns = { Knee: "{knee}", Level: "{level}", Errors: "{http_req_failed.rate}", Rate: "{env.RATE}" };
  const each = { Level: "{level}", Rate: "{achieved}", Answers: "{statuses}", Outcome: "{outcome}" };
  const tables = {
    Knee: { workloads: ["ingest"], columns },
    Levels: { workloads: ["ingest"], each: "level", columns: each },
  };
  const [record] = swept(confirmed, { records: { r: { title: "R", tables } } }).records ?? [];
  expect(record?.tables[0]?.rows).toEqual([["20 /s to 40 /s", "20 /s", "0 %", "20"]]);
  expect(record?.tables[1]?.rows).toEqual([
    ["10 /s", "400 /s", "200: 3 × 2,000", "holds"],
    ["20 /s", "400 /s", "200: 9 × 2,000", "holds"],
    ["40 /s", "400 /s", "200: 9 × 1,800; 500: 9 × 200", expect.stringMatching(/^breaks: http_req_failed/)],
  ]);
  expect(record?.targets).toEqual([{ workload: "ingest", variant: null }]);
});

test("a sweep of which nothing held has no figures that stand for it", () => {
  const tables = {
    T: { workloads: ["ingest"], columns: { Knee: "{knee}", p95: "{http_req_duration.p95}" } },
  };
  const [record] = swept([[10, three(bad)]], { records: { r: { title: "R", tables } } }).records ?? [];
  expect(record?.tables[0]?.rows).toEqual([["below 10 /s", "n/a"]]);
});

test("a paired run warns that levels were measured without base", () => {
  const codes = (more: object) => swept(confirmed, more).warnings.map(({ code }) => code);
  expect(codes({ fallback: "base was not measured: it does not start" })).toContain("levelled");
  expect(codes({})).not.toContain("levelled");
  // a run of levels only needs no baseline
  expect(codes({})).not.toContain("no-baseline");
});
