import type { StackKind, Workload } from "./config.ts";
import type { PairSide } from "./duel.ts";
import type { Metrics } from "./metric.ts";
import type { Composed, Failure, HostState, Observed, ServiceUse, WorkloadFacts } from "./run.ts";
import type { Side, Slot } from "./schedule.ts";
import type { ServiceEvent, SlowRequest } from "./slow.ts";

/**
 * The edges of a measurement, as interfaces: `measure` decides when, the folders behind these do it. Tests
 * bring plain objects.
 */

/** Counters of one service at one moment; null where they cannot be had. */
export interface ServiceCounters {
  /** CPU seconds since it started, its exited children included. */
  readonly cpu: number | null;
  /** Peak resident bytes. */
  readonly memory: number | null;
  readonly restarts: number;
}

/** A stack that is up. Disposing of it brings it down, and never throws for what is already gone. */
export interface RunningStack extends AsyncDisposable {
  /** Base URL by endpoint name, valid until the next start, or the next `between`. */
  readonly targets: Readonly<Record<string, string>>;
  /** Headers by endpoint that the generator must send; they may hold secrets. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Counters by service, read now (microseconds, not an HTTP call). */
  counters(): Promise<Readonly<Record<string, ServiceCounters>>>;
  /** Which service died since the start, and how; null while all live. Asked after `counters`. */
  fault(): string | null;
  /**
   * Called before each trial but the first: puts the data back where the config asks for it, and looks the
   * targets up again. Whether the services are warm still.
   */
  between?(signal: AbortSignal): Promise<{ readonly warm: boolean }>;
  /**
   * A place inside of the stack for a generator: `network`, or the name of a service. Asked before each trial; absent
   * where everything runs on this machine.
   *
   * @throws SteelyardError (user) for a place that the stack does not have
   */
  inside?(place: string): Inside;
  /**
   * What the services did and wrote between two moments (milliseconds since the epoch), each with its own time or the
   * time at which it was noticed; bounded, never rejects. Absent, or null, where that cannot be had.
   */
  events?(from: number, to: number): Promise<readonly ServiceEvent[] | null>;
  /** When each service of this start was started, and seconds until it was ready; absent where it is not ours. */
  readonly startupTimes?: Readonly<Record<string, StartupTime>>;
  /** What a PostgreSQL of the stack has counted up to now, by the name in `stack.metrics`; or why there is nothing. */
  statements?(name: string): Promise<Statements | { readonly lacking: string }>;
}

/** How a service came up. */
export interface StartupTime {
  /** Milliseconds since the epoch. */
  readonly began: number;
  /** Seconds until it was ready. */
  readonly ready: number;
}

/** What pg_stat_statements counted: statements that were run, and rows that they returned or changed. */
export interface Statements {
  readonly calls: number;
  readonly rows: number;
}

/** A place inside of a stack where a program can run. */
export interface Inside {
  /** Base URL by endpoint, as it is reached from there. */
  readonly targets: Readonly<Record<string, string>>;
  /** Makes a program ready to be run there. To be disposed of when it has ended or was killed. */
  enter(call: InsideCall): Entered;
}
export interface InsideCall {
  readonly argv: readonly string[];
  /** All of its environment that is ours. */
  readonly env: Readonly<Record<string, string>>;
  /** The file of this machine that is run there; null for the program of that name which is there. */
  readonly carried: string | null;
  /** Folder that it works in and reads, under the same path. */
  readonly cwd: string;
  /** Folder that it also writes to, under the same path. */
  readonly scratch: string;
}
export interface Entered extends AsyncDisposable {
  /** What is run on this machine for it, with all of its environment; output and exit code are the program's. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** CPU seconds that it has used up to now; null while, or where, that cannot be had. */
  cpu(): number | null;
  /**
   * Complains when it is the place that failed and not the program.
   *
   * @throws SteelyardError (environment)
   */
  check(ended: { readonly code: number | null; readonly stderr: string }): void;
}

/** Settings of services by path: values for people, and digests (`#…`) of what is not for them. */
export type Definition = Readonly<Record<string, string>>;

/** Brings a stack up, ready and seeded. */
export interface Stacks {
  readonly kind: StackKind;
  readonly labels: Readonly<Record<string, string>>;
  /** Builds what is started later, once; nothing where nothing is built. @throws SteelyardError (environment) */
  prepare?(signal: AbortSignal): Promise<void>;
  /** What its services are made of, where files of their own say so. @throws SteelyardError (user) for unreadable ones */
  definition?(signal: AbortSignal): Promise<Definition>;
  /** @param cpus cores that all services are held to, as `0,1`; those of the config where absent */
  up(
    stackEnv: Readonly<Record<string, string>>,
    signal: AbortSignal,
    cpus?: string,
  ): Promise<{ stack: RunningStack; seed: string | null; composed?: Composed }>;
}

