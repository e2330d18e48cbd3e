import { expect, test } from "vitest";
import { type Options, type Scenario, scenarios, span } from "./options.ts";
import { measuredSeconds, model, plan, shortened } from "./shape.ts";

const of = (options: Options) => scenarios(options, "script.ts");
const one = (executor: string, more: Partial<Scenario> = {}) => ({ a: { executor, ...more } });
const SLOT = { warmup: 2, duration: 5 };

test.each([
  [null, 7, 7],
  ["0s", 7, 0],
  ["1m30s", 0, 90],
  ["1m0s", 0, 60],
  ["500ms", 0, 0.5],
])("the span %s", (text, otherwise, want) => {
  expect(span(text, otherwise)).toBe(want);
});

test.each([
  [{}, "closed", 7],
  [{ vus: 3, duration: "1m0s" }, "closed", 7],
  [{ vus: 3, iterations: 10 }, "iterations", null],
  [{ vus: 3, iterations: 10, duration: "5s" }, "iterations", null],
  [
    {
      stages: [
        { duration: "1m30s", target: 9 },
        { duration: "10s", target: 0 },
      ],
    },
    "closed",
    102,
  ], // 2 + 90 + 10
  [{ scenarios: one("constant-arrival-rate", { rate: 5, duration: "9s" }) }, "open", 7],
  [{ scenarios: one("ramping-arrival-rate", { stages: [{ duration: "20s", target: 9 }] }) }, "open", 22],
  [{ scenarios: one("per-vu-iterations", { iterations: 2 }) }, "iterations", null],
  // 3 s late, then 20 s; the other keeps its 9 s, because the first has a length of its own
  [
    {
      scenarios: {
        a: { executor: "ramping-vus", startTime: "3s", stages: [{ duration: "20s", target: 2 }] },
        b: { executor: "constant-arrival-rate", rate: 1, duration: "9s" },
      },
    },
    "mixed",
    25,
  ],
] as const)("%j is %s and takes %s s with 2 s of warm-up and 5 s measured", (options, kind, seconds) => {
  expect(model(of(options))).toBe(kind);
  expect(plan(of(options), SLOT).seconds).toBe(seconds);
});

test("a closed loop: a warm-up of the same load that stops at the border, then the measured part", () => {
  const planned = plan(of({ vus: 3, duration: "1m0s" }), SLOT);
  expect(planned.scenarios).toEqual({
    default: {
      executor: "constant-vus",
      vus: 3,
      duration: "5000ms",
      startTime: "2000ms",
      gracefulStop: "30000ms",
      tags: { steelyard_phase: "measured" },
      env: { STEELYARD_PHASE: "measured" },
    },
    steelyard_warmup_default: {
      executor: "constant-vus",
      vus: 3,
      duration: "2000ms",
      gracefulStop: "0s",
      tags: { steelyard_phase: "warmup" },
      env: { STEELYARD_PHASE: "warmup" },
    },
    steelyard_mark: {
      executor: "per-vu-iterations",
      vus: 1,
      iterations: 1,
      exec: "steelyard_mark",
      startTime: "2000ms",
      maxDuration: "10s",
      gracefulStop: "0s",
    },
  });
  expect(planned.window).toEqual({ kind: "constant", seconds: 5, vus: 3, target: null });
  expect(planned.most).toBe(37); // 2 + 5 + 30
});

test("without a warm-up there is none", () => {
  const { scenarios: planned } = plan(of({}), { warmup: 0, duration: 5 });
  expect(Object.keys(planned)).toEqual(["default", "steelyard_mark"]);
  expect(planned.steelyard_mark).toMatchObject({ startTime: "0ms" });
});

test("what a scenario says of itself goes into both phases, and its own tags and environment stay", () => {
  const own = { exec: "go", env: { A: "1" }, tags: { team: "x" }, options: { browser: {} }, maxVUs: null };
  const planned = plan(one("constant-vus", { vus: 1, duration: "1s", ...own }), SLOT).scenarios;
  for (const [name, phase] of [
    ["a", "measured"],
    ["steelyard_warmup_a", "warmup"],
  ] as const) {
    expect(planned[name]).toMatchObject({
      exec: "go",
      env: { A: "1", STEELYARD_PHASE: phase },
      tags: { team: "x", steelyard_phase: phase },
      options: { browser: {} },
    });
    expect(planned[name]).not.toHaveProperty("maxVUs");
  }
});

