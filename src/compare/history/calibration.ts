import { own } from "../../base/own.ts";
import { type Baseline, NO_VARIANT } from "../../model/baseline.ts";
import type { Alarms, CalibratedWorkload } from "../../model/calibration.ts";
import type { DuelRecord, Pairing } from "../../model/duel.ts";
import { isItem } from "../../model/item.ts";
import { isSameWay, type NoiseFigures, type NoiseRecord } from "../../model/noise.ts";
import type { Run } from "../../model/run.ts";
import { clopperPearson } from "../../stats/beta.ts";
import { HOST, LEAST } from "../criteria.ts";
import { duelCases } from "../duel/cases.ts";
import { DUEL_LEVEL } from "../duel/looks.ts";
import { accompaniedByCpu, CPU, gateTests, pairedSampleOf } from "../duel/metrics.ts";
import { type DuelCase, type DuelMetric, goodPairs } from "../duel/pairs.ts";
import { replayed } from "../duel/run.ts";
import { duelExclusion, fewPairs, starvedPairs } from "../duel/validity.ts";
import { advice } from "./advice.ts";
import { calibrated, noiseFigures } from "./noise.ts";
import { scatter } from "./scatter.ts";

/** A run of base against base. */
export type CalibrationRun = Run & { readonly duel: DuelRecord };

/** No limit on pairs. */
const ALL = Number.POSITIVE_INFINITY;

/** One session, judged by the rule of a duel, as one of several sessions with as many pairs. */
interface Judged {
  readonly run: CalibrationRun;
  readonly cases: readonly DuelCase[];
  /** For each workload and gate test: whether it was found worse; null where it could not be tested. */
  readonly worse: readonly (readonly (boolean | null)[])[];
}

/**
 * Summarizes sessions of base against base. For every gate metric: its spread, its false alarms, the smallest change that
 * a duel detects, and advice.
 *
 * @param runs at least one, of the same workloads
 * @param baselines by workload: the noise already learned, as a duel would use it
 */
export function calibration(
  runs: readonly CalibrationRun[],
  baselines: ReadonlyMap<string, Baseline>,
): { readonly level: number; readonly alarms: Alarms | null; readonly workloads: CalibratedWorkload[] } {
  const sessions = runs.map((run) => judgedSession(run, baselines));
  const [first] = sessions;
  if (first === undefined) throw new RangeError("a calibration of no session");
  const tests = first.cases.reduce((sum, of) => sum + gateTests(of).length, 0);
  const tested = sessions.map(({ worse }) => worse.flat().filter((found) => found !== null));
  const any = tested.filter((found) => found.length > 0).map((found) => found.includes(true));
  return {
    level: DUEL_LEVEL,
    alarms: alarmsOf(any),
    workloads: first.run.duel.pairings.map((pairing, w) => workloadOf(pairing, w, sessions, tests)),
  };
}

/** The noise records of a session for later duels, by workload; none where it cannot be judged. */
export function noiseLeft(run: CalibrationRun): Map<string, NoiseRecord[]> {
  const cases = duelCases(sourceOf(run, new Map()));
  return new Map(cases.map(({ workload }) => [workload, recordsOf(run, cases, workload)]));
}

/** Records of one workload: one per mode and block, with the variants measured in that way. */
function recordsOf(run: CalibrationRun, cases: readonly DuelCase[], workload: string): NoiseRecord[] {
  const { fingerprint } = run;
  const mine = run.duel.pairings
    .map((pairing, w) => ({ pairing, of: cases[w]! }))
    .filter(({ pairing, of }) => pairing.workload === workload && faultOf(of) === null);
  const ways = mine
    .map(({ pairing }) => pairing)
    .filter((way, i, all) => all.findIndex((one) => isSameWay(one, way)) === i);
  return ways.flatMap(({ mode, block, pace }) => {
    const alike = mine.filter(({ pairing }) => isSameWay(pairing, { mode, block, pace }));
    const pairs = alike.map(({ of }) => [of.variant ?? NO_VARIANT, ratiosOf(of)] as const);
    const record = calibrated({
      run: run.id,
      commit: run.commit?.sha ?? null,
      at: run.ended,
      fingerprint,
      digest: own(run.workloads, workload)?.digest ?? "",
      mode,
      block,
      ...(pace && { pace }),
      pairs: Object.fromEntries(pairs),
    });
    return record === null ? [] : [record];
  });
}