/** A trial to be run by a generator. */
export interface LoadRequest {
  readonly name: string;
  readonly workload: Workload;
  /** Workload env and variant env merged. */
  readonly env: Readonly<Record<string, string>>;
  readonly slot: Slot;
  /** Cores that it is held to, as `1,2`; those of the generator where absent. */
  readonly cpus?: string;
  /** Where it runs; on this machine where absent. The targets are reached from there. */
  readonly inside?: Inside;
  readonly targets: RunningStack["targets"];
  readonly headers: RunningStack["headers"];
}

/** What a generator brings back. `errors`-type outcomes are data; it throws only for interruption and bugs. */
export type LoadResult =
  | {
      readonly ok: true;
      readonly observed: Observed;
      /** Requests of the measured part that may be slow, from generators that can tell. */
      readonly slow?: readonly SlowRequest[];
    }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Reads the counters of the stack. A generator that can hold its load back awaits what it returns; it never rejects.
 */
export type Measuring = () => unknown;

export interface Generator {
  /** Name and version of each program that was used up to now, by name: `k6` is "k6 1.8.1". */
  readonly versions: Readonly<Record<string, string>>;
  /** Reads the workload without loading anything. @throws SteelyardError (user) for a script that is missing or broken */
  facts(name: string, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts>;
  /**
   * Planned seconds of one trial, warm-up included, for the time left; null where the script alone knows.
   */
  planned(name: string, slot: Slot): number | null;
  /** Whether the script itself sets limits that head is held to under its own load; known once its facts are. */
  limits?(name: string): boolean;
  /** Runs one trial. `measuring` is called once, when the warm-up is over (at once where there is none). */
  load(request: LoadRequest, measuring: Measuring, signal: AbortSignal): Promise<LoadResult>;
}

/** Figures that services publish themselves. */
export interface Scraper {
  /**
   * Reads the pages now; what it resolves to reads them again, and gives what happened in between. Neither rejects:
   * a figure that cannot be had is absent, and the reason is told once. Without the number of requests there is no
   * figure for one of them.
   */
  begin(
    stack: Pick<RunningStack, "targets" | "headers" | "statements">,
    signal: AbortSignal,
  ): Promise<(signal: AbortSignal, requests?: number) => Promise<Metrics>>;
  /** When the processes behind the pages were started, of those that publish it. Never rejects. */
  started?(
    stack: Pick<RunningStack, "targets" | "headers">,
    signal: AbortSignal,
  ): Promise<readonly ServiceEvent[]>;
}

/** A run of pairs by a generator that interleaves base and head by itself. */
export interface PairsRequest {
  readonly name: string;
  readonly variant: string | null;
  readonly workload: Workload;
  /** Workload env and variant env merged. */
  readonly env: Readonly<Record<string, string>>;
  /** `request`: both sides in each block, in random order each iteration; `slice`: neighbouring slices. */
  readonly mode: "request" | "slice";
  readonly sides: Readonly<Record<Side, Pick<RunningStack, "targets" | "headers">>>;
  /** Seconds of load on both sides that are discarded first. */
  readonly warmup: number;
  /** Seconds of one pair. */
  readonly block: number;
  /** Pairs to be measured, one after the other. */
  readonly pairs: number;
  /** Of every random order in it. */
  readonly seed: number;
}

/** Of one pair: what the generator saw of each side. Server-side figures join them later. */
export type PairResult =
  | {
      readonly ok: true;
      readonly load: {
        readonly iterations: number;
        readonly dropped: number;
        readonly achieved: number | null;
      };
      readonly base: SideObserved;
      readonly head: SideObserved;
    }
  | { readonly ok: false; readonly side: Side; readonly failure: Failure };
export type SideObserved = Omit<PairSide, "services">;

/**
 * A moment at which counters are read: all load of what came before has ended, none of what comes next has begun.
 * `pair` counts from 0; `side` is given where only that side's load lies between this border and the next.
 */
export interface PairBorder {
  readonly pair: number;
  readonly edge: "begin" | "end";
  readonly side: Side | null;
}

export interface PairGenerator {
  /** The finest way in which a workload can be interleaved, and in words why no finer one. */
  finest(
    name: string,
    workload: Workload,
    signal: AbortSignal,
  ): Promise<{ readonly mode: "request" | "slice" | "trial"; readonly why: string | null }>;
  /**
   * Measures pairs in one process; a result for each, in order. CPU seconds of the generator and its wall time are
   * those of the whole process. Throws only for interruption and bugs.
   */
  pairs(
    request: PairsRequest,
    border: (at: PairBorder) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly results: readonly PairResult[]; readonly cpu: number | null; readonly wall: number }>;
}

/** The machine itself. */
export interface Host {
  /** Counters to be subtracted from a later reading. */
  read(): HostReading;
  /** Wall over CPU time of a short spin. */
  probe(): number | null;
}
export interface HostReading {
  readonly at: number;
  readonly load: number | null;
  readonly ticks: { readonly idle: number; readonly steal: number; readonly total: number } | null;
  /** Microseconds some task waited for CPU. */
  readonly stalled: number | null;
}

export type { HostState, ServiceUse };
