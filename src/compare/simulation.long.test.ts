import { expect, test } from "vitest";
import type { Baseline } from "../model/baseline.ts";
import { type Metrics, QUANTILES } from "../model/metric.ts";
import type { Run } from "../model/run.ts";
import { TEN, trialsAt } from "../testing/comparing.ts";
import { normals } from "../testing/random.ts";
import { aBaseline, aRun } from "../testing/runs.ts";
import { compare } from "./compare.ts";

/**
 * Harmless pull requests, drawn with a fixed seed and judged by `compare`: six workloads, two gate metrics each,
 * sessions that differ by 5 % (sd), as on shared runners.
 */

interface Draw {
  readonly p50: number;
  readonly cpu: number;
}
const NAMES = ["a", "b", "c", "d", "e", "f"];
const PULLS = 800;
const SD = 0.05;
const CONSTANT = { kind: "trend", unit: "s", n: 2000 } as const;

const TEMPLATE = aRun({
  workloads: Object.fromEntries(NAMES.map((name) => [name, { trials: trialsAt(0.01).slice(0, 6) }])),
});
const STORED = aBaseline({ workload: "a", sessions: [0.01] });

/** The template with other figures; not validated again, for speed. */
function runOf(draws: Readonly<Record<string, Draw>>): Run {
  const trials = TEMPLATE.trials.map((trial) => {
    if (trial.outcome === "failed") return trial;
    const { p50, cpu } = draws[trial.workload]!;
    const value = p50 * TEN[trial.trial]!;
    const metrics: Metrics = {
      http_req_duration: {
        ...CONSTANT,
        mean: value,
        min: value,
        max: value,
        quantiles: QUANTILES.map(() => value),
      },
      cpu_per_request: { kind: "gauge", unit: "s", value: cpu * TEN[trial.trial]! },
    };
    return { ...trial, observed: { ...trial.observed, metrics } };
  });
  return { ...TEMPLATE, trials };
}

function baselineOf(workload: string, draws: readonly Draw[]): Baseline {
  const [session] = STORED.sessions;
  return {
    ...STORED,
    workload,
    sessions: draws.map(({ p50, cpu }, i) => ({
      ...session!,
      run: `session-${i}`,
      variants: {
        "-": {
          values: {
            "http_req_duration.p50": TEN.map((f) => p50 * f),
            cpu_per_request: TEN.map((f) => cpu * f),
          },
          requests: 20_000,
          errors: 0,
          saturated: false,
        },
      },
    })),
  };
}

/**
 * Shares of pull requests with a regressed gate: harmless ones, and ones whose first workload is `factor` times as
 * slow.
 */
function shares(k: number, factor: number) {
  const { one: gauss } = normals(20_261_121 + k);
  const draw = (): Draw => ({ p50: 0.01 * Math.exp(SD * gauss()), cpu: 0.001 * Math.exp(SD * gauss()) });
  const regressed = (draws: Record<string, Draw>, baselines: Map<string, Baseline>) =>
    compare({
      run: runOf(draws),
      config: TEMPLATE.config.resolved,
      classes: [],
      baselines,
      at: TEMPLATE.ended,
      steelyard: "0.1.0",
      replay: [],
    }).rows.filter(({ kind, gates, verdict }) => kind === "gate" && gates && verdict === "regressed");
  let [alarms, seen, tried] = [0, 0, 0];
  for (let i = 0; i < PULLS; i++) {
    const baselines = new Map(
      NAMES.map((name) => [name, baselineOf(name, Array.from({ length: k }, draw))] as const),
    );
    const draws = Object.fromEntries(NAMES.map((name) => [name, draw()]));
    if (regressed(draws, baselines).length > 0) alarms++;
    if (i % 8 !== 0) continue;
    tried++;
    const slow = { p50: draws.a!.p50 * factor, cpu: draws.a!.cpu * factor };
    if (regressed({ ...draws, a: slow }, baselines).some(({ workload }) => workload === "a")) seen++;
  }
  return { alarms: alarms / PULLS, power: seen / tried };
}

// The level of the family is 0.5 %; 1.5 % leaves room for chance in 800 draws (more than 12 of them at 0.5 % happen to one
// seed in 3,000).
test.each([
  [3, 2],
  [8, 1.5],
])("with %d sessions: false alarms are rare, and a slowdown by a factor of %d is seen", (k, factor) => {
  const { alarms, power } = shares(k, factor);
  expect(alarms).toBeLessThanOrEqual(0.015);
  expect(power).toBeGreaterThan(0.9);
});
