import { DUEL_LEVEL } from "../../../compare/duel/duel.ts";
import { type Estimate, meanEstimate, pValues, trimmedEstimate } from "../../../stats/location.ts";
import { hodgesLehmann } from "../../../stats/samples.ts";
import { studentPpf } from "../../../stats/student.ts";
import type { MetricName } from "../pull.ts";
import type { Candidate, Figures, Pairs } from "./contest.ts";
import { givenCpu } from "./cpu.ts";
import { evidence, signedRank, type Tails, tLocation } from "./otherwise.ts";
import { levelWeights, weightedEstimate } from "./weights.ts";

/** What every standard error and variance has at least: the duel's, for three starts. */
const SETTINGS = { floor: 0.001 ** 2, extra: (2 * 0.002 ** 2) / 3 };
const GATES = ["p50", "mean", "cpu"] as const;
const BAND = Math.log1p(0.03);
/** Pairs from which on the tightest of several intervals is used. */
const ALL_BOUNDS = 10;
/** Votes whose intervals may show "unchanged". */
const BOUNDING = 2;

type Vote = (pairs: Pairs, metric: MetricName) => Estimate | null;
/** The same level at every look. */
const equal = (looks: readonly number[]) => looks.map(() => DUEL_LEVEL / looks.length);
/** After n of N pairs (n/N)^power of the level is spent. */
export const growing =
  (power: number, level = DUEL_LEVEL) =>
  (looks: readonly number[]): number[] => {
    const spent = (n: number) => level * (n / looks.at(-1)!) ** power;
    return looks.map((n, k) => spent(n) - (k > 0 ? spent(looks[k - 1]!) : 0));
  };

const plain: Vote = ({ ratios }, metric) => meanEstimate(ratios[metric], SETTINGS);
const trimmed: Vote = ({ ratios }, metric) => trimmedEstimate(ratios[metric], SETTINGS);
const weighted: Vote = ({ ratios, levels }, metric) =>
  weightedEstimate(ratios[metric], levelWeights(ratios[metric], levels[metric]), SETTINGS);
const likely: Vote = ({ ratios }, metric) => tLocation(ratios[metric], SETTINGS);
/** A latency beside CPU a request, unless CPU looks lower by chance of less than `least`. */
const beside =
  (least: number, { centred = false, twice = true } = {}): Vote =>
  ({ ratios }, metric) =>
    metric === "cpu" ? null : givenCpu(ratios[metric], ratios.cpu, { ...SETTINGS, least, centred, twice });

interface Made {
  readonly votes?: readonly Vote[];
  readonly cpu?: Vote;
  readonly levels?: Candidate["levels"];
  readonly gates?: readonly MetricName[];
  readonly band?: number;
}

/** The smallest p of some votes, times their number, as the rule does with two. */
function made(
  name: string,
  { votes = [plain, trimmed], cpu, levels = equal, gates = GATES, band = BAND }: Made,
): Candidate {
  const tests = (pairs: Pairs) =>
    gates.map((metric): Figures => {
      const own = votes.map((vote) => vote(pairs, metric)!);
      const besides = cpu && metric !== "cpu";
      const more = besides ? cpu(pairs, metric) : null;
      const p = [...own, ...(more ? [more] : [])].map(pValues);
      // What was not asked for its data's sake counts all the same.
      const asked = votes.length + (besides ? 1 : 0);
      const ratios = pairs.ratios[metric];
      return {
        pWorse: Math.min(1, asked * Math.min(...p.map(({ above }) => above))),
        pBetter: Math.min(1, asked * Math.min(...p.map(({ below }) => below))),
        estimate: hodgesLehmann(ratios),
        bounds: tightest(own.slice(0, ratios.length < ALL_BOUNDS ? 1 : BOUNDING)),
      };
    });
  return { name, gates, band, levels, tests };
}

function tightest(estimates: readonly Estimate[]): [number, number] {
  const half = estimates.map(({ se, df }) => studentPpf(0.95, df) * se);
  return [
    Math.max(...estimates.map(({ estimate }, i) => estimate - half[i]!)),
    Math.min(...estimates.map(({ estimate }, i) => estimate + half[i]!)),
  ];
}

