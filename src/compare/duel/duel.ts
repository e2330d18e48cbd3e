import type { VariancePrior } from "../../stats/location.ts";
import { normalTails } from "../../stats/normal.ts";
import { type PairFigures, pairFigures } from "../../stats/pair.ts";
import { ENOUGH, MOST_PRIOR_DF } from "../criteria.ts";
import { decide, type Rejections } from "../decision.ts";
import { rejections } from "../judge.ts";
import { type LookPlan, levelOf } from "./looks.ts";
import { absolute, type PairedSample } from "./sample.ts";

/** Pairs from which measuring may stop where no estimate comes near its band. */
const FUTILE_FROM = 20;
/** Bands that the bound of an estimate has to exceed then, as it would be after all pairs: chance may still move the estimate. */
const HOPELESS = 1.25;
/** A band below this needs two starts: within one, start-up variance would pass for a change. */
export const BAND_OF_ONE_START = Math.log1p(0.03);

/** Starts that are enough to show how much starts differ. */
const TELLING_STARTS = 6;
/** Sd between starts of one process in services that nobody tuned: five measured ones have 0.6 to 6 %. */
const COMMON_START_SD = 0.02;
/** The largest one that was measured: of the demo's gateway, without flags for its runtime. */
const LARGEST_START_SD = 0.1;

/** The properties of a gate test that are known before any pair is measured. */
export interface DuelTest {
  /** Smallest change that matters, a log ratio, > 0. */
  readonly band: number;
  /** Smallest absolute change that matters, base units; 0 for none. */
  readonly floor: number;
  /** Variance of one pair's log ratio, from history; NO_PRIOR without. */
  readonly prior: VariancePrior;
  /** Learned sd between starts of one process, a log ratio; null until it is learned. */
  readonly startSd: number | null;
}

/** Fixed before measuring, never changed afterwards: the tests, the looks, and the level. */
export interface DuelPlan extends LookPlan {
  /** For each workload (and variant) its gate tests; all of them together are one family. */
  readonly workloads: readonly (readonly DuelTest[])[];
}

/** Why measuring a workload stopped. */
export type Closed = "regressed" | "settled" | "futile" | "last" | "failed" | "invalid";
export type DuelVerdict = "regressed" | "improved" | "unchanged" | "inconclusive";

/** The figures behind a test's verdict, at the look that decided. */
export interface Decided {
  /** Number of the look, from 1, and the pairs planned by then, good or not. */
  readonly look: number;
  readonly slots: number;
  /** Pairs in the test. */
  readonly n: number;
  readonly starts: number;
  readonly figures: TestFigures;
  readonly rejections: Rejections;
}
export interface TestState {
  readonly verdict: DuelVerdict;
  /** Null until the test has data. */
  readonly decided: Decided | null;
}
export interface WorkloadState {
  readonly closed: Closed | null;
  /** The number of its last look, and the pairs planned by then. */
  readonly looks: number;
  readonly slots: number;
  readonly tests: readonly TestState[];
}
/** A duel between two looks; plain data. */
export interface DuelState {
  readonly taken: number;
  readonly workloads: readonly WorkloadState[];
}

/**
 * The data of a workload's first `slots` pairs: one paired sample per test, in order; null for a test that no number of
 * pairs makes possible. Or that the workload failed, or is invalid, for good.
 */
export type Observation = readonly (PairedSample | null)[] | "failed" | "invalid";
export type Observe = (workload: number, slots: number) => Observation;

/** A duel before its first look. */
export const opened = (plan: DuelPlan): DuelState => ({
  taken: 0,
  workloads: plan.workloads.map((tests) => ({
    closed: null,
    looks: 0,
    slots: 0,
    tests: tests.map(() => ({ verdict: "inconclusive", decided: null })),
  })),
});

/** The number of pairs that every open workload needs for the next look; null where no look or workload is left. */
export function nextLook(plan: DuelPlan, state: DuelState): number | null {
  return state.workloads.some(({ closed }) => closed === null) ? (plan.looks[state.taken] ?? null) : null;
}

