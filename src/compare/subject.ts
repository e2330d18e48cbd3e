import { own } from "../base/own.ts";
import type { Config, Workload } from "../model/config.ts";
import { byItem, itemKey } from "../model/item.ts";
import { type Metric, select, selector } from "../model/metric.ts";
import type { Failure, GoodTrial, Run, Trial, WorkloadFacts } from "../model/run.ts";
import { slotsIn } from "../model/schedule.ts";
import { median } from "../stats/samples.ts";
import { HOST } from "./criteria.ts";

/** One workload and variant of a run: the planned trials, their results, and the rules that judge them. */
export interface Subject {
  readonly workload: string;
  readonly variant: string | null;
  readonly config: Workload;
  readonly facts: WorkloadFacts | undefined;
  /** Trials planned of head. */
  readonly planned: number;
  /** In the order measured. */
  readonly good: readonly GoodTrial[];
  readonly failures: readonly Failure[];
}

/**
 * Every workload and variant that was planned or measured, sorted by name; the order of the schedule and of the trials
 * has no effect. A workload that the config lacks is judged by the run's own config.
 */
export function subjects(run: Run, config: Config): Subject[] {
  const mine = ({ side }: { side: string }) => side === "head";
  const slots = slotsIn(run.schedule).filter(mine);
  const trials = run.trials.filter(mine).sort((a, b) => a.index - b.index);
  const found = new Map<string, { workload: string; variant: string | null }>();
  for (const { workload, variant } of [...slots, ...trials]) {
    found.set(itemKey({ workload, variant }), { workload, variant });
  }
  const [plannedOf, trialsOf] = [byItem(slots), byItem(trials)];
  return [...found.values()]
    .sort((a, b) => compared(a.workload, b.workload) || compared(a.variant ?? "", b.variant ?? ""))
    .flatMap((name) => {
      const rules = own(config.workloads, name.workload) ?? own(run.config.resolved.workloads, name.workload);
      if (!rules) return [];
      const all = trialsOf(name);
      const good = all.filter((trial) => trial.outcome === "ok");
      return {
        ...name,
        config: rules,
        facts: own(run.workloads, name.workload),
        planned: Math.max(plannedOf(name).length, all.length),
        good,
        failures: failuresIn(all),
      };
    });
}

/** The failures of trials that failed. */
export const failuresIn = (trials: readonly Trial[]): Failure[] =>
  trials.flatMap((trial) => (trial.outcome === "failed" ? trial.failure : []));

/** The values of a selector, one per good trial that has it, in the order measured. */
export const values = (good: readonly GoodTrial[], text: string): number[] =>
  good.flatMap(({ observed }) => select(observed.metrics, text) ?? []);

/** The selected metric of the first trial that has it. */
export function observedMetric(good: readonly GoodTrial[], text: string): Metric | undefined {
  const name = selector(text)?.metric;
  const trial = good.find(({ observed }) => name !== undefined && Object.hasOwn(observed.metrics, name));
  return own(trial?.observed.metrics, name!);
}

/** Whether the workload saturated the host in most trials; unknown counts as not. */
export const saturated = (good: readonly GoodTrial[], cores: number): boolean =>
  (busyness(good, cores) ?? 0) > HOST.queues;

/**
 * Median share of the host's CPUs that the stack and the generator used together. Where their own use is unknown, that
 * of the whole host; null where both are unknown. The work of other programs is noise, which the probes detect.
 */
export function busyness(good: readonly GoodTrial[], cores: number): number | null {
  const busy = good.flatMap((trial) => ownShare(trial, cores) ?? trial.host.busy ?? []);
  return busy.length > 0 ? median(busy) : null;
}

/** Share of the host's CPUs that other programs must take under load; on idle hosts the rest is within 0.02. */
const FOREIGN_CPU = 0.15;
/** Share of the time in which some task had to wait. Below it, other programs took only idle CPU. */
const WAITED = 0.1;

/**
 * Share of the host's CPUs that other programs used during a trial: total use minus that of the stack and the generator.
 * Null where either is unknown.
 */
export function foreignShare(trial: GoodTrial, cores: number): number | null {
  const share = ownShare(trial, cores);
  return share === null || trial.host.busy === null ? null : Math.max(0, trial.host.busy - share);
}

/**
 * Whether other programs competed for the CPU during a trial: they took much of it, and (where known) tasks waited.
 * Pressure alone proves nothing, because a load also waits for its own stack.
 */
export function crowded(trial: GoodTrial, cores: number): boolean {
  const { pressure } = trial.host;
  return (foreignShare(trial, cores) ?? 0) > FOREIGN_CPU && (pressure === null || pressure > WAITED);
}

function ownShare({ observed, services }: GoodTrial, cores: number): number | null {
  const { cpu, wall } = observed.generator;
  const used = Object.values(services).map((service) => service.cpu);
  if (cpu === null || wall === 0 || used.length === 0 || used.includes(null)) return null;
  const stack = used.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0);
  return (stack / observed.seconds + cpu / wall) / cores;
}

/** Compares by code units: the same order on every machine. */
export const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
