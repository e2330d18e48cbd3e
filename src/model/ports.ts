import type { StackKind, Workload } from "./config.ts";
import type { PairSide } from "./duel.ts";
import type { StatementCount } from "./profiling.ts";
import type { Composed, Failure, HostState, Observed, ServiceUse, WorkloadFacts } from "./run.ts";
import type { Side, Slot } from "./schedule.ts";
import type { ServiceEvent, SlowRequest } from "./slow.ts";
import type { DatabaseCounts, Work } from "./work.ts";

/**
 * The ports of a measurement: `measure` decides when something happens, the implementations do it. Tests pass plain
 * objects.
 */

/** Counters of one service at one moment; null where they are not available. */
export interface ServiceCounters {
  /** CPU seconds since it started, including its exited children. */
  readonly cpu: number | null;
  /** Peak resident bytes. */
  readonly memory: number | null;
  readonly restarts: number;
  /** Cores that it may use, where that is limited. */
  readonly cores?: number;
  /** Work since it started. Counts that depend on it are at most too low where threads ended between two readings. */
  readonly work?: Work;
}

/** A running stack. Disposing of it brings it down, and never throws for parts that are already gone. */
export interface RunningStack extends AsyncDisposable {
  /** Base URL by endpoint name, valid until the next start, or the next `between`. */
  readonly targets: Readonly<Record<string, string>>;
  /** Headers by endpoint that the generator must send; they may hold secrets. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Counters by service, read now (microseconds, not an HTTP call). */
  counters(): Promise<Readonly<Record<string, ServiceCounters>>>;
  /** Which service died since the start, and how; null while all live. Called after `counters`. */
  fault(): string | null;
  /**
   * Called before each trial but the first: resets the data if the config requires it, and looks up the targets
   * again. Returns whether the services are still warm.
   */
  between?(signal: AbortSignal): Promise<{ readonly warm: boolean }>;
  /**
   * A place inside of the stack for a generator: `network`, or the name of a service. Called before each trial; absent
   * where everything runs on this machine.
   *
   * @throws SteelyardError (user) for a place that the stack does not have
   */
  inside?(place: string): Inside;
  /**
   * Events and log lines of the services between two moments (milliseconds since the epoch), each with its own time or
   * the time at which it was noticed. Bounded, never rejects. Absent, or null, where they are not available.
   */
  events?(from: number, to: number): Promise<readonly ServiceEvent[] | null>;
  /** Start-up times of each service in this start; absent for a deployed stack. */
  readonly startupTimes?: Readonly<Record<string, StartupTime>>;
  /** The process of each service that its others descend from, where it is visible from here. */
  roots?(): Readonly<Record<string, number>>;
  /** The address of each port by service and port (`pricing:8080` → `127.0.0.1:41234`), where it changes with each start. */
  readonly portAddresses?: ReadonlyMap<string, string>;
  /** Counts of a PostgreSQL of the stack up to now, by its name in `stack.metrics`; or why there are none. */
  statements?(name: string): Promise<Executed>;
  /** Counts of all other databases that count without being told to, by service. Milliseconds, without load. */
  executed?(): Promise<Readonly<Record<string, Executed>>>;
  /**
   * Counts of each statement up to now, by service, of the databases that were started to count them (with `attach`). Absent
   * where the stack cannot tell.
   */
  statementCounts?(signal: AbortSignal): Promise<Readonly<Record<string, StatementCounts>>>;
}

/** Start-up times of a service. */
export interface StartupTime {
  /** Milliseconds since the epoch. */
  readonly began: number;
  /** Seconds until it was ready. */
  readonly ready: number;
}

/** Counts of each statement of one database server up to now; or why there are none. */
export type StatementCounts = { readonly counts: readonly StatementCount[] } | { readonly lacking: string };

/** Counts of a database server up to now, or why there are none. */
export type Executed = DatabaseCounts | { readonly lacking: string };

