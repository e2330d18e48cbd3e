import type { Chance } from "./chance.ts";

/** Metrics of every workload, in this order. All are turned so that higher is worse. */
export const METRICS = ["p50", "p95", "p99", "mean", "cpu"] as const;
export type MetricName = (typeof METRICS)[number];
/** Workloads of a pull request. */
export const WORKLOADS = 6;
export const TESTS = WORKLOADS * METRICS.length;

/** p50, mean (or rate) and CPU a request: what gates. p95 and p99 of short trials only warn. */
export const gates = (test: number): boolean => ![1, 2].includes(test % METRICS.length);
export const GATES: readonly number[] = Array.from({ length: TESTS }, (_, test) => test).filter(gates);
export const workloadOf = (test: number): number => Math.floor(test / METRICS.length);

/** How much a pull request wants to know. */
export interface Wanted {
  /** Pairs of base and head, in the pull request's own session. */
  readonly pairs: number;
  /** Past sessions. */
  readonly sessions: number;
  /** Trials of a past session, and of head where it is measured alone. */
  readonly trials: number;
}

/** One value a trial, ln(value), higher is worse; index: workload × metrics + metric. */
export type Trials = readonly (readonly number[])[];

/** Everything that was measured for one pull request whose head is the same program as its base. */
export interface Pull {
  /** [test][pair] */
  readonly base: Trials;
  /** [test][pair]: the other trial of each pair. */
  readonly head: Trials;
  /** [test][trial]: head's session without a paired base: the first trials of the same window. */
  readonly alone: Trials;
  /** [session][test][trial], oldest first. */
  readonly sessions: readonly Trials[];
}

/** Where pull requests come from. */
export interface Source {
  readonly name: string;
  /** Workloads that saturate the host: they never gate against stored sessions. */
  readonly saturated: readonly number[];
  draw(random: Chance, wanted: Wanted): Pull;
}

/** A source and the seed for drawing from it. */
export interface Seeded {
  readonly source: Source;
  readonly seed: number;
}

/**
 * Neighbouring trials as pairs: of trials 2i and 2i + 1 one is base's and one head's, at random, the same for all
 * metrics of a workload.
 */
export function paired(window: Trials, pairs: number, random: Chance): Pick<Pull, "base" | "head"> {
  const base: number[][] = [];
  const head: number[][] = [];
  for (let workload = 0; workload * METRICS.length < window.length; workload++) {
    const swapped = Array.from({ length: pairs }, () => random.uniform() < 0.5);
    for (let m = 0; m < METRICS.length; m++) {
      const trials = window[workload * METRICS.length + m]!;
      base.push(swapped.map((swap, i) => trials[2 * i + (swap ? 1 : 0)]!));
      head.push(swapped.map((swap, i) => trials[2 * i + (swap ? 0 : 1)]!));
    }
  }
  return { base, head };
}

/** The affected metrics of a regression in one workload: all, only latencies (and rate), or only CPU. */
export const KINDS = ["all", "latency", "cpu"] as const;
export type Kind = (typeof KINDS)[number];
/** Sizes of the regressions, ratios. */
export const SIZES = [0.02, 0.05, 0.1, 0.2] as const;

/** Whether a regression of this kind in this workload slows this test. */
export function touches(kind: Kind, workload: number, test: number): boolean {
  if (workloadOf(test) !== workload) return false;
  const cpu = METRICS[test % METRICS.length] === "cpu";
  return kind === "all" || cpu === (kind === "cpu");
}