/**
 * The duel after one more look.
 *
 * Benjamini–Hochberg runs over all tests of the plan at the level of this look. Tests that are closed, or lack data,
 * enter with p = 1. A workload closes when one of its tests regressed, when all testable ones are settled, or when none
 * comes near its band. The last look decides; a rejected `regressed` or `improved` stands.
 *
 * @param last whether the time is up: the pairs measured so far, up to the most, get a last look
 */
export function look(plan: DuelPlan, state: DuelState, see: Observe, last = false): DuelState {
  const next = nextLook(plan, state);
  if (next === null) return state;
  const most = plan.looks.at(-1)!;
  const slots = last ? most : next;
  const taken = state.taken + 1;
  const rounds = state.workloads.map((workload, w): Round => {
    if (workload.closed !== null) return { workload, tests: null };
    const seen = see(w, slots);
    if (typeof seen === "string")
      return { workload: { ...workload, closed: seen, looks: taken, slots }, tests: null };
    return { workload, tests: plan.workloads[w]!.map((test, t) => tried(test, seen[t] ?? null)) };
  });
  const all = rounds.flatMap(({ tests }, w) => tests ?? plan.workloads[w]!.map(() => null));
  const level = levelOf(plan, taken, slots);
  const found = rejections(
    all.map((one) => one?.figures ?? null),
    level,
  );
  let at = 0;
  const workloads = rounds.map(({ workload, tests }, w): WorkloadState => {
    const first = at;
    at += plan.workloads[w]!.length;
    if (tests === null) return workload;
    const judged = tests.map((tried, t) => {
      return judgedTest(workload.tests[t]!, tried, found[first + t]!, { look: taken, slots });
    });
    return { closed: closing(judged, tests, slots / most), looks: taken, slots, tests: judged };
  });
  return { taken, workloads };
}

/** A whole duel at once: every planned look, until no workload is open. */
export function duelVerdicts(plan: DuelPlan, see: Observe): DuelState {
  let state = opened(plan);
  while (nextLook(plan, state) !== null) state = look(plan, state, see);
  return state;
}

interface Round {
  readonly workload: WorkloadState;
  /** Null where the workload is closed. */
  readonly tests: readonly (Tried | null)[] | null;
}
/** A test at a look; without figures where it has too few pairs or starts so far. */
interface Tried {
  readonly test: DuelTest;
  readonly sample: PairedSample;
  readonly figures: TestFigures | null;
}

function tried(test: DuelTest, sample: PairedSample | null): Tried | null {
  if (sample === null) return null;
  const enough = sample.ratios.length >= ENOUGH && enoughStarts(test.band, sample.starts);
  return { test, sample, figures: enough ? testFigures(test, sample) : null };
}

/** Whether the starts suffice to separate a change of one band from start-up variance. */
export const enoughStarts = (band: number, starts: number) => band >= BAND_OF_ONE_START || starts >= 2;

/** Of "head is not above base", and "not below". */
interface PValues {
  readonly above: number;
  readonly below: number;
}

/** The figures of one test of pairs. */
export interface TestFigures extends PairFigures {
  /** Standard error from common start-up variance; 0 where the starts show how much they differ, or history does. */
  readonly startError: number;
  /** Standard error if starts differed as much as those of any known service; null where they do not differ. */
  readonly largestError: number | null;
}

/**
 * Standard error from common start-up variance; 0 where there are enough starts to show how much they differ, or history
 * does.
 *
 * @param startSd   learned sd between starts; null until it is learned
 * @param starts    their number
 * @param effective their effective number
 */
export const startErrorOf = (startSd: number | null, starts: number, effective = starts): number =>
  startSd !== null || starts >= TELLING_STARTS ? 0 : COMMON_START_SD * Math.sqrt(2 / effective);

/**
 * The figures of one test. A few starts may agree by chance: with fewer than six, and no history of them, a change counts
 * only as far as common start-up variance does not explain it. Where they differ, a few tell badly by how much: a change that not
 * even the largest known start-up variance explains is one all the same.
 */
