import { expect, test } from "vitest";
import type { Scenario, Scenarios } from "../options.ts";
import {
  boundsOf,
  endless,
  type Iteration,
  isOpen,
  load,
  lower,
  rateOf,
  requestRate,
  tooLongPause,
  totalsOf,
  vusOf,
} from "./load.ts";

test.each<[Scenario, object]>([
  [
    { executor: "constant-vus", vus: 3, duration: "5s" },
    { kind: "closed", vus: 3 },
  ],
  [
    { executor: "constant-vus", vus: null },
    { kind: "closed", vus: 1 },
  ],
  [
    { executor: "shared-iterations", vus: 50, iterations: 5000 },
    { kind: "closed", vus: 50 },
  ],
  [
    { executor: "per-vu-iterations", vus: 2, iterations: 1 },
    { kind: "closed", vus: 2 },
  ],
  [
    { executor: "constant-arrival-rate", rate: 120, timeUnit: "1m" },
    { kind: "open", rate: 2 },
  ], // 120 a minute
  [
    { executor: "constant-arrival-rate", rate: 30 },
    { kind: "open", rate: 30 },
  ], // a second, as k6 has it
])("%j is a load that can be cut into blocks", (scenario, want) => {
  expect(load({ a: scenario })).toEqual({
    parts: [{ ...want, name: "a", scenario, held: false }],
    held: null,
  });
});

const stages = (...all: [string, number][]) => all.map(([duration, target]) => ({ duration, target }));

test.each<[what: string, Scenarios, want: object]>([
  [
    "a ramp up, a plateau and a ramp down: 100 VUs for three minutes of five, 50 in the mean of the others",
    {
      default: { executor: "ramping-vus", startVUs: 0, stages: stages(["1m", 100], ["3m", 100], ["1m", 0]) },
    },
    { vus: 80, rate: 0, held: "80 VUs" },
  ],
  [
    "a jump at once, which k6 begins with one VU",
    { a: { executor: "ramping-vus", stages: stages(["0s", 5], ["10s", 5]) } },
    { vus: 5, rate: 0, held: "5 VUs of `a`" },
  ],
  [
    "fewer than one VU",
    { a: { executor: "ramping-vus", startVUs: 0, stages: stages(["1m", 1]) } },
    { vus: 1 },
  ],
  [
    "a rate that rises from 0 to 60 a minute",
    { a: { executor: "ramping-arrival-rate", timeUnit: "1m", stages: stages(["1m", 60]) } },
    { vus: 0, rate: 0.5, held: "0.5 iterations/s of `a`" },
  ],
  [
    "two scenarios one after the other, the first for a third of the time: the mix of the whole",
    {
      a: { executor: "constant-vus", vus: 30, duration: "1m" },
      b: { executor: "constant-arrival-rate", rate: 9, duration: "2m", startTime: "1m" },
    },
    { vus: 10, rate: 6, held: "10 VUs of `a`, 6 iterations/s of `b`" },
  ],
  [
    "two that run together for the whole time",
    {
      a: { executor: "constant-vus", vus: 3, duration: "1m" },
      b: { executor: "constant-vus", vus: 2, duration: "60s" },
    },
    { vus: 5, rate: 0, held: null },
  ],
  ["no stages at all", { a: { executor: "ramping-vus", stages: [] } }, { vus: 1, rate: 0 }],
])("%s", (_, scenarios, want) => {
  const found = load(scenarios);
  expect({ vus: vusOf(found), rate: rateOf(found), held: found.held }).toMatchObject(want);
  expect(isOpen(found)).toBe(rateOf(found) > 0);
});

test("the endless scenario keeps what makes the load, and nothing that ends it", () => {
  const own: Scenario = {
    executor: "shared-iterations",
    vus: 4,
    iterations: 10,
    maxDuration: "1s",
    startTime: "3s",
    exec: "go",
    env: { A: "1" },
    tags: { t: "x" },
    gracefulStop: null,
  };
  expect(endless(load({ a: own }), "ours", 9.2).a).toEqual({
    executor: "constant-vus",
    vus: 4,
    exec: "ours",
    duration: "10s",
    gracefulStop: "0s",
    env: { A: "1" },
    tags: { t: "x" },
  });
  const open: Scenario = { executor: "constant-arrival-rate", rate: 5, preAllocatedVUs: 2, maxVUs: null };
  expect(endless(load({ a: open }), "ours", 9).a).toEqual({
    executor: "constant-arrival-rate",
    rate: 5,
    timeUnit: "1s",
    preAllocatedVUs: 2,
    exec: "ours",
    duration: "9s",
    gracefulStop: "0s",
  });
  const slow: Scenario = { executor: "ramping-arrival-rate", timeUnit: "1m", stages: stages(["1m", 60]) };
  expect(endless(load({ a: slow }), "ours", 9).a).toMatchObject({ rate: 30, timeUnit: "1m" });
  const odd: Scenario = { executor: "ramping-arrival-rate", stages: stages(["1m", 5]) };
  expect(endless(load({ a: odd }), "ours", 9).a).toMatchObject({
    rate: 2500,
    timeUnit: "1000s",
    preAllocatedVUs: 1,
  });
});

