import type { Chance } from "./chance.ts";
import { METRICS, type MetricName, type Pull, paired, type Source, type Wanted, WORKLOADS } from "./pull.ts";

/**
 * A simulated place to measure in. All figures are of logarithms.
 *
 *     y = machine + session + drift + regime + trial + burst
 *
 * machine: one a session, for everything in it; session: sd × (0.6 common + 0.8 of the workload), normal; drift:
 * stationary AR(1) over the consecutive trials of a workload; regime: a two-state chain over them; trial: heavy-tailed
 * noise; burst: now and then an exponential one.
 */
export interface Environment {
  readonly name: string;
  /** Kinds of machine a session may get: probability, and how much slower each is. */
  readonly machines: readonly (readonly [probability: number, offset: number])[];
  /** Sd between sessions. */
  readonly session: number;
  /** Drift: its (stationary) sd and its coefficient from one trial to the next. */
  readonly drift: readonly [sd: number, coefficient: number];
  /** Scale of the trials' own noise. */
  readonly trial: number;
  readonly burst: readonly [probability: number, mean: number];
  /** Chain of a slower state: chance to enter it, to leave it, and what it adds. Null for none. */
  readonly regime: readonly [enter: number, leave: number, shift: number] | null;
}

const ONE = [[1, 0]] as const;

export const ENVIRONMENTS: readonly Environment[] = [
  {
    name: "quiet",
    machines: ONE,
    session: 0.007,
    drift: [0.007, 0.85],
    trial: 0.01,
    burst: [0.01, 0.2],
    regime: null,
  },
  {
    name: "hosted",
    machines: [
      [0.6, 0],
      [0.25, 0.04],
      [0.15, 0.12],
    ],
    session: 0.015,
    drift: [0.015, 0.85],
    trial: 0.02,
    burst: [0.05, 0.3],
    regime: [0.02, 0.15, 0.06],
  },
  {
    name: "shared",
    machines: ONE,
    session: 0.02,
    drift: [0.03, 0.8],
    trial: 0.025,
    burst: [0.08, 0.4],
    regime: [0.05, 0.15, 0.1],
  },
  {
    name: "spikes",
    machines: ONE,
    session: 0.02,
    drift: [0.02, 0.85],
    trial: 0.02,
    burst: [0.1, 2],
    regime: null,
  },
  {
    name: "bimodal",
    machines: ONE,
    session: 0.02,
    drift: [0.01, 0.85],
    trial: 0.015,
    burst: [0.02, 0.3],
    regime: [0.1, 0.1, 0.2],
  },
  {
    name: "drift",
    machines: ONE,
    session: 0.03,
    drift: [0.08, 0.97],
    trial: 0.015,
    burst: [0.02, 0.3],
    regime: null,
  },
];

/** How much noisier than a median a metric is, from trial to trial. */
const SCALE: Readonly<Record<MetricName, number>> = { p50: 1, p95: 2.2, p99: 4, mean: 1.4, cpu: 0.7 };
/** Bursts and drift have scales of their own for these. */
const BURST_CPU = 0.1;
const DRIFT_P99 = 1.5;

/** [test][trial] of one session of `n` consecutive trials of each workload. */
export function session(environment: Environment, n: number, random: Chance): number[][] {
  const tests: number[][] = [];
  const machine = machineOf(environment, random);
  const common = random.normal();
  const [sd, coefficient] = environment.drift;
  const innovation = sd * Math.sqrt(1 - coefficient ** 2);
  const [burstShare, burstMean] = environment.burst;
  const [enter, leave, shift] = environment.regime ?? [0, 1, 0];
  for (let workload = 0; workload < WORKLOADS; workload++) {
    const level = machine + environment.session * (0.6 * common + 0.8 * random.normal());
    const mine = METRICS.map(() => new Array<number>(n));
    let drift = sd * random.normal();
    let slow = random.uniform() < enter / (enter + leave);
    for (let i = 0; i < n; i++) {
      const shared = 0.5 * random.normal();
      const burst = random.uniform() < burstShare ? random.exponential(burstMean) : 0;
      for (let m = 0; m < METRICS.length; m++) {
        const metric = METRICS[m]!;
        const c = SCALE[metric];
        mine[m]![i] =
          level +
          drift * (metric === "p99" ? DRIFT_P99 : 1) +
          (slow ? shift : 0) +
          environment.trial * c * (shared + 0.87 * random.heavy()) +
          burst * (metric === "cpu" ? BURST_CPU : c);
      }
      drift = coefficient * drift + innovation * random.normal();
      slow = slow ? random.uniform() >= leave : random.uniform() < enter;
    }
    tests.push(...mine);
  }
  return tests;
}

function machineOf({ machines }: Environment, random: Chance): number {
  let at = random.uniform();
  for (const [probability, offset] of machines) {
    at -= probability;
    if (at < 0) return offset;
  }
  return machines.at(-1)![1];
}

/** Pull requests measured in a simulated environment. */
export const simulated = (environment: Environment): Source => ({
  name: environment.name,
  saturated: [],
  draw(random: Chance, { pairs, sessions, trials }: Wanted): Pull {
    const past = Array.from({ length: sessions }, () => session(environment, trials, random));
    const window = session(environment, Math.max(2 * pairs, trials), random);
    const alone = window.map((values) => values.slice(0, trials));
    return { ...paired(window, pairs, random), alone, sessions: past };
  },
});
