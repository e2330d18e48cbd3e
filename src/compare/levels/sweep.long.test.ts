import { describe, expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import { Policy, Workload } from "../../model/config.ts";
import type { Step } from "../../model/levelrun.ts";
import type { Trial } from "../../model/run.ts";
import { aRun, type TrialSpec } from "../../testing/runs.ts";
import { aTrend } from "../../testing/trials.ts";
import { judgedLevel } from "./level.ts";
import { kneeOf, type LevelState, nextProbe, type Search } from "./sweep.ts";

/** A normal number (Box and Muller). */
const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

describe("a simulated queue", () => {
  // M/M/1: p95 of the time in the system is −ln(.05)/(μ − λ), so at μ = 200 and 60 ms the knee is at 150.07 a second.
  // Trials scatter by `noise` on the log scale, and each start of the service varies in μ.
  const kneeAt = (mu: number) => mu - Math.log(20) / 0.06;
  const config = Workload.parse({ k6: "a.ts", budgets: { "http_req_duration.p95": "< 60ms" } });
  const rules = { config, policy: Policy.parse({}), cores: 8 };
  const TRIALS = 3;

  function simulate(seed: number, noise: number, spread: number) {
    const next = stream(seed);
    const search: Search = { low: 20, high: 640, precision: 0.05, confirm: 2, probes: 40, seed };
    const seen = new Map<number, { trials: TrialSpec[]; probes: number; confirmed: number }>();
    const own = 120 + 300 * next();
    let mu = own * Math.exp(spread * normal(next));
    let last: Step | undefined;
    let probes = 0;
    for (;;) {
      const states = [...seen].map(
        ([level, { trials, ...of }]): LevelState => ({ level, ...of, ...judgedLevel(made(trials), rules) }),
      );
      const step = nextProbe(search, states, last);
      if (step === null) return { ...kneeOf(search, states), truth: kneeAt(own), probes };
      last = step;
      probes++;
      if (step.fresh) mu = own * Math.exp(spread * normal(next));
      const before = seen.get(step.level) ?? { trials: [], probes: 0, confirmed: 0 };
      const p95 = step.level < mu ? Math.log(20) / (mu - step.level) : 10;
      const drawn = Array.from({ length: TRIALS }, () => ({
        p50: (Math.min(p95, 10) / 19 ** 0.25) * Math.exp(noise * normal(next)), // of a log-logistic of spread 0.25
      }));
      seen.set(step.level, {
        trials: [...before.trials, ...drawn],
        probes: before.probes + 1,
        confirmed: before.confirmed + (step.why === "confirm" ? 1 : 0),
      });
    }
  }
  const [like] = aRun({ workloads: { a: { trials: [0.01] } } }).trials;
  const made = (trials: TrialSpec[]): Trial[] =>
    trials.map((spec) => {
      if (like?.outcome !== "ok") throw new Error("no trial");
      return {
        ...like,
        observed: { ...like.observed, metrics: { http_req_duration: aTrend(spec.p50 ?? 0) } },
      };
    });

  test.each([
    // scatter of a trial's p95 and of a start, on quiet and on shared machines
    [0.02, 0],
    [0.1, 0],
    [0.1, 0.005],
  ])(
    "is found within the interval in 95 of 100 searches (noise %f, start-up variance %f)",
    (noise, spread) => {
      const runs = Array.from({ length: 200 }, (_, seed) => simulate(seed + 1, noise, spread));
      const held = runs.filter(
        ({ holds, breaks, truth }) => (holds ?? 0) <= truth && (breaks ?? Infinity) > truth,
      );
      expect(held.length).toBeGreaterThanOrEqual(0.95 * runs.length);
      // and the interval is useful: it has both ends, at most a third apart
      const widths = runs
        .map(({ holds, breaks }) => (breaks ?? Infinity) / (holds ?? 0))
        .sort((a, b) => a - b);
      expect(widths[180]).toBeLessThan(1.34);
      expect(Math.max(...runs.map(({ probes }) => probes))).toBeLessThanOrEqual(40);
    },
  );
});
