import { describe, expect, test } from "vitest";
import { Config } from "../../model/config.ts";
import type { LevelRecord, Probe } from "../../model/levelrun.ts";
import { Run } from "../../model/run.ts";
import { throughput } from "../../stats/usl.ts";
import { aRun, type TrialSpec } from "../../testing/runs.ts";
import { compare } from "../compare.ts";

/** Requests in 5 s by the law; one repeat in three is `scatter` above it and one below. */
type Law = (n: number) => number;
const usl =
  (lambda: number, sigma: number, kappa: number): Law =>
  (n) =>
    throughput(n, lambda, sigma, kappa);
const SCATTER = [0, 0.01, -0.01];

const LEVELS = [1, 2, 4, 8, 16, 32];

/** A curve of three repeats; `spec` adds to the trials of a level. */
function curve(
  law: Law,
  more: {
    levels?: readonly number[];
    scaling?: object;
    spec?: (n: number) => TrialSpec;
    budgets?: object;
    records?: object;
  } = {},
) {
  const { levels = LEVELS, spec = () => ({}) } = more;
  const scaling = { vus: [...levels], ...more.scaling };
  const config = { budgets: more.budgets ?? {}, scaling } as object;
  const made = aRun({ workloads: { search: { trials: [], config } } });
  const trials = (n: number, scatter: number) => {
    const one: TrialSpec = { requests: Math.round(5 * law(n) * (1 + scatter)), p50: 0.01, ...spec(n) };
    return aRun({ workloads: { search: { trials: [one] } } }).trials;
  };
  const probes = SCATTER.flatMap((scatter, start) =>
    levels.map(
      (level): Probe => ({
        level,
        why: "planned",
        start,
        trials: trials(level, level % 3 === 0 ? -scatter : scatter),
      }),
    ),
  );
  const record: LevelRecord = {
    workload: "search",
    variant: null,
    seed: 1,
    probes,
    ended: "done",
    because: null,
    seconds: 9,
  };
  const run = Run.parse({ ...made, levels: [record] });
  const judging = Config.parse({ ...run.config.resolved, records: more.records ?? {} });
  const comparison = compare({
    run,
    config: judging,
    baselines: new Map(),
    classes: [],
    at: run.ended,
    steelyard: "0",
    replay: [],
  });
  const [shown] = comparison.levels ?? [];
  if (!shown?.curve) throw new Error("no curve");
  return { shown, ...shown.curve, comparison };
}

describe("a service that follows the law", () => {
  const found = curve(usl(1000, 0.05, 0.004)); // highest at √(.95/.004) = 15.4

  test("has its parameters found, the truth within each interval", () => {
    const { law } = found;
    if (law.kind !== "fitted") throw new Error(law.why);
    for (const [{ value, interval }, truth] of [
      [law.lambda, 1000],
      [law.sigma, 0.05],
      [law.kappa, 0.004],
    ] as const) {
      expect(Math.abs(value / truth - 1)).toBeLessThan(0.15);
      expect(interval?.[0]).toBeLessThan(truth);
      expect(interval?.[1]).toBeGreaterThan(truth);
    }
    expect(law.residual).toBeLessThan(0.02);
    expect(law.peak).toMatchObject({ measured: true });
    expect(law.peak?.at).toBeGreaterThan(13);
    expect(law.peak?.at).toBeLessThan(18);
  });

  test("has its measured peak, and the level from which on nothing much is gained", () => {
    // 4: 3,336; 8: 5,076; 16: 5,900 (peak); 32: 4,912 a second
    expect(found.peak?.level).toBe(16);
    expect(found.peak?.rate).toBeCloseTo(throughput(16, 1000, 0.05, 0.004), -2);
    expect(found.saturation).toBe(16);
    expect(found.sustained).toEqual(found.peak); // without budgets
    expect(found.shown.said).toMatch(/^peak 5,\d+ \/s at 16 VUs, saturated from 16 VUs on; sustains/);
  });

  test("has throughput and CPU a request at every level, of all services and of each", () => {
    expect(found.shown.rows.map(({ level, probes, trials }) => [level, probes, trials])).toEqual(
      LEVELS.map((n) => [n, 3, 3]),
    );
    for (const { cpu, services, served, requests } of found.shown.rows) {
      expect(cpu).toBeCloseTo(0.0008, 9);
      expect(Object.keys(services).length).toBeGreaterThan(0);
      expect(served).toBeGreaterThan(0);
      expect(requests).toBeGreaterThan(0);
    }
  });

  test("gates nothing", () => {
    expect([found.comparison.rows, found.comparison.exit]).toEqual([[], 0]);
  });
});

test.each([
  ["grows in proportion", usl(500, 0, 0), LEVELS, /in proportion up to 32 VUs.*measure higher levels/],
  ["has three levels only", usl(500, 0.1, 0.01), [1, 4, 16], /need 4 levels, but only 3 levels can be used/],
  [
    "jumps about",
    (n: number) => (n === 4 || n === 16 ? 3000 : 400),
    LEVELS,
    /do not follow it: they deviate by/,
  ],
])("a service that %s has no law, with a reason", (_, law, levels, why) => {
  const found = curve(law, { levels });
  expect(found.law).toMatchObject({ kind: "refused", why: expect.stringMatching(why) });
  expect(found.shown.notes[0]).toMatch(/^no scalability law: /);
});

