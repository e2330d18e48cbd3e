import { type Chance, chance } from "./chance.ts";
import type { Ratios } from "./draws.ts";
import { baseline, duel, type Judgement, priorOf } from "./procedures.ts";
import {
  GATES,
  KINDS,
  METRICS,
  type Pull,
  type Seeded,
  SIZES,
  type Source,
  touches,
  WORKLOADS,
  workloadOf,
} from "./pull.ts";
import { type Cell, powerOf, type Row, type Sizes, Tally } from "./results.ts";

/** Most pairs of a duel in trial mode. */
const MOST_PAIRS = 30;
/** Seconds of load of one trial, of one side. */
export const TRIAL_SECONDS = 2.2;
/** Sessions of base against base that a prior is learned from, and pairs of each. */
const CALIBRATIONS = 6;
const CALIBRATION_PAIRS = 10;
/** Trials of a session that is compared with stored ones. */
const SESSION_TRIALS = 10;

type Verdicts = Judgement["verdicts"];
/** One of our rules on one pull request: its verdict when these tests are slower by this log ratio. */
interface Judged {
  judge(slower: (test: number) => number): { verdicts: Verdicts; pairs: number | null; seconds: number };
}
interface Rule {
  readonly name: string;
  /** Tests it judges, as indices of all 30. */
  readonly tests: (source: Source) => readonly number[];
  readonly sizes: readonly number[];
  /** Whether it can say "unchanged". */
  readonly shows: boolean;
  readonly on: (source: Source, random: Chance, tests: readonly number[]) => Judged;
}

const duelRule = (name: string, prior: boolean): Rule => ({
  name,
  tests: () => GATES,
  sizes: SIZES,
  shows: true,
  on: (source, random, tests) => {
    const ratios = differences(draw(source, random, MOST_PAIRS), tests);
    const priors = prior ? priorsOf(source, random, tests) : undefined;
    const each = new Array<number>(WORKLOADS).fill(tests.length / WORKLOADS);
    return {
      judge: (slower) => {
        const shifted = ratios.map((r, i) => shift(r, slower(tests[i]!)));
        const metrics = tests.map((test) => METRICS[test % METRICS.length]!);
        const { verdicts, pairs } = duel(shifted, each, { metrics, ...(priors ? { priors } : {}) });
        return { verdicts, pairs, seconds: 2 * pairs * WORKLOADS * TRIAL_SECONDS };
      },
    };
  },
});

const draw = (source: Source, random: Chance, pairs: number) =>
  source.draw(random, { pairs, sessions: 0, trials: 0 });
const differences = ({ base, head }: Pull, tests: readonly number[]): Ratios =>
  tests.map((test) => head[test]!.map((v, i) => v - base[test]![i]!));
const shift = (values: readonly number[], by: number) => (by === 0 ? values : values.map((v) => v + by));

/** Priors from sessions of their own; in recorded noise these are other windows of the same recording. */
function priorsOf(source: Source, random: Chance, tests: readonly number[]) {
  const sessions = Array.from({ length: CALIBRATIONS }, () =>
    differences(draw(source, random, CALIBRATION_PAIRS), tests),
  );
  return tests.map((_, t) => priorOf(sessions.map((session) => session[t]!)));
}

/** Medians and CPU, of workloads that do not saturate the host. */
const stable = ({ saturated }: Source) =>
  GATES.filter((test) => METRICS[test % METRICS.length] !== "mean" && !saturated.includes(workloadOf(test)));

const baselineRule = (sessions: number): Rule => ({
  name: `baseline alone, ${sessions} sessions`,
  tests: stable,
  sizes: [...SIZES, 0.5],
  shows: false,
  on: (source, random, tests) => {
    const { alone, sessions: past } = source.draw(random, { pairs: 0, sessions, trials: SESSION_TRIALS });
    const stored = tests.map((test) => past.map((session) => session[test]!));
    return {
      judge: (slower) => ({
        verdicts: baseline(
          tests.map((test) => shift(alone[test]!, slower(test))),
          stored,
        ),
        pairs: null,
        seconds: SESSION_TRIALS * WORKLOADS * TRIAL_SECONDS,
      }),
    };
  },
});

const RULES: readonly Rule[] = [
  duelRule("duel, trial mode", false),
  duelRule("duel, trial mode, with a prior", true),
  baselineRule(3),
  baselineRule(8),
];

/** Every rule of ours in every environment. */
export function ourRows(sources: readonly Seeded[], sizes: Sizes): Row[] {
  return RULES.map((rule, r) => ({
    rule: rule.name,
    ours: true,
    cells: Object.fromEntries(
      sources.map(({ source, seed }) => [source.name, cell(rule, source, sizes, chance(seed + 1000 * r))]),
    ),
  }));
}

function cell(rule: Rule, source: Source, sizes: Sizes, random: Chance): Cell {
  const tests = rule.tests(source);
  const workloads = [...new Set(tests.map(workloadOf))];
  const [alarms, unchanged, wrong] = [new Tally(), new Tally(), new Tally()];
  const found = KINDS.map(() => rule.sizes.map(() => new Tally()));
  const byWorkload = Array.from({ length: WORKLOADS }, () => new Tally());
  let [pairs, seconds] = [0, 0];
  for (let i = 0; i < sizes.harmless; i++) {
    const judged = rule.on(source, random, tests);
    const harmless = judged.judge(() => 0);
    alarms.add(harmless.verdicts.includes("regressed"));
    for (const verdict of harmless.verdicts) unchanged.add(verdict === "unchanged");
    pairs += harmless.pairs ?? 0;
    seconds += harmless.seconds;
    if (i >= sizes.slowed) continue;
    const workload = workloads[random.below(workloads.length)]!;
    for (const [k, kind] of KINDS.entries()) {
      for (const [s, size] of rule.sizes.entries()) {
        const slow = (test: number) => touches(kind, workload, test);
        const { verdicts } = judged.judge((test) => (slow(test) ? Math.log1p(size) : 0));
        const reported = verdicts.some((v, t) => workloadOf(tests[t]!) === workload && v === "regressed");
        found[k]![s]!.add(reported);
        if (size === 0.05 && kind === "latency") byWorkload[workload]!.add(reported);
        if (size !== 0.05 || kind !== "all") continue;
        for (const [t, verdict] of verdicts.entries())
          if (slow(tests[t]!)) wrong.add(verdict === "unchanged");
      }
    }
  }
  return {
    alarms: alarms.share,
    alarmsOfAll: null,
    power: powerOf(found, rule.sizes),
    byWorkload: byWorkload.map(({ share }) => share),
    unchanged: rule.shows ? unchanged.share : null,
    wronglyUnchanged: rule.shows ? wrong.share : null,
    pairs: rule.shows ? pairs / sizes.harmless : null,
    seconds: seconds / sizes.harmless,
  };
}
