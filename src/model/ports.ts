import type { StackKind, Workload } from "./config.ts";
import type { Composed, Failure, HostState, Observed, ServiceUse, WorkloadFacts } from "./run.ts";
import type { Slot } from "./schedule.ts";

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
}

/** Brings a stack up, ready and seeded. */
export interface Stacks {
  readonly kind: StackKind;
  readonly labels: Readonly<Record<string, string>>;
  up(
    stackEnv: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ stack: RunningStack; seed: string | null; composed?: Composed }>;
}

/** A trial to be run by a generator. */
export interface LoadRequest {
  readonly name: string;
  readonly workload: Workload;
  /** Workload env and variant env merged. */
  readonly env: Readonly<Record<string, string>>;
  readonly slot: Slot;
  readonly targets: RunningStack["targets"];
  readonly headers: RunningStack["headers"];
}

/** What a generator brings back. `errors`-type outcomes are data; it throws only for interruption and bugs. */
export type LoadResult =
  | { readonly ok: true; readonly observed: Observed }
  | { readonly ok: false; readonly failure: Failure };

export interface Generator {
  /** Name and version, such as "k6 1.8.1". */
  readonly version: string;
  /** Reads the workload without loading anything. @throws SteelyardError (user) for a script that is missing or broken */
  facts(name: string, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts>;
  /**
   * Planned seconds of one trial, warm-up included, for the time left; null where the script alone knows.
   */
  planned(name: string, slot: Slot): number | null;
  /** Runs one trial. `measuring` is called once, when the warm-up is over (at once where there is none). */
  load(request: LoadRequest, measuring: () => void, signal: AbortSignal): Promise<LoadResult>;
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