test("throughput that still rises at the highest level has no saturation, and its peak is not called one", () => {
  const found = curve(usl(500, 0.02, 0));
  expect(found.saturation).toBeNull();
  expect(found.shown.said).toContain("still rising at the highest level");
  expect(found.law).toMatchObject({ kind: "fitted", peak: null });
  expect(found.shown.notes[0]).toContain("not shown to fall");
});

test("a peak beyond the measured levels is marked as such", () => {
  const found = curve(usl(1000, 0.05, 0.0002)); // at 69
  expect(found.law).toMatchObject({ kind: "fitted", peak: { measured: false } });
  expect(found.shown.notes[0]).toContain("beyond the measured levels");
});

test("only successful responses count, and levels beyond the generator are left out", () => {
  const failing = curve(usl(1000, 0.05, 0.004), { spec: (n) => (n === 32 ? { errors: 10_000 } : {}) });
  expect(failing.shown.rows.at(-1)?.served).toBeLessThan(throughput(32, 1000, 0.05, 0.004) - 1_900);
  const starved = curve(usl(1000, 0.05, 0.004), { spec: (n) => (n >= 16 ? { generatorCpu: 54 } : {}) });
  expect(starved.shown.rows.map(({ status }) => status)).toEqual([
    ...Array(4).fill("holds"),
    "limited",
    "limited",
  ]);
  expect(starved.peak?.level).toBe(8);
  expect(starved.law).toMatchObject({ kind: "fitted" });
});

describe("instances and cost", () => {
  const budgets = { "http_req_duration.p95": "< 60ms" };
  // 16 and 32 users wait too long: 8 users sustain 8,000/1.574 = 5,083 a second
  const spec = (n: number) => ({ p50: n >= 16 ? 0.05 : 0.01 });
  const prices = { instance: "0.10 USD/h", redis: "73 USD/month" };
  const law = usl(1000, 0.05, 0.004);
  const sustained = throughput(8, 1000, 0.05, 0.004);
  const scaling = { headroom: "30%", loads: ["1000/s", "7000/s", "7200/s"], prices };

  test("follow from the sustained rate of one instance minus the headroom", () => {
    const found = curve(law, { budgets, spec, scaling });
    expect(found.sustained?.level).toBe(8);
    expect(found.peak?.level).toBe(16);
    expect(found.capacity).toBeCloseTo(0.7 * sustained, -1); // 3,558
    expect(found.plans.map(({ load, instances }) => [load, instances])).toEqual([
      [1000, 1],
      [7000, 2],
      [7200, 3],
    ]);
    // two instances and a Redis: 0.2 + 0.1 USD an hour; 730 h; 25.2 million requests an hour
    expect(found.plans[1]?.cost?.perMonth).toBeCloseTo(219, 6);
    expect(found.plans[1]?.cost?.perMillion).toBeCloseTo(0.3 / 25.2, 6);
    expect(found.shown.notes.join("\n")).toContain(
      "assumes independent instances: one was measured, and redis must carry them all",
    );
    expect(found.shown.notes).toContainEqual(
      expect.stringMatching(
        /^7,000 \/s needs 2 instances of 3,5\d0 \/s each \(30 % kept free\), 219 USD a month, 0\.0119 USD per million requests$/,
      ),
    );
  });

  test("without loads: for the capacity of one instance", () => {
    const found = curve(law, { budgets, spec, scaling: { prices } });
    expect(found.plans).toMatchObject([{ load: found.capacity, instances: 1 }]);
    expect(found.plans[0]?.cost?.perMillion).toBeCloseTo(0.2 / ((found.capacity! * 3600) / 1e6), 9);
  });

  test("without prices there are instances and no cost; without a level that holds there are neither", () => {
    expect(curve(law, { scaling: { loads: ["9000/s"] } }).plans).toMatchObject([{ cost: null }]);
    const none = curve(law, { budgets, spec: () => ({ p50: 0.09 }), scaling });
    expect([none.sustained, none.capacity, none.plans]).toEqual([null, null, []]);
    expect(none.shown.said).toContain("no level keeps the budgets");
  });

  test("a record has all of it, and a row for each level", () => {
    const columns = Object.fromEntries(
      ["peak", "sustained", "saturation", "law", "instances", "cost", "http_req_duration.p50"].map((of) => [
        of,
        `{${of}}`,
      ]),
    );
    const each = {
      N: "{env.VUS}",
      level: "{level}",
      served: "{served}",
      cpu: "{cpu_per_request}",
      of: "{service_cpu}",
    };
    const tables = {
      Curve: { workloads: ["search"], columns },
      Levels: { workloads: ["search"], each: "level", columns: each },
    };
    const { comparison } = curve(law, { budgets, spec, scaling, records: { r: { title: "R", tables } } });
    const [one, levels] = comparison.records?.[0]?.tables ?? [];
    expect(one?.rows).toEqual([
      [
        expect.stringMatching(/^5,\d+ \/s at 16 VUs$/),
        expect.stringMatching(/^5,\d+ \/s at 8 VUs$/),
        "16 VUs",
        expect.stringMatching(/^scalability law: λ .* σ .* κ .* deviation/),
        "1,000 /s: 1; 7,000 /s: 2; 7,200 /s: 3",
        expect.stringContaining("7,000 /s: 219 USD a month"),
        "10 ms", // at the level that is sustained
      ],
    ]);
    expect(levels?.rows.length).toBe(LEVELS.length);
    expect(levels?.rows[3]?.slice(0, 2)).toEqual(["8", "8 VUs"]);
    expect(levels?.rows[3]?.[3]).toBe("800 µs");
  });
});