export function testFigures({ band, prior, startSd }: DuelTest, sample: PairedSample): TestFigures {
  const { startOf, starts } = sample;
  const figures = pairFigures(sample.ratios, {
    prior: capped(prior),
    startSd: startSd ?? usualStartSd(band),
    starts,
    floor: sample.least,
    companion: sample.companion,
    startOf,
  });
  const startError = startOf === null ? 0 : startErrorOf(startSd, new Set(startOf).size, starts);
  const largest = LARGEST_START_SD * Math.sqrt(2 / starts);
  const largestError = figures.startsDiffer ? Math.hypot(figures.mean.se, largest) : null;
  const inAll = { ...figures, startError, largestError };
  const [most, least] = [beyondAnyStarts(inAll), beyondStarts(inAll)];
  return {
    ...inAll,
    pWorse: Math.max(Math.min(figures.pWorse, most.above), least.above),
    pBetter: Math.max(Math.min(figures.pBetter, most.below), least.below),
  };
}

/** p-values of a change if starts differed as much as those of any known service; 1 where they do not differ. */
export function beyondAnyStarts({
  shift,
  asked,
  largestError,
}: Pick<TestFigures, "shift" | "asked" | "largestError">): PValues {
  if (largestError === null) return { above: 1, below: 1 };
  const { lower, upper } = normalTails(shift / largestError);
  return { above: Math.min(1, asked * upper), below: Math.min(1, asked * lower) };
}

/** p-values of a change if starts differed as they commonly do; 0 where that is known better. */
function beyondStarts({ shift, startError }: Pick<TestFigures, "shift" | "startError">): PValues {
  if (startError === 0) return { above: 0, below: 0 };
  const { lower, upper } = normalTails(shift / startError);
  return { above: upper, below: lower };
}

/** Caps the weight of a prior. */
export const capped = ({ df, variance }: VariancePrior): VariancePrior => ({
  df: Math.min(df, MOST_PRIOR_DF),
  variance,
});

/** Assumed sd between starts of one process until it is learned; more for bands below 2 %. */
export const usualStartSd = (band: number) => (band < Math.log1p(0.02) ? 0.005 : 0.002);

function judgedTest(
  before: TestState,
  tried: Tried | null,
  rejections: Rejections,
  round: Pick<Decided, "look" | "slots">,
): TestState {
  if (tried?.figures == null) return before;
  const { test, sample, figures } = tried;
  const { scale, starved } = sample;
  const tested = {
    estimate: figures.shift,
    bounds: figures.bounds,
    absolute: (r: number) => absolute(scale, r),
    starved,
  };
  const { verdict } = decide(tested, test, rejections);
  if (before.verdict === "improved" && verdict !== "regressed") return before;
  const { ratios, starts } = sample;
  return { verdict, decided: { ...round, n: ratios.length, starts, figures, rejections } };
}

function closing(
  judged: readonly TestState[],
  tests: readonly (Tried | null)[],
  progress: number,
): Closed | null {
  if (judged.some(({ verdict }) => verdict === "regressed")) return "regressed";
  if (tests.length === 0) return "settled"; // no test needs more pairs
  const testable = tests.flatMap((one, t) => (one ? { ...one, verdict: judged[t]!.verdict } : []));
  if (testable.length > 0) {
    const open = testable.filter(({ verdict }) => verdict !== "unchanged" && verdict !== "improved");
    if (open.length === 0) return "settled";
    if (open.every((one) => isFutile(one, progress))) return "futile";
  }
  return progress === 1 ? "last" : null;
}

/**
 * Whether an estimate does not come near its band, and all pairs would not show it to be within the band either.
 *
 * @param progress share of all pairs that there are
 */
function isFutile({ test: { band }, sample, figures }: Tried, progress: number): boolean {
  if (figures === null || sample.ratios.length < FUTILE_FROM) return false;
  const { shift, bounds } = figures;
  const high = shift + (bounds[1] - shift) * Math.sqrt(progress);
  return Math.abs(shift) < band / 2 && high >= HOPELESS * band;
}
