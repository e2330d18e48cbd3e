import { expect, test } from "vitest";
import { aCase, aMetric, CPU, P50 } from "../../testing/dueling.ts";
import { predictedMde, refusals } from "./refusals.ts";

const known = (sd: number) => ({ prior: { df: 8, variance: sd ** 2 } });
const plan = (sd: number, most: number, differs = {}) => ({
  cases: [aCase([], { gate: [aMetric(P50, known(sd)), aMetric(CPU, { ...known(0.005), ...differs })] })],
  most,
  starts: 3,
});

test("a useful plan is not refused", () => {
  expect(refusals(plan(0.03, 30))).toEqual([]);
  expect(refusals({ cases: [aCase([])], most: 6, starts: 1 })).toEqual([]); // its noise is unknown
});

test("fewer than 6 pairs", () => {
  expect(refusals(plan(0.01, 5))).toMatchObject([
    { workload: null, message: "At most 5 pairs: too few for a verdict, which needs 6." },
  ]);
});

test("an empty gate, by its workload", () => {
  const cases = [aCase([]), aCase([], { workload: "empty", gate: [] })];
  expect(refusals({ cases, most: 30, starts: 3 })).toMatchObject([
    { workload: "empty", message: "The gate is empty, so nothing can fail." },
  ]);
});

test("a gate that cannot fail in this mode", () => {
  const cases = [
    aCase([], { mode: "duet", gate: [aMetric(P50)] }),
    aCase([], { mode: "duet", workload: "b" }),
  ];
  expect(refusals({ cases, most: 30, starts: 3 })).toMatchObject([
    { workload: "browse", message: "Nothing in the gate can fail in `duet` mode." },
  ]);
});

test("a message on too few pairs states how many are needed", () => {
  // sd 14 %, 20 pairs: se 3.13 %, df 27, level 2 %/4 looks: t(1 − .005/4) = 3.33, t(.8) = 0.855 → e^0.131 − 1 = 14 %
  const [found, ...others] = refusals(plan(0.14, 20));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ workload: "browse", metric: P50 });
  const needed = Number(/It needs (\d+) pairs/.exec(found!.message)![1]);
  expect(found!.remedy).toContain(`[6, ${needed}]`);
  expect(refusals(plan(0.14, needed))).toEqual([]);
  expect(refusals(plan(0.14, needed - 1))).toHaveLength(1);
});

test("further starts count: 10 of them find 12 % where starts differ by 5 %", () => {
  expect(refusals(plan(0.01, 20, { startSd: 0.05 }))).toEqual([]);
});

test("no number of pairs is enough where starts differ more", () => {
  const [found] = refusals(plan(0.01, 20, { startSd: 0.1 }));
  expect(found!.message).toMatch(/It needs more than 200 pairs/);
});

test("a small band from one start", () => {
  const small = { band: Math.log1p(0.02) };
  expect(refusals({ ...plan(0.01, 30, small), starts: 1 })).toMatchObject([
    { metric: CPU, remedy: "Set `policy.starts` to at least 2." },
  ]);
  expect(refusals({ ...plan(0.01, 30, small), starts: 2 })).toEqual([]);
});

test("the prediction", () => {
  // One look at 10 pairs, sd 5 %, 4 tests: se = √(.0025/10 + 2·.002²/2) = 0.015937; df 13;
  // a latency is asked three times: t(1 − .01/12, 13) = 3.94837 (scipy), t(.8, 13) = 0.87015:
  // 4.81852 · 0.015937 = 0.076795. CPU is asked twice: t(1 − .01/8, 13) = 3.73454: 4.60469 · 0.015937 = 0.073387
  const metric = aMetric(P50, { prior: { df: 4, variance: 0.05 ** 2 } });
  expect(predictedMde(metric, { most: 10, fewest: 10, starts: 2 }, 4)).toBeCloseTo(0.076795, 4);
  const cpu = aMetric(CPU, { prior: { df: 4, variance: 0.05 ** 2 } });
  expect(predictedMde(cpu, { most: 10, fewest: 10, starts: 2 }, 4)).toBeCloseTo(0.073387, 4);
  expect(predictedMde(aMetric(P50), { most: 10, starts: 2 }, 4)).toBeNull();
});