const MIXED: Scenarios = {
  a: { executor: "constant-vus", vus: 3 },
  b: { executor: "constant-arrival-rate", rate: 20 },
};
test.each<[what: string, scenarios: Scenarios, iteration: Iteration, want: number, isGuess: boolean]>([
  ["pauses", { a: { executor: "constant-vus", vus: 10 } }, { requests: 2, pause: 0.994 }, 20, false], // 10 VUs · 2 / (0.994 + 2 · 0.003)
  ["no pause", { a: { executor: "constant-vus", vus: 3 } }, { requests: 1, pause: 0 }, 1000, true], // 3 / 0.003
  ["short pauses", { a: { executor: "constant-vus", vus: 3 } }, { requests: 2, pause: 0.594 }, 10, true], // 3 · 2 / (0.594 + 2 · 0.003)
  ["a rate and VUs", MIXED, { requests: 1, pause: 0 }, 1020, true],
  [
    "a rate",
    { a: { executor: "constant-arrival-rate", rate: 20 } },
    { requests: 3, pause: 5 },
    60, // pauses do not slow it
    false,
  ],
  ["no request", { a: { executor: "constant-vus", vus: 3 } }, { requests: 0, pause: 0 }, 0, false],
])("the requests a second of a load with %s", (_, scenarios, iteration, want, isGuess) => {
  expect(requestRate(load(scenarios), iteration)).toBeCloseTo(want, 6);
  const high = { requests: Infinity, isGuess: false };
  expect(lower(high, load(scenarios), iteration)).toEqual({ requests: expect.closeTo(want, 6), isGuess });
});

test("the lower of two rates is a guess where either is", () => {
  const [known, guess] = [false, true].map((isGuess) => ({ requests: 9, isGuess }));
  const open = load({ a: { executor: "constant-arrival-rate", rate: 20 } });
  const closed = load({ a: { executor: "constant-vus", vus: 1 } });
  const iteration = { requests: 1, pause: 0.197 }; // 20/s, and 5/s
  expect(lower(guess!, open, iteration)).toEqual(guess);
  expect(lower(known!, open, iteration)).toEqual(known);
  expect(lower(known!, closed, iteration)).toEqual({ requests: expect.closeTo(5, 6), isGuess: true });
});

test("the most iterations of a vu: those of executors that have a number, which is 1 where the script says none", () => {
  const all: Scenarios = {
    each: { executor: "per-vu-iterations", vus: 2, iterations: 7 },
    shared: { executor: "shared-iterations", vus: 2, iterations: 9 },
    one: { executor: "shared-iterations", iterations: null },
    loop: { executor: "constant-vus", vus: 1, duration: "1s" },
  };
  expect(boundsOf(load(all))).toEqual({ each: 7, shared: 9, one: 1 });
  expect(totalsOf(load(all))).toEqual({ each: 14, shared: 9, one: 1 }); // 2 VUs · 7
});

const CLOSED = load({ c: { executor: "constant-vus", vus: 3, duration: "5m" } });
const OPEN = load({ o: { executor: "constant-arrival-rate", rate: 1, duration: "5m", preAllocatedVUs: 5 } });
test.each([
  [CLOSED, true, 30, null], // 2 · 30 s
  [CLOSED, true, 30.5, "an iteration pauses for 30.5 s, and a block waits 60 s for two of them (`timeout:`)"],
  [CLOSED, false, 60, null],
  [OPEN, true, 60, null],
  [OPEN, true, 61, "an iteration pauses for 61 s, and a block waits 60 s for it (`timeout:`)"],
])("pauses that no block waits for", (of, copies, pause, want) => {
  expect(tooLongPause(of, { requests: 1, pause }, { copies, seconds: 60 })).toBe(want);
});
