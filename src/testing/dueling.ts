import { type DuelState, duelVerdicts } from "../compare/duel/duel.ts";
import { looks } from "../compare/duel/looks.ts";
import { observing, plannedDuel } from "../compare/duel/metrics.ts";
import type { DuelCase, DuelMetric, GoodPair, LostPair, Pair, PairSide } from "../compare/duel/pairs.ts";
import { duelRows } from "../compare/duel/rows.ts";
import type { Rule } from "../compare/rule.ts";
import type { Evidence } from "../model/comparison.ts";
import type { DuelRecord, PairSide as DuelSide, PairRecord } from "../model/duel.ts";
import type { FailureCode } from "../model/run.ts";
import type { VariancePrior } from "../stats/location.ts";
import { NO_PRIOR } from "../stats/location.ts";
import { observed, services, type TrialSpec } from "./trials.ts";

/** Duels of a healthy service, with the deviations that a test sets. For tests only. */

export const P50 = "http_req_duration.p50";
export const CPU = "cpu_per_request";

/** One pair: factors of both sides on the usual figures, or what else a test says. */
export interface PairSpec {
  /** Median latency, seconds; base 10 ms. */
  readonly base?: number;
  readonly head?: number;
  readonly values?: Readonly<Record<string, readonly [base: number | null, head: number | null]>>;
  readonly requests?: readonly [base: number, head: number];
  readonly errors?: readonly [base: number, head: number];
  readonly checks?: readonly [base: number, head: number];
  readonly restarts?: readonly [base: number, head: number];
  readonly samples?: Readonly<Record<string, number>>;
  readonly load?: Partial<GoodPair["load"]>;
  readonly contended?: boolean;
  readonly start?: number;
  readonly attempt?: number;
}

export function aPair(slot: number, spec: PairSpec = {}): GoodPair {
  const { base = 0.01, head = 0.01, requests = [1000, 1000], errors = [0, 0], checks = [0, 0] } = spec;
  const side = (i: 0 | 1, p50: number): PairSide => {
    const values: Record<string, number | null> = { [P50]: p50, [CPU]: p50 / 20 };
    for (const [name, both] of Object.entries(spec.values ?? {})) values[name] = both[i];
    const here = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null);
    return {
      values: Object.fromEntries(here),
      samples: spec.samples ?? {},
      requests: { errors: errors[i], requests: requests[i] },
      checks: { errors: checks[i], requests: spec.checks ? 1000 : 0 },
      restarts: spec.restarts?.[i] ?? 0,
    };
  };
  return {
    outcome: "ok",
    slot,
    attempt: spec.attempt ?? 0,
    start: spec.start ?? slot % 3,
    contended: spec.contended ?? false,
    base: side(0, base),
    head: side(1, head),
    load: { iterations: 1000, dropped: 0, achieved: null, busy: 0.2, ...spec.load },
  };
}

export const aLostPair = (
  slot: number,
  side: LostPair["side"],
  code: FailureCode,
  attempt = 0,
): LostPair => ({
  outcome: "lost",
  slot,
  attempt,
  start: slot % 3,
  side,
  failure: { code, message: `it was ${code}` },
});

export const aMetric = (
  metric: string,
  differs: Partial<Rule> & { prior?: VariancePrior; startSd?: number; storedSd?: number } = {},
): DuelMetric => {
  const { prior = NO_PRIOR, startSd = null, storedSd = null, ...rule } = differs;
  const usual: Rule = { unit: "s", better: "lower", band: Math.log1p(0.03), floor: 0, resolution: 0 };
  return { metric, rule: { ...usual, ...rule }, prior, startSd, storedSd };
};

export const aCase = (pairs: readonly Pair[], differs: Partial<DuelCase> = {}): DuelCase => ({
  workload: "browse",
  variant: null,
  mode: "request" as Exclude<Evidence["mode"], "baseline">,
  model: "closed",
  gate: [aMetric(P50), aMetric(CPU)],
  advisory: [],
  errorsDeclared: false,
  expected: { errors: false, checks: false },
  machines: ["m1"],
  pairs,
  ...differs,
});

/** Ratios that scatter by about ±1 % around 1, evenly over any few neighbours. */
export const WOBBLE = [0.99, 1.01, 0.995, 1.005, 1.002, 0.998] as const;

/** n pairs, head `factor` times base, with that scatter; every one as `spec` says. */
export const somePairs = (n: number, factor = 1, spec: PairSpec = {}): GoodPair[] =>
  Array.from({ length: n }, (_, slot) =>
    aPair(slot, { base: 0.01, head: 0.01 * factor * WOBBLE[slot % WOBBLE.length]!, ...spec }),
  );

/** Cases judged from first look to last. */
export function judging(
  cases: readonly DuelCase[],
  size: { readonly most: number; readonly fewest?: number } = { most: 30 },
) {
  const plan = plannedDuel(cases, { looks: looks(size.most, size.fewest) });
  const state: DuelState = duelVerdicts(plan, observing(cases));
  return { plan, state, rows: duelRows(cases, plan, state) };
}

/** The pairs of a duel's record, in the usual figures. */
export interface RecordSpec {
  /** Base's and head's trials, a pair each; a pair of null is lost by head. */
  readonly pairs: readonly (readonly [base: TrialSpec, head: TrialSpec] | null)[];
  readonly most?: number;
  readonly cut?: number;
  /** Pairs known at each look; those of the planned looks where it is left out. */
  readonly seen?: readonly number[];
  readonly attempts?: readonly number[];
  readonly slots?: readonly number[];
  readonly probe?: readonly number[];
}

/** The record of a duel of `browse`, in request mode. */
export function aDuelRecord(spec: RecordSpec): DuelRecord {
  const planned = looks(spec.most ?? 30);
  const n = spec.pairs.length;
  return {
    base: { sha: "b".repeat(40), subject: "Before", ref: "merge-base of main" },
    starts: 3,
    pairings: [
      {
        workload: "browse",
        variant: null,
        mode: "request",
        why: null,
        block: 1,
        pairs: [6, spec.most ?? 30] as [number, number],
        script: "base",
      },
    ],
    looks: planned,
    seen: [...(spec.seen ?? planned.filter((look) => look <= n))],
    cut: spec.cut ?? null,
    budget: null,
    pairs: spec.pairs.map((pair, i): PairRecord => {
      const place = {
        workload: "browse",
        variant: null,
        slot: spec.slots?.[i] ?? i,
        attempt: spec.attempts?.[i] ?? 0,
        start: i % 3,
        began: "2026-11-21T10:00:00Z",
      };
      if (pair === null) {
        return { outcome: "lost", ...place, side: "head", failure: { code: "timeout", message: "too slow" } };
      }
      const probe = spec.probe?.[i] ?? 1;
      return {
        outcome: "ok",
        ...place,
        base: aSide(pair[0]),
        head: aSide(pair[1]),
        host: { probe: [probe, probe], steal: 0, pressure: 0.01, busy: 0.4, load: 1 },
        load: { iterations: 2000, dropped: 0, achieved: null, busy: 0.1 },
      };
    }),
  };
}

function aSide(spec: TrialSpec): DuelSide {
  const { seconds, metrics, requests, errors } = observed(spec);
  return { seconds, metrics, requests, errors, checks: 0, failedChecks: 0, services: services(spec) };
}
