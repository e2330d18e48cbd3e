import { SteelyardError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { own } from "../base/own.ts";
import type { Config } from "../model/config.ts";
import { itemKey } from "../model/item.ts";
import type { Generator, Host, RunningStack, Stacks } from "../model/ports.ts";
import type { Composed, Failure, StartFacts, Trial, WorkloadFacts } from "../model/run.ts";
import { type Schedule, type Slot, type Start, slotsIn, workloadsIn } from "../model/schedule.ts";
import type { Scraper } from "../model/scraper.ts";
import { MAX_CONSECUTIVE_FAILURES } from "./limits.ts";
import { demandOrigin } from "./origin.ts";
import type { TrialProgress } from "./progress.ts";
import { died, type SideFailure, Starts } from "./starts.ts";
import { runTrial, type TrialContext } from "./trial.ts";

/** The ports that a measurement uses. */
export interface Edges {
  readonly stacks: Stacks;
  readonly generator: Generator;
  readonly host: Host;
  readonly scraper?: Scraper;
  readonly log: Log;
  readonly now: () => Date;
  readonly progress: Pick<TrialProgress, keyof TrialProgress>;
  /** Whether a trial is not needed any more, by those measured before it. Such a trial is left out. */
  readonly needless?: (slot: Slot, measured: readonly Trial[]) => boolean;
}

/** The outcome of a schedule: everything measured, and why it ended. */
export interface Measured {
  readonly trials: Trial[];
  readonly workloads: Record<string, WorkloadFacts>;
  /** Start-up times of the services at each start, where they are known. */
  readonly starts: readonly StartFacts[];
  readonly seed: string | null;
  /** Images and settings of a Compose stack, at its first start. */
  readonly composed: Composed | undefined;
  /** Why it ended before the schedule did: an interruption, or an error; null where the schedule was completed. */
  readonly ended: unknown;
  /** Why the stack could be neither built nor started, so that nothing was measured; null where it started. */
  readonly unable: SteelyardError | null;
  /** Seconds spent in trials, warm-up included. */
  readonly load: number;
}

/**
 * Carries out a schedule. Failures of trials and of later starts are data.
 *
 * It never throws. Some errors end it early: an interruption, a broken script, a first start that fails, a full disk, a
 * bug. Each brings the stack down and is returned as `ended` with the measurements, so that nothing is lost.
 */
export async function measure(
  schedule: Schedule,
  config: Config,
  env: Readonly<Record<string, string>>,
  edges: Edges,
  signal: AbortSignal,
): Promise<Measured> {
  const session = new Session(config, env, edges, signal);
  try {
    await session.prepare(schedule);
    for (const start of schedule.starts) await session.run(start);
    return session.result(null);
  } catch (ended) {
    return session.result(ended ?? new Error("unknown"));
  } finally {
    edges.progress.stop();
  }
}

class Session {
  private readonly trials: Trial[] = [];
  private readonly workloads: Record<string, WorkloadFacts> = {};
  private readonly failures = new Map<string, { count: number; last: Failure }>();
  private readonly facts: StartFacts[] = [];
  private readonly starts: Starts<"head">;
  private readonly config: Config;
  private readonly env: Readonly<Record<string, string>>;
  private readonly edges: Edges;
  private readonly signal: AbortSignal;

  constructor(config: Config, env: Readonly<Record<string, string>>, edges: Edges, signal: AbortSignal) {
    this.config = config;
    this.env = env;
    this.edges = edges;
    this.signal = signal;
    this.starts = new Starts({ head: edges.stacks }, edges, signal);
  }

  /** Reads every script before any stack is started: a typing error should not cost a session. */
  async prepare(schedule: Schedule): Promise<void> {
    const slots = slotsIn(schedule);
    for (const name of workloadsIn(slots)) {
      const workload = own(this.config.workloads, name);
      if (!workload) throw new SteelyardError("bug", `the schedule names an unknown workload ${name}`);
      demandOrigin(name, workload, this.edges.stacks.kind);
      this.workloads[name] = await this.edges.generator.facts(name, workload, this.signal);
    }
    await this.starts.prepare("head");
    this.edges.progress.begin(slots, (slot) => this.edges.generator.planned(slot.workload, slot));
  }

  async run(start: Start): Promise<void> {
    const left = [...start.slots];
    const lose = ({ failure }: SideFailure) => {
      for (const slot of left) this.record(failed(slot, start, failure, this.edges.now()));
    };
    await this.starts.carryOut(
      {
        open: () => this.next(left, start) !== undefined,
        options: () => ({ order: ["head"], env: { ...start.stackEnv, ...this.env } }),
        serve: ({ head }, restart) => this.serve(head, start, left, restart),
        lose,
      },
      () => !this.trials.some(({ outcome }) => outcome === "ok"),
    );
  }

  /** Runs slots until a service dies or none is left, removing them from `left`. */
  private async serve(
    stack: RunningStack,
    start: Start,
    left: Slot[],
    restart: number,
  ): Promise<SideFailure | null> {
    this.facts.push(...startFacts(stack, start));
    const context: TrialContext = { config: this.config, stack, start: start.start, ...this.edges };
    const warm = new Set<string>();
    for (let slot = this.next(left, start); slot; slot = this.next(left, start)) {
      const ready = await this.starts.between({ head: stack });
      if ("failure" in ready) return ready;
      if (!ready.warm) warm.clear();
      const key = itemKey(slot);
      const rewarm = (restart > 0 || !ready.warm) && !warm.has(key) && slot.cold !== true;
      warm.add(key);
      const next = rewarm ? this.warmed(slot) : slot;
      const result = await this.starts.timed(() => runTrial(next, context, this.signal));
      left.shift();
      this.record(result);
      const fault = stack.fault();
      if (fault !== null && this.next(left, start)) return { side: "head", failure: died(fault) };
    }
    return null;
  }

  /** The next slot to run. Slots of abandoned workloads before it are recorded as not run, without a start. */
  private next(left: Slot[], start: Start): Slot | undefined {
    for (let slot = left[0]; slot; slot = left[0]) {
      if (this.edges.needless?.(slot, this.trials)) {
        left.shift();
        this.edges.progress.skipped(slot);
        continue;
      }
      const failures = this.failures.get(itemKey(slot));
      if (failures === undefined || failures.count < MAX_CONSECUTIVE_FAILURES) return slot;
      left.shift();
      const message =
        `not run after ${MAX_CONSECUTIVE_FAILURES} failures in a row: ${failures.last.message}`.slice(
          0,
          8_000,
        );
      this.record(failed(slot, start, { ...failures.last, message, skipped: true }, this.edges.now()));
    }
    return undefined;
  }

  /** The slot with the full warm-up: after a restart the first trial of a workload meets cold processes. */
  private warmed(slot: Slot): Slot {
    return { ...slot, warmup: Math.max(slot.warmup, own(this.config.workloads, slot.workload)?.warmup ?? 0) };
  }

  private record(result: Trial): void {
    this.trials.push(result);
    const key = itemKey(result);
    const before = this.failures.get(key)?.count ?? 0;
    if (result.outcome === "ok") this.failures.delete(key);
    else if (before < MAX_CONSECUTIVE_FAILURES)
      this.failures.set(key, { count: before + 1, last: result.failure });
    this.edges.progress.done(result);
  }

  result(ended: unknown): Measured {
    const { trials, workloads, facts } = this;
    const { seed, composed, unable, load } = this.starts;
    const measured = { trials, workloads, starts: facts, seed, composed: composed.head };
    return { ...measured, ended, unable: unable?.error ?? null, load };
  }
}

/** Start-up times of the services, as a fact of the run; empty where they are not known. */
function startFacts({ startupTimes: services = {} }: RunningStack, { start }: Start): StartFacts[] {
  const all = Object.entries(services);
  if (all.length === 0) return [];
  const began = Math.min(...all.map(([, one]) => one.began));
  const ready = all.map(([service, one]) => [service, one.ready]);
  return [{ start, began: new Date(began).toISOString(), ready: Object.fromEntries(ready) }];
}

function failed(slot: Slot, start: Start, failure: Failure, now: Date): Trial {
  return {
    outcome: "failed",
    index: slot.index,
    workload: slot.workload,
    variant: slot.variant,
    side: slot.side,
    trial: slot.trial,
    start: start.start,
    began: now.toISOString(),
    warmup: slot.warmup,
    host: { probe: null, steal: null, pressure: null, busy: null, load: null },
    failure,
  };
}