test("a share of the time of a script with stages: of everything that runs beside them or after them", () => {
  const scenarios = {
    ramp: {
      executor: "ramping-vus",
      startTime: "10s",
      stages: [
        { duration: "1m0s", target: 9 },
        { duration: "0s", target: 3 },
      ],
    },
    beside: { executor: "constant-arrival-rate", rate: 5, duration: "1m10s" },
    some: { executor: "shared-iterations", iterations: 7, startTime: "20s", maxDuration: "5m0s" },
  };
  const short = shortened(scenarios, 0.05);
  expect(short).toEqual({
    ramp: {
      ...scenarios.ramp,
      startTime: "500ms",
      stages: [
        { duration: "3000ms", target: 9 },
        { duration: "0ms", target: 3 },
      ],
    },
    beside: { ...scenarios.beside, startTime: "0ms", duration: "3500ms" },
    some: { ...scenarios.some, startTime: "1000ms" },
  });
  expect(plan({ ramp: short.ramp! }, SLOT).seconds).toBe(5.5); // a warm-up of 2 s, 0.5 s, 3 s
  expect(shortened(scenarios, 1)).toBe(scenarios);
  const constant = one("constant-vus", { vus: 1, duration: "9s" });
  expect(shortened(constant, 0.05)).toBe(constant);
});

test.each([
  ["ramping-vus", { startVUs: 10, stages: [] }, { executor: "constant-vus", vus: 10 }],
  ["ramping-vus", { startVUs: 0, stages: [] }, { executor: "constant-vus", vus: 1 }],
  ["shared-iterations", { vus: 50, iterations: 5000 }, { executor: "constant-vus", vus: 50 }],
  [
    "ramping-arrival-rate",
    { startRate: 30, timeUnit: "1m0s", preAllocatedVUs: 4, stages: [] },
    { executor: "constant-arrival-rate", rate: 30, timeUnit: "1m0s", preAllocatedVUs: 4 },
  ],
] as const)("the warm-up of %s %j is like its beginning", (executor, more, want) => {
  const planned = plan(one(executor, more as Partial<Scenario>), SLOT).scenarios;
  expect(planned.steelyard_warmup_a).toMatchObject({ ...want, duration: "2000ms", gracefulStop: "0s" });
});

test("constant scenarios are scaled together: what ran half of the time still does", () => {
  const both = {
    a: { executor: "constant-vus", vus: 1, duration: "30s" },
    b: { executor: "constant-vus", vus: 1, startTime: "30s", duration: "30s" },
  };
  const planned = plan(both, { warmup: 1, duration: 10 });
  expect(planned.scenarios.a).toMatchObject({ startTime: "1000ms", duration: "5000ms" });
  expect(planned.scenarios.b).toMatchObject({ startTime: "6000ms", duration: "5000ms" });
  expect(planned.window).toEqual({ kind: "constant", seconds: 10, vus: null, target: null });
});

test("lengths below a second, which constant executors refuse, become ramps that do not rise", () => {
  const closed = plan(of({ vus: 3, duration: "9s" }), { warmup: 0.5, duration: 0.8 }).scenarios;
  expect(closed.default).toMatchObject({
    executor: "ramping-vus",
    startVUs: 3,
    stages: [{ duration: "800ms", target: 3 }],
  });
  expect(closed.default).not.toHaveProperty("vus");
  expect(closed.steelyard_warmup_default).toMatchObject({ stages: [{ duration: "500ms", target: 3 }] });
  const open = plan(one("constant-arrival-rate", { rate: 40, duration: "9s" }), { warmup: 0, duration: 0.5 });
  expect(open.scenarios.a).toMatchObject({ executor: "ramping-arrival-rate", startRate: 40 });
  expect(open.window).toEqual({ kind: "constant", seconds: 0.5, vus: null, target: 20 }); // 40/s × 0.5 s
});

test("everything is bounded, by k6's own defaults where the script does not say", () => {
  const many = plan(one("shared-iterations", { iterations: 5 }), { warmup: 0, duration: 1 });
  expect(many.scenarios.a).toMatchObject({ maxDuration: "600000ms", gracefulStop: "30000ms" });
  expect(many.most).toBe(630);
  const long = plan(one("constant-vus", { duration: "1s", gracefulStop: "10m0s" }), {
    warmup: 0,
    duration: 1,
  });
  expect(long.most).toBe(31);
  const none = plan(one("constant-vus", { duration: "1s", gracefulStop: "0s" }), { warmup: 0, duration: 1 });
  expect(none.most).toBe(1);
});

test("a load that is steered from outside cannot be measured", () => {
  expect(() => of({ scenarios: one("externally-controlled") })).toThrow(/cannot be measured/);
});

const closed = { kind: "constant", seconds: 5, vus: 2, target: null } as const;
test.each([
  ["short iterations: the planned time", closed, 5.002, 9.9, 5],
  ["long ones: what they took on average", closed, 6.4, 12.4, 6.2], // 12.4 / 2
  ["one straggler of a hundred VUs does not stretch it", { ...closed, vus: 100 }, 15, 490 + 15, 5.05],
  ["an open model: the planned time", { ...closed, vus: null, target: 50 }, 9, 40, 5],
  ["aborted: as long as it lasted", closed, 1.5, 3, 1.5],
  ["everything else: as long as it lasted", { kind: "watched" } as const, 3.3, 99, 3.3],
  ["less than the clock can tell: its longest iteration", { kind: "watched" } as const, 0, 0.002, 0.002],
])("measured seconds, %s", (_, window, wall, busy, want) => {
  expect(measuredSeconds(window, wall, { sum: busy, longest: 0.002 })).toBeCloseTo(want, 6);
});
