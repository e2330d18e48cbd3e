import type { PairMode } from "../../model/noise.ts";

/** A change that is measured many times: the behaviour of base and head, and the expected verdicts. */
export interface Condition {
  readonly name: string;
  /** Workloads that are loaded. */
  readonly loads: readonly (keyof typeof LOADS)[];
  /** Faults of the gateway on each side, in the format of FAULTS. */
  readonly base: string;
  readonly head: string;
  /** Smallest change that matters. */
  readonly band: string;
  /** MiB that V8's young generation is held at; null: as V8 likes. On Compose it is held whatever this says. */
  readonly young: number | null;
  /** Metrics of which at least one is to be called regressed; empty where nothing is. */
  readonly wanted: readonly string[];
  /** Metrics that the change does not affect. */
  readonly spared: readonly string[];
  /** Repeats by mode. */
  readonly repeats: Readonly<Partial<Record<PairMode, number>>>;
}

const HEALTH = { k6: "workloads/search/health.ts" };
const RECOMMEND = { k6: "workloads/recommend/closed.ts" };
const bench = { BENCH_BYPASS: "steelyard", TENANT: "bench", USERS: 200, K: 20 };
/** Workloads in config form: requests with configured CPU time or waits, and requests that rank items. */
export const LOADS = {
  health: HEALTH,
  "health-rate": { ...HEALTH, env: { RATE: 100 } },
  "health-often": { ...HEALTH, env: { RATE: 150 } },
  recommend: { ...RECOMMEND, env: bench },
  "recommend-few": { ...RECOMMEND, env: { ...bench, K: 5 } },
  "recommend-one": { ...RECOMMEND, env: { ...bench, USERS: 1 } },
} as const;

export const P50 = "http_req_duration.p50";
export const CPU = "cpu_per_request";
const BOTH = [P50, CPU];

/** Settings of the knob for a true change, determined by long runs. */
export interface Knobs {
  /** Microseconds of CPU that make a request 1 % dearer. */
  readonly percent: number;
  /** What its median is up then, in percent. */
  readonly p50: number;
}

/** Microseconds that a request computes on both sides: most of its time, and the same work in every process. */
const WORK = 2_000;

/** FAULTS that make the loaded endpoint compute `more` microseconds beyond its work. */
export const computing = (more = 0): string => `health.cpu=${WORK + Math.round(more)}us`;

/** MiB of young generation, as the demo has it. */
const YOUNG = 64;
const ALL = Object.keys(LOADS) as (keyof typeof LOADS)[];
/** CPU work of six workloads in addition to their own. */
const SIX = `${computing()},recommend.cpu=${WORK}us`;

/** Everything that is tried. @param repeats of the finest mode; the others have six, or fewer */
export function conditions({ percent }: Pick<Knobs, "percent">, repeats: number): Condition[] {
  const others = Math.min(6, repeats);
  const all = { request: repeats, slice: others, trial: others, duet: others };
  const few = { request: Math.min(3, repeats) };
  const working = { loads: ["health"], base: computing(), band: "3%", young: null, repeats: all } as const;
  const waiting = { ...working, base: "health.wait=20ms", repeats: few };
  const ranking = { ...working, loads: ["recommend"], base: "", repeats: few } as const;
  const held = { ...ranking, young: YOUNG };
  const harmless = { wanted: [], spared: BOTH };
  const slower = { wanted: BOTH, spared: [] };
  return [
    { ...working, ...harmless, name: "the same commit", head: computing() },
    { ...working, ...slower, name: "+5 %", head: computing(5 * percent) },
    { ...working, ...slower, name: "+2 %, band 1.5 %", head: computing(2 * percent), band: "1.5%" },
    {
      ...waiting,
      name: "150 µs of CPU behind a wait of 20 ms",
      head: "health.wait=20ms,health.cpu=150us",
      wanted: [CPU],
      spared: [P50],
    },
    {
      ...waiting,
      name: "a wait of 21 ms for one of 20",
      head: "health.wait=21ms",
      wanted: [P50],
      spared: [CPU],
    },
    { ...ranking, ...harmless, name: "ranking, the same commit", head: "" },
    { ...held, ...harmless, name: "ranking, the same commit, held", head: "" },
    { ...held, ...slower, name: "ranking, +25 % of its CPU, held", head: "recommend.cpu=25%" },
    { ...held, ...harmless, name: "six workloads, the same commit", loads: ALL, base: SIX, head: SIX },
  ];
}
