import { SteelyardError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { own } from "../base/own.ts";
import type { Config } from "../model/config.ts";
import type { Generator, Host, RunningStack, Scraper, Stacks } from "../model/ports.ts";
import type { Composed, Failure, StartFacts, Trial, WorkloadFacts } from "../model/run.ts";
import { itemKey, type Schedule, type Slot, type Start, slotsIn, workloadsIn } from "../model/schedule.ts";
import { MAX_CONSECUTIVE_FAILURES, MAX_RESTARTS } from "./limits.ts";
import { demandOrigin } from "./origin.ts";
import type { Progress } from "./progress.ts";
import { type Bench, trial } from "./trial.ts";

/** The ports that a measurement uses. */
export interface Edges {
  readonly stacks: Stacks;
  readonly generator: Generator;
  readonly host: Host;
  readonly scraper?: Scraper;
  readonly log: Log;
  readonly now: () => Date;
  readonly progress: Progress;
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
 * It never throws. Whatever ends it early (an interruption, a broken script, a first start that fails, a full disk, a
 * bug) brings the stack down and is returned as `ended` with the measurements, so that nothing is lost.
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
  private readonly starts: StartFacts[] = [];
  private seed: string | null = null;
  private composed: Composed | undefined;
  private unable: SteelyardError | null = null;
  private load = 0;
  private readonly config: Config;
  private readonly env: Readonly<Record<string, string>>;
  private readonly edges: Edges;
  private readonly signal: AbortSignal;

  constructor(config: Config, env: Readonly<Record<string, string>>, edges: Edges, signal: AbortSignal) {
    this.config = config;
    this.env = env;
    this.edges = edges;
    this.signal = signal;
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
    try {
      await this.edges.stacks.prepare?.(this.signal);
    } catch (error) {
      throw this.failedToStart(error);
    }
    this.edges.progress.begin(slots, (slot) => this.edges.generator.planned(slot.workload, slot));
  }

  async run(start: Start): Promise<void> {
    const left = [...start.slots];
    for (let attempt = 0; this.next(left, start); attempt++) {
      const stack = await this.up(start);
      const death = "code" in stack ? stack : await this.serve(stack, start, left, attempt);
      if (death === null) return;
      if (attempt >= MAX_RESTARTS || "code" in stack) {
        for (const slot of left) this.record(failed(slot, start, death, this.edges.now()));
        return;
      }
      this.edges.log.warn(`${death.message.split("\n")[0]}; starting the stack again`);
    }
  }

  /** Starts the stack. A failed start is fatal before the first good trial, and data after it. */
  private async up(start: Start): Promise<RunningStack | Failure> {
    try {
      const up = await this.edges.stacks.up({ ...start.stackEnv, ...this.env }, this.signal);
      this.seed ??= up.seed;
      this.composed ??= up.composed;
      return up.stack;
    } catch (error) {
      const known = error instanceof SteelyardError && error.fault !== "bug";
      if (!known || !this.trials.some(({ outcome }) => outcome === "ok")) throw this.failedToStart(error);
      return died(`the stack did not start again: ${error.message}`);
    }
  }

  /** Records the failure of a build or of a first start, and returns it. Not an interruption, and not a bug. */
  private failedToStart(error: unknown): unknown {
    if (error instanceof SteelyardError && error.fault !== "bug") this.unable = error;
    return error;
  }

  /** Runs slots until a service dies or none is left, removing them from `left`. Returns the failure, or null. */
  private async serve(
    stack: RunningStack,
    start: Start,
    left: Slot[],
    attempt: number,
  ): Promise<Failure | null> {
    await using running: RunningStack = stack;
    this.starts.push(...startFacts(running, start));
    const bench: Bench = { config: this.config, stack: running, start: start.start, ...this.edges };
    const warm = new Set<string>();
    for (let slot = this.next(left, start); slot; slot = this.next(left, start)) {
      const ready = await this.between(running);
      if ("code" in ready) return ready;
      if (!ready.warm) warm.clear();
      const key = itemKey(slot);
      const rewarm = (attempt > 0 || !ready.warm) && !warm.has(key) && slot.cold !== true;
      warm.add(key);
      const began = this.edges.now().getTime();
      const result = await trial(rewarm ? this.warmed(slot) : slot, bench, this.signal);
      this.load += (this.edges.now().getTime() - began) / 1000;
      left.shift();
      this.record(result);
      const fault = running.fault();
      if (fault !== null && this.next(left, start)) return died(fault);
    }
    return null;
  }

  /** Resets the stack between two trials as configured. Returns whether it is still warm, or the failure. */
  private async between(stack: RunningStack): Promise<{ readonly warm: boolean } | Failure> {
    try {
      return (await stack.between?.(this.signal)) ?? { warm: true };
    } catch (error) {
      if (!(error instanceof SteelyardError) || error.fault === "bug") throw error;
      return died(`the stack could not be reset between two trials: ${error.message}`);
    }
  }

  /** The next slot to run. Slots of abandoned workloads before it are recorded as not run, without a start. */
  private next(left: Slot[], start: Start): Slot | undefined {
    for (let slot = left[0]; slot; slot = left[0]) {
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
    return {
      trials: this.trials,
      workloads: this.workloads,
      starts: this.starts,
      seed: this.seed,
      composed: this.composed,
      ended,
      unable: this.unable,
      load: this.load,
    };
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

const died = (message: string): Failure => ({ code: "service-died", message: message.slice(0, 8_000) });

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
