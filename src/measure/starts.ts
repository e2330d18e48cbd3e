import { isExpected, type SteelyardError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { firstLine } from "../base/text.ts";
import { PortConflict } from "../model/conflict.ts";
import type { Attach, RunningStack, Stacks } from "../model/ports.ts";
import type { Composed, Failure } from "../model/run.ts";
import type { Side } from "../model/schedule.ts";
import { MAX_RESTARTS } from "./limits.ts";

/** The running stacks of a start: head's, or those of both sides. */
export type Running<S extends Side> = Readonly<Record<S, RunningStack>>;

/** The side that caused a loss of trials or pairs, and the failure. */
export interface SideFailure {
  readonly side: Side;
  readonly failure: Failure;
}

/** How stacks are started. */
export interface StartOptions<S extends Side> {
  /** The sides, in the order in which they are started. */
  readonly order: readonly S[];
  /** Added to the environment of every service. */
  readonly env: Readonly<Record<string, string>>;
  /** Cores of the services; all where undefined. */
  readonly cpus?: string | undefined;
  /** Lets a profiler into the services of each side. */
  readonly attach?: Readonly<Record<S, Attach>>;
  /** Called with the sides that are started next. */
  readonly tell?: (sides: readonly S[]) => void;
}

/** One planned start and its measurements. */
export interface PlannedStart<S extends Side> {
  /** Whether anything is left to be measured. */
  open(): boolean;
  /** Called before each start. */
  options(): StartOptions<S>;
  /** Measures until nothing is left (null) or a service dies. @param restart 0 for the first start */
  serve(stacks: Running<S>, restart: number): Promise<SideFailure | null>;
  /** Records what is left as lost. */
  lose(sideFailure: SideFailure): void;
}

/**
 * The starts of a measurement, by which head alone, pairs, levels and profiles are measured. Before anything was measured
 * well, a failed start is fatal; after that, it is data. A service that dies leads to another start, a few times.
 */
export class Starts<S extends Side> {
  /** Digest of head's seed; null where nothing is seeded. */
  seed: string | null = null;
  /** Images and settings of head's Compose stack, at its first start. */
  readonly composed: Partial<Record<S, Composed>> = {};
  /** The side that could be neither built nor started, so that nothing was measured, and why. */
  unable: { readonly side: Side; readonly error: SteelyardError } | null = null;
  /** Seconds spent in trials, warm-up included. */
  load = 0;
  private readonly stacks: Readonly<Record<S, Stacks>>;
  private readonly edges: { readonly log: Log; readonly now: () => Date };
  private readonly signal: AbortSignal;
  /** The end of the previous stacks. Stacks of pairs have ports of their own, so the next ones start meanwhile. */
  private ending: Promise<void> = Promise.resolve();

  constructor(
    stacks: Readonly<Record<S, Stacks>>,
    edges: { readonly log: Log; readonly now: () => Date },
    signal: AbortSignal,
  ) {
    this.stacks = stacks;
    this.edges = edges;
    this.signal = signal;
  }

  /** Builds the stack of a side. */
  async prepare(side: S): Promise<void> {
    try {
      await this.stacks[side].prepare?.(this.signal);
    } catch (error) {
      throw this.noteUnable(side, error);
    }
  }

  /**
   * Carries out a planned start, and further ones where a service dies.
   *
   * @param fresh whether nothing was measured well up to now
   */
  async carryOut(planned: PlannedStart<S>, fresh: () => boolean): Promise<void> {
    for (let restart = 0; planned.open(); restart++) {
      const started = await this.up(planned.options(), fresh());
      try {
        await this.untilDown();
      } catch (error) {
        if ("stacks" in started) await down(started.stacks);
        throw error;
      }
      if ("failure" in started) return planned.lose(started);
      const loss = await this.served(started.stacks, planned, restart);
      if (loss === null) return;
      if (restart >= MAX_RESTARTS) return planned.lose(loss);
      const both = Object.keys(this.stacks).length > 1;
      const [who, what] = both ? [`${loss.side}: `, "both sides"] : ["", "the stack"];
      const next = planned.open() ? `; starting ${what} again` : "";
      this.edges.log.warn(`${who}${firstLine(loss.failure.message)}${next}`);
    }
  }

  /**
   * Starts the stacks at the same time. The first start is one after the other where they may share a port or a database of the
   * machine, in which the first one creates the tables. Where one fails, the others are brought down. Base's failure counts
   * first: head is not at fault for what both do.
   */
  async up(
    { order, env, cpus, attach, tell }: StartOptions<S>,
    fresh: boolean,
  ): Promise<{ readonly stacks: Running<S> } | SideFailure> {
    const stacks: Partial<Record<S, RunningStack>> = {};
    const failures: { readonly side: S; readonly error: unknown }[] = [];
    const one = async (side: S) => {
      try {
        const { stack, seed, composed } = await this.stacks[side].up(env, this.signal, cpus, attach?.[side]);
        stacks[side] = stack;
        if (composed !== undefined) this.composed[side] ??= composed;
        if (side === "head") this.seed ??= seed;
      } catch (error) {
        failures.push({ side, error });
      }
    };
    if (!fresh || order.every((side) => this.stacks[side].isApart)) {
      tell?.(order);
      await Promise.all(order.map(one));
    } else {
      for (const side of order) {
        if (failures.length > 0) break;
        tell?.([side]);
        await one(side);
      }
    }
    const failed =
      failures.find(({ error }) => !isExpected(error)) ??
      failures.find(({ side }) => side === "base") ??
      failures[0];
    if (failed === undefined) return { stacks: stacks as Running<S> };
    await down(stacks);
    // Of a port that both want, head has the use once it is measured alone.
    const cause = failed.error instanceof PortConflict && order.length > 1 ? "base" : failed.side;
    if (fresh || !isExpected(failed.error)) throw this.noteUnable(cause, failed.error);
    return { side: cause, failure: died(`the stack did not start again: ${failed.error.message}`) };
  }

  /** Waits until the stacks of the last start are down. To be called at the end. */
  async untilDown(): Promise<void> {
    const { ending } = this;
    this.ending = Promise.resolve();
    await ending;
  }

  /** Resets the stacks between two measurements as configured. Returns whether they are still warm, or who failed. */
  async between(stacks: Running<S>): Promise<{ readonly warm: boolean } | SideFailure> {
    let warm = true;
    for (const side of Object.keys(stacks) as S[]) {
      try {
        warm = ((await stacks[side].between?.(this.signal))?.warm ?? true) && warm;
      } catch (error) {
        if (!isExpected(error)) throw error;
        const what = "the stack could not be reset between two measurements";
        return { side, failure: died(`${what}: ${error.message}`) };
      }
    }
    return { warm };
  }

  /** Adds the duration of a measurement to `load`. */
  async timed<T>(measure: () => Promise<T>): Promise<T> {
    const began = this.edges.now().getTime();
    const result = await measure();
    this.load += (this.edges.now().getTime() - began) / 1000;
    return result;
  }

  private async served(
    stacks: Running<S>,
    planned: PlannedStart<S>,
    restart: number,
  ): Promise<SideFailure | null> {
    try {
      return await planned.serve(stacks, restart);
    } finally {
      this.ending = down(stacks);
      this.ending.catch(() => {}); // whoever waits for it gets the error
      if (Object.keys(this.stacks).length === 1) await this.untilDown();
    }
  }

  /** Remembers an expected error, and returns it. */
  private noteUnable(side: Side, error: unknown): unknown {
    if (isExpected(error)) this.unable = { side, error };
    return error;
  }
}

/** Brings stacks down at the same time: a cancelled job has no time to do it one after the other. */
async function down(stacks: Partial<Record<Side, RunningStack>>): Promise<void> {
  const ends = await Promise.allSettled(Object.values(stacks).map((stack) => stack[Symbol.asyncDispose]()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

export const died = (message: string): Failure => ({
  code: "service-died",
  message: message.slice(0, 8_000),
});
