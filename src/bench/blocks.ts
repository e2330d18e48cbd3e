import { parseArgs } from "node:util";
import { stream } from "../base/random.ts";
import { LEAST_SD } from "../compare/criteria.ts";
import { type DuelPlan, look, nextLook, opened } from "../compare/duel/duel.ts";
import { DUEL_LEVEL, looks } from "../compare/duel/looks.ts";
import { plainSample } from "../compare/duel/sample.ts";
import { StartCosts } from "../measure/duel/costs.ts";
import { type Duelist, pairSeconds, roundStarts } from "../measure/duel/plan.ts";
import { LONGEST_BLOCK } from "../model/duel.ts";
import { MOST_PAIRS } from "../model/measure.ts";
import { normalPpf } from "../stats/normal.ts";
import { effectiveStarts } from "../stats/pair.ts";
import { quantile } from "../stats/samples.ts";
import { startVariances } from "../stats/starts.ts";
import { aDuelist } from "../testing/plans.ts";
import { markdown } from "./markdown.ts";

// How long should the pairs of a workload be, and how many, where a start takes its time? Comparisons are drawn at random and
// measured by the plan and the rule of a real one. `--start 10` is the seconds of a start with its warm-up, `--draws` the number
// of comparisons of each case.
const { values } = parseArgs({
  options: {
    start: { type: "string", default: "10" },
    draws: { type: "string", default: "1500" },
  },
});
const SECONDS_OF_START = Number(values.start);
const DRAWS = Number(values.draws);
/** Seconds in which a verdict is wanted. */
const WANTED = 120;
/** Starts before the first look. */
const STARTS = 3;

/** The noise of a metric: sd of a pair of 2 s within a start, and of a start. */
type Noise = readonly [pair: number, start: number];
/** Of p50 and of CPU time. The first two are as Express with PostgreSQL has them. */
const NOISE: Readonly<Record<string, readonly Noise[]>> = {
  "5 %, 0.7 %": [
    [0.05, 0.007],
    [0.045, 0],
  ],
  "6 %, 2 %": [
    [0.06, 0.02],
    [0.05, 0],
  ],
  "5 %, 5 %": [
    [0.05, 0.05],
    [0.03, 0.02],
  ],
  "2 %, 0.8 %": [
    [0.02, 0.008],
    [0.02, 0.01],
  ],
};
const LENGTHS = [
  [2, MOST_PAIRS.usual],
  [LONGEST_BLOCK, MOST_PAIRS.long],
] as const;

const next = stream(1);
const gauss = () => normalPpf(Math.max(1e-9, next()));

/** The log ratios of one pair, by metric, and its start. */
interface Drawn {
  readonly start: number;
  readonly ratios: readonly number[];
}

/** One comparison: how it ended, and after how many seconds. */
function compared(noise: readonly Noise[], [block, most]: (typeof LENGTHS)[number], change: number) {
  const of: Duelist = { ...aDuelist("shop", block, { mode: "request", block }), warmup: 0 };
  const test = { band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null };
  const plan: DuelPlan = { looks: looks(most), level: DUEL_LEVEL, workloads: [noise.map(() => test)] };
  const costs = new StartCosts();
  const pairs: Drawn[] = [];
  let [starts, seconds, state] = [0, 0, opened(plan)];
  const spread = () =>
    Array.from({ length: starts }, (_, n) => pairs.filter(({ start }) => start === n).length);
  for (let at = nextLook(plan, state); at !== null; at = nextLook(plan, state)) {
    const missing = Array.from({ length: at - pairs.length }, (_, i) => pairs.length + i);
    const best = costs.best(of, startRatio(pairs));
    const standing = { missing: () => missing, spread, best: () => best };
    for (const start of roundStarts([of], standing, STARTS, next)) {
      const leaning = noise.map(([, sd]) => sd * gauss());
      const loaded = start.shares[0]!.slots.map(() => {
        const ratios = noise.map(([sd], m) => change + leaning[m]! + sd * Math.sqrt(2 / block) * gauss());
        return { start: starts, ratios };
      });
      pairs.push(...loaded);
      const took = SECONDS_OF_START + loaded.length * pairSeconds(of);
      costs.add(
        start,
        took,
        loaded.map(() => of),
      );
      seconds += took;
      starts++;
    }
    state = look(plan, state, (_, slots) => samples(pairs.slice(0, slots), noise.length));
  }
  const [{ closed, tests }] = state.workloads as [(typeof state.workloads)[number]];
  return {
    regressed: closed === "regressed",
    settled: tests.every(({ verdict }) => verdict === "unchanged"),
    seconds,
  };
}

const samples = (pairs: readonly Drawn[], metrics: number) => {
  const startOf = pairs.map(({ start }) => start);
  return Array.from({ length: metrics }, (_, m) =>
    plainSample(
      pairs.map(({ ratios }) => ratios[m]!),
      effectiveStarts(startOf),
      null,
      startOf,
    ),
  );
};

/** The largest variance of a start, in units of that of a pair, among the metrics; undefined where nothing tells. */
function startRatio(pairs: readonly Drawn[]): number | undefined {
  const found = (pairs[0]?.ratios ?? []).flatMap((_, m) => {
    const all = startVariances(
      pairs.map(({ ratios }) => ratios[m]!),
      pairs.map(({ start }) => start),
      LEAST_SD ** 2,
    );
    return all !== null && all.between > 0 ? [all.between / all.within] : [];
  });
  return found.length === 0 ? undefined : Math.max(...found);
}

const percent = (count: number) => `${((100 * count) / DRAWS).toFixed(0)} %`;
const rows = Object.entries(NOISE).flatMap(([name, noise]) =>
  LENGTHS.map((length) => {
    const draws = (change: number) => Array.from({ length: DRAWS }, () => compared(noise, length, change));
    const [same, slower] = [draws(0), draws(Math.log1p(0.05))];
    const count = (all: typeof same, of: (one: (typeof same)[number]) => boolean) =>
      percent(all.filter(of).length);
    const seconds = same.map((one) => one.seconds);
    return [
      name,
      `${length[0]} s, ${length[1]}`,
      count(same, (one) => one.settled && one.seconds <= WANTED),
      count(same, (one) => !one.settled),
      count(same, (one) => one.regressed),
      `${quantile(seconds, 0.5).toFixed(0)}, ${Math.max(...seconds).toFixed(0)}`,
      count(slower, (one) => one.regressed && one.seconds <= WANTED),
      count(slower, (one) => one.regressed),
    ];
  }),
);
const HEAD = [
  "sd of a pair of 2 s, of a start",
  "a pair, most pairs",
  `the same commit settled within ${WANTED} s`,
  "left open",
  "called slower",
  "seconds: median, worst",
  `+5 % found within ${WANTED} s`,
  "at all",
];
console.log(markdown(HEAD, rows));
