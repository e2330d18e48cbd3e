import { expect, test } from "vitest";
import type { Scenario } from "../options.ts";
import { endless, load } from "./load.ts";

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
  expect(load({ a: scenario })).toEqual({ ...want, name: "a", scenario });
});

test.each([
  [{ a: { executor: "ramping-vus", stages: [] } }, /"a" is a ramping-vus/],
  [{ a: { executor: "ramping-arrival-rate", stages: [] } }, /ramping-arrival-rate/],
  [{ a: { executor: "constant-vus" }, b: { executor: "constant-vus" } }, /2 scenarios/],
])("%j is none, and why", (scenarios, why) => {
  expect(load(scenarios)).toMatch(why);
});

test("iterations that are paced would be late for every block", () => {
  expect(load({ a: { executor: "constant-vus" } }, { minIterationDuration: "1s" })).toMatch(
    /minIterationDuration/,
  );
  expect(load({ a: { executor: "constant-vus" } }, { minIterationDuration: "0s" })).toMatchObject({ vus: 1 });
});

test("the endless scenario keeps what makes the load, and nothing that ends it", () => {
  const own: Scenario = {
    ...{ executor: "shared-iterations", vus: 4, iterations: 10, maxDuration: "1s", startTime: "3s" },
    ...{ exec: "go", env: { A: "1" }, tags: { t: "x" }, gracefulStop: null },
  };
  expect(endless(load({ a: own }) as never, "ours", 9.2)).toEqual({
    ...{ executor: "constant-vus", vus: 4, exec: "ours", duration: "10s", gracefulStop: "0s" },
    ...{ env: { A: "1" }, tags: { t: "x" } },
  });
  const open: Scenario = { executor: "constant-arrival-rate", rate: 5, preAllocatedVUs: 2, maxVUs: null };
  expect(endless(load({ a: open }) as never, "ours", 9)).toEqual({
    ...{ executor: "constant-arrival-rate", rate: 5, preAllocatedVUs: 2 },
    ...{ exec: "ours", duration: "9s", gracefulStop: "0s" },
  });
});