/** Log ratios of the gate tests of a case, with their starts, by metric. */
export const ratiosOf = (of: DuelCase) =>
  Object.fromEntries(
    gateTests(of).flatMap((metric) => {
      const seen = pairedSampleOf(of, metric, goodPairs(of.pairs, ALL));
      if (seen?.startOf == null) return [];
      return [[metric.metric, seen.ratios.map((ratio, i) => ({ ratio, start: seen.startOf![i]! }))] as const];
    }),
  );

const sourceOf = (
  { duel, workloads, fingerprint, config }: CalibrationRun,
  baselines: ReadonlyMap<string, Baseline>,
) => ({ duel, workloads, fingerprint, config: config.resolved, baselines });

function judgedSession(run: CalibrationRun, baselines: ReadonlyMap<string, Baseline>): Judged {
  const { cases, state } = replayed(sourceOf(run, baselines));
  const worse = state.workloads.map(({ tests }) =>
    tests.map(({ verdict, decided }) => (decided === null ? null : verdict === "regressed")),
  );
  return { run, cases, worse };
}

const faultOf = (of: DuelCase): string | null =>
  ((duelExclusion(of, ALL) ?? fewPairs(of, ALL))?.reason ?? starvedPairs(of, ALL))?.slice(0, 2_000) ?? null;

function workloadOf(
  pairing: Pairing,
  w: number,
  sessions: readonly Judged[],
  tests: number,
): CalibratedWorkload {
  const { workload, variant, mode, why, block } = pairing;
  const cases = sessions.map((session) => session.cases[w]!);
  const good = cases.flatMap((of) => goodPairs(of.pairs, ALL));
  const hosts = sessions.flatMap(({ run }) =>
    run.duel.pairs
      .filter(isItem({ workload, variant }))
      .flatMap((pair) => (pair.outcome === "ok" ? [pair.host] : [])),
  );
  const lost = cases.flatMap(({ pairs }) => pairs).filter(({ outcome }) => outcome === "lost").length;
  const share = (n: number, of: number) => (of === 0 ? 0 : n / of);
  const starts = sessions[0]!.run.duel.starts;
  const metrics = gateTests(cases[0]!).map((metric, t) => {
    const figures = cases.flatMap((of) => figuresOf(of, metric));
    const verdicts = sessions.flatMap(({ worse }) => worse[w]![t] ?? []);
    return {
      ...scatter(metric, figures, { tests, starts, companion: hasCpuCompanion(cases[0]!, metric) }),
      alarms: alarmsOf(verdicts),
    };
  });
  const shares = {
    contended: share(good.filter(({ contended }) => contended).length, good.length),
    saturated: share(hosts.filter(({ busy }) => (busy ?? 0) > HOST.full).length, hosts.length),
  };
  return {
    workload,
    variant,
    mode,
    why,
    block,
    pairs: good.length,
    lost,
    ...shares,
    fault: cases.map(faultOf).find((fault) => fault !== null) ?? null,
    metrics,
    advice: advice({ mode, why, block, ...shares, metrics }),
  };
}

/** Figures of one metric in one session; none where too few of its pairs have it. */
function figuresOf(of: DuelCase, { metric }: DuelMetric): NoiseFigures[] {
  const pairs = own(ratiosOf(of), metric) ?? [];
  return pairs.length < LEAST ? [] : [noiseFigures(pairs)];
}

/** Whether CPU accompanies the metric, which adds a p-value to its test. */
const hasCpuCompanion = (of: DuelCase, metric: DuelMetric): boolean =>
  accompaniedByCpu(metric) && goodPairs(of.pairs, ALL).some(({ base }) => Object.hasOwn(base.values, CPU));

/** False alarms among the sessions that had a test; null without such a session. */
function alarmsOf(worse: readonly boolean[]): Alarms | null {
  if (worse.length === 0) return null;
  const regressed = worse.filter(Boolean).length;
  return { sessions: worse.length, regressed, interval: clopperPearson(regressed, worse.length, 0.025) };
}