/** A place inside of a stack where a program can run. */
export interface Inside {
  /** Base URL by endpoint, as reachable from there. */
  readonly targets: Readonly<Record<string, string>>;
  /** Prepares a program to run there. Dispose of the result when the program has ended or was killed. */
  enter(call: InsideCall): Entered;
}
export interface InsideCall {
  readonly argv: readonly string[];
  /** The part of its environment that Steelyard sets. */
  readonly env: Readonly<Record<string, string>>;
  /** File of this machine that is run there; null to run the program of that name that is installed there. */
  readonly carried: string | null;
  /** Its working directory, readable there under the same path. */
  readonly cwd: string;
  /** A directory that is writable there under the same path. */
  readonly scratch: string;
}
export interface Entered extends AsyncDisposable {
  /** The command to run on this machine for it, with its whole environment; output and exit code are the program's. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** CPU seconds used up to now; null while they are not available. */
  cpu(): number | null;
  /**
   * Throws when not the program failed but the container that it ran in.
   *
   * @throws SteelyardError (environment)
   */
  check(ended: { readonly code: number | null; readonly stderr: string }): void;
}

/** Settings of services by path: readable values, and digests (`#…`) of all others. */
export type Definition = Readonly<Record<string, string>>;

/** Lets a profiler into the services of a stack. */
export interface Attach {
  /** A folder of this machine that services read, and whose sockets they connect to, under the same path. */
  readonly folder: string;
  /** Folders in it that a service may write to. */
  written?(service: string): readonly string[];
  /** Additions to the environment of a service. @param own the variables that it has */
  env(service: string, own: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** Brings a stack up, ready and seeded. */
export interface Stacks {
  readonly kind: StackKind;
  readonly labels: Readonly<Record<string, string>>;
  /** Runs the configured builds once, and provides all images. @throws SteelyardError (environment, or as `definition`) */
  prepare?(signal: AbortSignal): Promise<void>;
  /**
   * Whether its first start, too, may be at the same time as the other side's: once built, the two share nothing. Processes
   * may share a database of the machine.
   */
  readonly isApart?: true;
  /** Settings of its services, where files of their own define them. @throws SteelyardError (user) for unreadable files */
  definition?(signal: AbortSignal): Promise<Definition>;
  /**
   * Starts the stack.
   *
   * @param cpus   cores that all services are held to, as `0,1`; those of the config where absent
   * @param attach lets a profiler in; ignored by a deployed stack
   */
  up(
    stackEnv: Readonly<Record<string, string>>,
    signal: AbortSignal,
    cpus?: string,
    attach?: Attach,
  ): Promise<{ stack: RunningStack; seed: string | null; composed?: Composed }>;
}

/** A trial to be run by a generator. */
export interface LoadRequest {
  readonly name: string;
  readonly workload: Workload;
  /** Workload env and variant env merged. */
  readonly env: Readonly<Record<string, string>>;
  readonly slot: Slot;
  /** Cores that it is held to, as `1,2`; the generator's own where absent. */
  readonly cpus?: string;
  /** The place that it runs in and reaches the targets from; this machine where absent. */
  readonly inside?: Inside;
  readonly targets: RunningStack["targets"];
  readonly headers: RunningStack["headers"];
}

/** The result of a generator. Failures are data; it throws only for interruption and bugs. */
export type LoadResult =
  | {
      readonly ok: true;
      readonly observed: Observed;
      /** Requests of the measured part that may be slow, from generators that report them. */
      readonly slow?: readonly SlowRequest[];
    }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Reads the counters of the stack. A generator that can delay its load awaits the result, which never rejects.
 */
export type Measuring = () => unknown;

export interface Generator {
  /** Version of each program used so far, by name: `k6` is "k6 1.8.1". */
  readonly versions: Readonly<Record<string, string>>;
  /** Reads the workload without loading anything. @throws SteelyardError (user) for a script that is missing or broken */
  facts(name: string, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts>;
  /**
   * Planned seconds of one trial, warm-up included, to estimate the time left; null where only the script knows.
   */
  planned(name: string, slot: Slot): number | null;
  /** Whether the script sets limits of its own (thresholds), which head must keep; known after `facts`. */
  limits?(name: string): boolean;
  /** Runs one trial. Calls `measuring` once, at the end of the warm-up (immediately where there is none). */
  load(request: LoadRequest, measuring: Measuring, signal: AbortSignal): Promise<LoadResult>;
}

/** A series of pairs for a generator that interleaves base and head within one process. */
export interface PairsRequest {
  readonly name: string;
  readonly variant: string | null;
  readonly workload: Workload;
  /** Workload env and variant env merged. */
  readonly env: Readonly<Record<string, string>>;
  /** `request`: both sides in each iteration, in random order; `slice`: adjacent slices of each side. */
  readonly mode: "request" | "slice";
  readonly sides: Readonly<Record<Side, Pick<RunningStack, "targets" | "headers">>>;
  /** Seconds of warm-up on both sides, whose figures are discarded. */
  readonly warmup: number;
  /** Seconds of one pair. */
  readonly block: number;
  /**
   * Decides the seconds of a pair instead, from the requests a second of both sides at the end of the warm-up, where the
   * generator can tell them.
   */
  readonly blockFor?: ((rate: number) => number) | undefined;
  /** Number of pairs to be measured, one after the other. */
  readonly pairs: number;
  /** Seed of every random order in it. */
  readonly seed: number;
  /** Resolves to the usage since the call before, at the first one to null. Called when nothing is loaded. */
  readonly use?: (() => Promise<WarmupUse | null>) | undefined;
}

/** One pair: the generator's figures of each side. Server-side figures are added later. */
export type PairResult =
  | {
      readonly ok: true;
      readonly load: {
        readonly iterations: number;
        readonly dropped: number;
        readonly achieved: number | null;
        readonly pauses?: number;
      };
      readonly base: SideObserved;
      readonly head: SideObserved;
    }
  | { readonly ok: false; readonly side: Side; readonly failure: Failure };
export type SideObserved = Omit<PairSide, "services">;

/**
 * A moment at which counters are read: all earlier load has ended, and no later load has begun. `pair` counts from 0.
 * `side` is set where only that side is loaded between this border and the next.
 */
export interface PairBorder {
  readonly pair: number;
  readonly edge: "begin" | "end";
  readonly side: Side | null;
}

/** The usage in a piece of a warm-up; null where it is not known. */
export interface WarmupUse {
  /** CPU seconds of all services of a side. */
  readonly cpu: Readonly<Record<Side, number | null>>;
  /** Share of a core, or of its limit below one, that the busiest service of either side used. */
  readonly busiest: number | null;
  /** Share of all cores that were in use, by whatever program. */
  readonly machine: number | null;
}

/** About how many requests a second a load makes, both sides together. */
export interface LoadRate {
  readonly requests: number;
  /** Whether it depends on how long answers take, which nobody knows before they are measured. */
  readonly isGuess: boolean;
}

export interface PairGenerator {
  /**
   * The finest mode in which a workload can be interleaved, and in words why no finer one; in what its load differs then
   * from the script's own; and its rate.
   */
  finest(
    name: string,
    workload: Workload,
    signal: AbortSignal,
  ): Promise<{
    readonly mode: "request" | "slice" | "trial";
    readonly why: string | null;
    readonly notes?: readonly string[];
    readonly rate?: LoadRate;
  }>;
  /**
   * Measures pairs in one process; returns a result for each, in order. `cpu` and `wall` are the seconds of the whole
   * process, `block` those that a pair had. Throws only for interruption and bugs.
   */
  pairs(
    request: PairsRequest,
    border: (at: PairBorder) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{
    readonly results: readonly PairResult[];
    readonly cpu: number | null;
    readonly wall: number;
    readonly block: number;
  }>;
}

/** The machine itself. */
export interface Host {
  /** Counters, to be subtracted from those of a later reading. */
  read(): HostReading;
  /** Wall over CPU time of a short spin. */
  probe(): number | null;
}
export interface HostReading {
  readonly at: number;
  readonly load: number | null;
  readonly ticks: { readonly idle: number; readonly steal: number; readonly total: number } | null;
  /** Microseconds in which some task waited for a CPU. */
  readonly stalled: number | null;
}

export type { HostState, ServiceUse };
