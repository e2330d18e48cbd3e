import { expect, test } from "vitest";
import { NO_VARIANT } from "../../model/baseline.ts";
import { CalibratedWorkload } from "../../model/calibration.ts";
import { aDuelRecord, type RecordSpec } from "../../testing/dueling.ts";
import { aRun } from "../../testing/runs.ts";
import { type CalibrationRun, calibration, noiseLeft } from "./calibration.ts";
import { learned, startSd } from "./noise.ts";

/** Deviations of ten pairs in three starts, of mean 0 and sd 1; equal in all starts. */
const NORMAL = [-1.2, -0.9, -1.5, 1.1, 1.3, 0.9, -0.3, 0.2, 0.4, 0];

/** A session of pairs whose head takes `factor` times as long as base, scattered by `sd`. */
function session(id: string, sd: number, factor = 1, differs: Partial<RecordSpec> = {}): CalibrationRun {
  const run = aRun({ id, workloads: { browse: { trials: [0.01] } } });
  const duel = aDuelRecord({
    most: 10,
    pairs: NORMAL.map((z) => [
      { p50: 0.012, cpu: 0.0008 },
      { p50: 0.012 * factor * Math.exp(z * sd), cpu: 0.0008 * factor * Math.exp(-z * sd) },
    ]),
    ...differs,
  });
  return { ...run, duel };
}

const NONE = new Map();

test("sessions of a quiet machine raise no alarm, reported with the exact interval", () => {
  const seen = calibration([session("a", 0.005), session("b", 0.006), session("c", 0.004)], NONE);
  // Clopper–Pearson of 0 in 3: [0, 1 − 0.025^(1/3)]
  expect(seen.alarms).toEqual({
    sessions: 3,
    regressed: 0,
    interval: [0, expect.closeTo(1 - 0.025 ** (1 / 3), 9)],
  });
  const [browse] = seen.workloads;
  expect(CalibratedWorkload.parse(browse)).toEqual(browse);
  expect(browse).toMatchObject({
    workload: "browse",
    mode: "request",
    pairs: 30,
    lost: 0,
    contended: 0,
    saturated: 0,
    fault: null,
  });
  expect(browse!.metrics.map(({ metric, pairs, alarms }) => [metric, pairs, alarms?.regressed])).toEqual([
    ["http_req_duration.p50", 30, 0],
    ["cpu_per_request", 30, 0],
  ]);
  for (const { mde, band } of browse!.metrics) {
    const changes = mde.map(({ change }) => change);
    expect(mde.map(({ pairs }) => pairs)).toEqual([6, 10, 15, 20, 30]);
    expect([...changes].sort((a, b) => b - a)).toEqual(changes); // more pairs see no less
    expect(Math.min(...changes)).toBeGreaterThan(band); // nothing below the band is called a change
  }
});

test("a session in which the rule would have failed the change is a false alarm, of that metric and of the whole", () => {
  const seen = calibration([session("a", 0.005, 1.2), session("b", 0.005)], NONE);
  expect(seen.alarms).toMatchObject({ sessions: 2, regressed: 1 });
  expect(seen.workloads[0]!.metrics.map(({ alarms }) => alarms?.regressed)).toEqual([1, 1]);
});

test("more noise detects less, with advice", () => {
  const changeAt30 = (sd: number) =>
    calibration([session("a", sd)], NONE).workloads[0]!.metrics[0]!.mde.at(-1)!.change;
  expect(changeAt30(0.2)).toBeGreaterThan(2 * changeAt30(0.02));
  const codes = (run: CalibrationRun) =>
    calibration([run], NONE).workloads[0]!.advice.map(({ code }) => code);
  expect(codes(session("a", 0.002))).toEqual([]);
  expect(codes(session("a", 0.2))).toEqual(["longer-blocks", "learn"]);
  const busy = session("a", 0.2, 1, { probe: [2, 2, 1, 1, 1, 1, 1, 1, 1, 1] });
  expect(codes(busy)).toEqual(["quieter-machine", "longer-blocks", "learn"]);
  const [pairing] = busy.duel.pairings;
  const coarse = {
    ...busy,
    duel: { ...busy.duel, pairings: [{ ...pairing!, why: "a load by wrk has one target" }] },
  };
  expect(codes(coarse)).toEqual(["quieter-machine", "finer-mode", "longer-blocks", "learn"]);
});

test("start-up variance is separated from that of pairs, and the advice is more starts", () => {
  // The start of a pair is its number modulo 3: those of one start lie together, the starts ten percent apart.
  const apart = [-0.1, 0, 0.1];
  const pairs = NORMAL.map((z, i) => [
    { p50: 0.012, cpu: 0.0008 },
    { p50: 0.012 * Math.exp(apart[i % 3]! + z / 1000), cpu: 0.0008 * Math.exp(z / 1000) },
  ]) as RecordSpec["pairs"];
  const [browse] = calibration([session("a", 0, 1, { pairs })], NONE).workloads;
  const [p50, cpu] = browse!.metrics;
  // sd of the means −0.1, 0, 0.1 is 0.1, of both sides: 0.1/√2 of one process
  expect([p50!.start?.differ, cpu!.start?.differ]).toEqual([true, false]);
  expect(p50!.start?.sd).toBeCloseTo(0.1 / Math.SQRT2, 2);
  expect(p50!.pair).toBeLessThan(0.002);
  expect(browse!.advice.map(({ code }) => code)).toEqual(["more-starts", "learn"]);
});

test("a workload that cannot be judged has a reason, and leaves no noise", () => {
  const dead = session("a", 0.01, 1, { pairs: [null, null, null, null, null, null], seen: [6] });
  const { alarms, workloads } = calibration([dead], NONE);
  const [browse] = workloads;
  expect(alarms).toBe(null);
  expect(browse).toMatchObject({ pairs: 0, lost: 6, fault: expect.stringContaining("head gave no figures") });
  expect(browse!.metrics.map(({ alarms, mde }) => [alarms, mde])).toEqual([
    [null, []],
    [null, []],
  ]);
  expect(noiseLeft(dead).get("browse")).toEqual([]);
});

test("later duels learn from the records of four sessions", () => {
  const runs = ["a", "b", "c", "d"].map((id) => session(id, 0.02));
  const records = runs.flatMap((run) => noiseLeft(run).get("browse")!);
  expect(records.map(({ run, mode, block }) => [run, mode, block])).toEqual(
    ["a", "b", "c", "d"].map((id) => [id, "request", 1]),
  );
  expect(Object.keys(records[0]!.variants[NO_VARIANT]!)).toEqual([
    "http_req_duration.p50",
    "cpu_per_request",
  ]);
  const [run] = runs;
  const key = {
    ...({ mode: "request", block: 1, variant: null, metric: "http_req_duration.p50" } as const),
    digest: run!.workloads.browse!.digest,
    fingerprint: run!.fingerprint,
  };
  expect(learned(records, key).df).toBeGreaterThan(0);
  expect(Math.sqrt(learned(records, key).variance)).toBeCloseTo(0.02, 2);
  expect(startSd(records, key)).not.toBe(null);
  expect(learned(records.slice(1), key).df).toBe(0);
});