export const SPECIFIED = made("as specified", {});
/** Another p in the place of the rule's own, or beside it. */
function asking(
  name: string,
  tails: (ratios: readonly number[]) => Tails,
  { third = false, levels = equal }: { third?: boolean; levels?: Candidate["levels"] } = {},
): Candidate {
  const tests = (pairs: Pairs) =>
    SPECIFIED.tests(pairs).map((figures, t) => {
      const { above, below } = tails(pairs.ratios[GATES[t]!]);
      const join = (two: number, one: number) => (third ? Math.min(1, 1.5 * two, 3 * one) : one);
      return { ...figures, pWorse: join(figures.pWorse, above), pBetter: join(figures.pBetter, below) };
    });
  return { ...SPECIFIED, name, levels, tests };
}

/** p50 and the mean as one test of the mean of their logarithms. */
function together(): Candidate {
  const both = made("p50 and mean as one test", { gates: ["p50", "cpu"] });
  const tests = ({ ratios, levels }: Pairs) =>
    both.tests({ ratios: { ...ratios, p50: ratios.p50.map((v, i) => (v + ratios.mean[i]!) / 2) }, levels });
  return { ...both, tests };
}

/** Simes within a workload; Benjamini–Hochberg over workloads. A workload's verdict is one. */
function nested(): Candidate {
  const simes = (p: readonly number[]) =>
    Math.min(...[...p].sort((a, b) => a - b).map((v, i) => (v * p.length) / (i + 1)));
  const tests = (pairs: Pairs) => {
    const all = SPECIFIED.tests(pairs);
    const pWorse = simes(all.map((f) => f.pWorse));
    const pBetter = simes(all.map((f) => f.pBetter));
    return all.map((figures) => ({ ...figures, pWorse, pBetter }));
  };
  return { ...SPECIFIED, name: "Simes per workload", tests };
}

/** After n of the most pairs (n/most)² of the level; CPU beside latencies. */
export const ADOPTED = made("adopted", { levels: growing(2), cpu: beside(0.1) });

/** Everything that was tried and is worth a line. */
export const CANDIDATES: readonly Candidate[] = [
  SPECIFIED,
  made("level as n^1.5", { levels: growing(1.5) }),
  made("level as n²", { levels: growing(2) }),
  made("level as n³", { levels: growing(3) }),
  made("beside CPU", { cpu: beside(0.1) }),
  ADOPTED,
  made("adopted, CPU from 0.2", { levels: growing(2), cpu: beside(0.2) }),
  made("adopted, CPU from 0.05", { levels: growing(2), cpu: beside(0.05) }),
  made("adopted, CPU always", { levels: growing(2), cpu: beside(0) }),
  made("adopted, slope with a mean", { levels: growing(2), cpu: beside(0.1, { centred: true }) }),
  made("adopted, CPU asked once", { levels: growing(2), cpu: beside(0.1, { twice: false }) }),
  made("adopted, level 4 %", { levels: growing(2, 0.04), cpu: beside(0.1) }),
  made("adopted, n³", { levels: growing(3), cpu: beside(0.1) }),
  made("weights for the mean", { votes: [weighted, trimmed] }),
  made("weights as third vote", { votes: [plain, trimmed, weighted] }),
  made("t likelihood for trimmed", { votes: [plain, likely] }),
  made("t likelihood alone", { votes: [likely] }),
  asking("signed ranks alone", signedRank),
  asking("signed ranks as third vote", signedRank, { third: true }),
  asking("e-values, any time", evidence, { levels: (looks) => looks.map(() => DUEL_LEVEL) }),
  together(),
  made("p50 and CPU only", { gates: ["p50", "cpu"] }),
  nested(),
];

/** p95 and p99 as gates, each a family of its own. */
export const TAILS: readonly Candidate[] = (["p95", "p99"] as const).flatMap((metric) => {
  const of = { gates: [metric], band: Math.log1p(metric === "p95" ? 0.05 : 0.1) };
  return [
    made(`${metric} as specified`, of),
    made(`${metric} n²`, { ...of, levels: growing(2) }),
    made(`${metric} adopted`, { ...of, levels: growing(2), cpu: beside(0.1) }),
    made(`${metric} n², weights`, { ...of, levels: growing(2), votes: [weighted, trimmed] }),
  ];
});
