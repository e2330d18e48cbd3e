import { chance } from "../chance.ts";
import { METRICS, type MetricName, WORKLOADS } from "../pull.ts";
import { type Share, Tally } from "../results.ts";
import { type Candidate, contest, type Figures, type Pairs } from "./contest.ts";
import type { Place } from "./parts.ts";

/** Most pairs. */
const MOST = 30;
/** Share of head's trials that are slow where it is slow now and then. */
const NOW_AND_THEN = 0.3;

/** A change of one workload: what is added to a metric's log ratio in a pair that is hit, or in every pair. */
interface Change {
  readonly name: string;
  readonly by: (metric: MetricName) => number;
  readonly sometimes: boolean;
}
const latency = (size: number) => (metric: MetricName) => (metric === "cpu" ? 0 : Math.log1p(size));
const cpu = (size: number) => (metric: MetricName) => (metric === "cpu" ? Math.log1p(size) : 0);
const always = (name: string, by: Change["by"]): Change => ({ name, by, sometimes: false });

/** Changes of which a report is right. */
export const CHANGES: readonly Change[] = [
  always("latency +5 %", latency(0.05)),
  always("latency +10 %", latency(0.1)),
  always("latency +20 %", latency(0.2)),
  always("all +5 %", () => Math.log1p(0.05)),
  always("cpu +5 %", cpu(0.05)),
  { name: "latency +30 % in 3 of 10 trials", by: latency(0.3), sometimes: true },
  // Of these a report would be a false alarm.
  always("cpu −2 %", cpu(-0.02)),
  always("cpu −3 %", cpu(-0.03)),
  always("cpu −5 %", cpu(-0.05)),
];

/** What one candidate made of the pull requests of one place. */
export interface Found {
  readonly candidate: string;
  /** Harmless pull requests with anything reported. */
  readonly alarms: Share;
  /** By change: reported in the workload that is changed. */
  readonly found: readonly Share[];
  /** By change: latencies of the changed workload that were "shown" unchanged. */
  readonly unchanged: readonly Share[];
  /** By change: found by this candidate alone, and by the first alone. */
  readonly differ: readonly (readonly [gained: number, lost: number])[];
  /** Gates of harmless pull requests shown unchanged. */
  readonly shown: Share;
  readonly pairs: number;
  /** By change: pairs of the changed workload. */
  readonly slowPairs: readonly number[];
}

/**
 * Candidates on the same draws of one place; the first is what the others are held against.
 *
 * @param harmless pull requests without a change
 * @param changed  how many of them are also changed, in every way
 */
export function tallies(
  place: Place,
  candidates: readonly Candidate[],
  { harmless, changed, seed }: { harmless: number; changed: number; seed: number },
): Found[] {
  const random = chance(seed);
  const counts = candidates.map(() => ({
    alarms: new Tally(),
    shown: new Tally(),
    pairs: 0,
    slow: CHANGES.map(() => 0),
    found: CHANGES.map(() => new Tally()),
    unchanged: CHANGES.map(() => new Tally()),
    differ: CHANGES.map((): [number, number] => [0, 0]),
  }));
  for (let i = 0; i < harmless; i++) {
    const pull = place.draw(random, MOST);
    const at = random.below(WORKLOADS);
    const hit = Array.from({ length: MOST }, () => random.uniform() < NOW_AND_THEN);
    const first = new Array<boolean>(CHANGES.length).fill(false);
    for (const [c, candidate] of candidates.entries()) {
      const count = counts[c]!;
      const judge = remembering(candidate, pull);
      const quiet = contest(candidate, judge, WORKLOADS, MOST);
      count.alarms.add(quiet.verdicts.flat().includes("regressed"));
      for (const verdict of quiet.verdicts.flat()) count.shown.add(verdict === "unchanged");
      count.pairs += quiet.used.reduce((sum, n) => sum + n, 0) / WORKLOADS / harmless;
      if (i >= changed) continue;
      for (const [k, change] of CHANGES.entries()) {
        const other = changedPairs(pull[at]!, (metric, pair) =>
          change.sometimes && !hit[pair] ? 0 : change.by(metric),
        );
        const { verdicts, used } = contest(
          candidate,
          (w, n) => (w === at ? candidate.tests(cut(other, n)) : judge(w, n)),
          WORKLOADS,
          MOST,
        );
        const found = verdicts[at]!.includes("regressed");
        count.found[k]!.add(found);
        count.slow[k]! += used[at]! / changed;
        if (c === 0) first[k] = found;
        if (found !== first[k]) count.differ[k]![found ? 0 : 1]++;
        for (const [t, verdict] of verdicts[at]!.entries())
          if (candidate.gates[t] !== "cpu") count.unchanged[k]!.add(verdict === "unchanged");
      }
    }
  }
  return counts.map(({ alarms, shown, pairs, slow, found, unchanged, differ }, c) => ({
    candidate: candidates[c]!.name,
    alarms: alarms.share,
    found: found.map(({ share }) => share),
    unchanged: unchanged.map(({ share }) => share),
    differ,
    shown: shown.share,
    pairs,
    slowPairs: slow,
  }));
}

/** The tests of a pull request's workloads, each made once. */
function remembering(candidate: Candidate, pull: readonly Pairs[]) {
  const known = new Map<string, readonly Figures[]>();
  return (w: number, n: number): readonly Figures[] => {
    const key = `${w} ${n}`;
    const figures = known.get(key) ?? candidate.tests(cut(pull[w]!, n));
    known.set(key, figures);
    return figures;
  };
}

const each = (of: (metric: MetricName) => readonly number[]) =>
  Object.fromEntries(METRICS.map((metric) => [metric, of(metric)])) as Pairs["ratios"];

/** The first n pairs. */
export const cut = ({ ratios, levels }: Pairs, n: number): Pairs => ({
  ratios: each((metric) => ratios[metric].slice(0, n)),
  levels: each((metric) => levels[metric].slice(0, n)),
});

function changedPairs({ ratios, levels }: Pairs, by: (metric: MetricName, pair: number) => number): Pairs {
  return {
    ratios: each((metric) => ratios[metric].map((v, i) => v + by(metric, i))),
    levels: each((metric) => levels[metric].map((v, i) => v + by(metric, i) / 2)),
  };
}
