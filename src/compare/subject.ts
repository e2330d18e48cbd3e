import { own } from "../base/own.ts";
import type { Config, Workload } from "../model/config.ts";
import { type Metric, select, selector } from "../model/metric.ts";
import type { Failure, GoodTrial, Run, Trial, WorkloadFacts } from "../model/run.ts";
import { byItem, slotsIn } from "../model/schedule.ts";
import { median } from "../stats/samples.ts";

/** One workload and variant of a run: what was planned, what came of it, and the rules it is judged by. */
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
 * Every workload and variant that was planned or measured, sorted by name: the order of the schedule and of the
 * trials in the file means nothing. A workload that the config does not know is judged by the run's own config.
 */
export function subjects(run: Run, config: Config): Subject[] {
  const mine = ({ side }: { side: string }) => side === "head";
  const slots = slotsIn(run.schedule).filter(mine);
  const trials = run.trials.filter(mine).sort((a, b) => a.index - b.index);
  const found = new Map<string, { workload: string; variant: string | null }>();
  for (const { workload, variant } of [...slots, ...trials]) {
    found.set(JSON.stringify([workload, variant]), { workload, variant });
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

/** Why trials failed, of those that did. */
export const failuresIn = (trials: readonly Trial[]): Failure[] =>
  trials.flatMap((trial) => (trial.outcome === "failed" ? trial.failure : []));

/** Values of a selector, one a good trial that has it, in the order measured. */
export const values = (good: readonly GoodTrial[], text: string): number[] =>
  good.flatMap(({ observed }) => select(observed.metrics, text) ?? []);

/** The selected metric of the first trial that has it. */
export function observedMetric(good: readonly GoodTrial[], text: string): Metric | undefined {
  const name = selector(text)?.metric;
  const trial = good.find(({ observed }) => name !== undefined && Object.hasOwn(observed.metrics, name));
  return own(trial?.observed.metrics, name!);
}

/** Share of the host's CPUs in use above which it is saturated: queues, not the program, set the pace. */
const BUSY = 0.9;

/** Whether the workload saturated the host in most trials; unknown counts as not. */
export const saturated = (good: readonly GoodTrial[], cores: number): boolean =>
  (busyness(good, cores) ?? 0) > BUSY;

/**
 * Median share of the host's CPUs that stack and generator used together; of the whole host where their own use is
 * not known, and null where that is not either. A neighbour's work is noise, which the probes tell, not saturation.
 */
export function busyness(good: readonly GoodTrial[], cores: number): number | null {
  const busy = good.flatMap((trial) => ownShare(trial, cores) ?? trial.host.busy ?? []);
  return busy.length > 0 ? median(busy) : null;
}

/** Share of the host's CPUs that others must have taken while load ran: on idle hosts the rest is within 0.02. */
const FOREIGN_CPU = 0.15;
/** Share of the time in which some task had to wait, without which foreign work took what nobody wanted. */
const WAITED = 0.1;

/**
 * Share of the host's CPUs that programs outside this measurement used while the trial ran: what was busy less what
 * stack and generator used. Null where either is not known.
 */
export function foreignShare(trial: GoodTrial, cores: number): number | null {
  const own = ownShare(trial, cores);
  return own === null || trial.host.busy === null ? null : Math.max(0, trial.host.busy - own);
}

/**
 * Whether other programs wanted the CPU while the trial ran: they took much of it, and (where that is known) something
 * waited. Pressure alone says nothing, because a load waits for its own stack as well.
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

/** By code units: the same order on every machine. */
export const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
