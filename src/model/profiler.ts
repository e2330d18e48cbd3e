import type { Attach, RunningStack } from "./ports.ts";
import type { CpuProfile, StatementCount } from "./profiling.ts";

/** A profile as a profiler takes it: all of a service's processes together. */
export type Taken = Omit<CpuProfile, "start" | "side"> & {
  /** Calls of other services by HTTP, where the runtime counts them; no rows. */
  readonly calls?: readonly StatementCount[];
};

/** Takes profiles of services that run. */
export interface Sampler {
  /** Why services that it was asked for have no profile. */
  readonly lacking?: ReadonlyMap<string, string>;
  /**
   * Begins in the services that run now. Never rejects: what cannot be profiled has no profile.
   *
   * @param covered services that others profile, which it leaves out
   * @returns the services that it profiles
   */
  begin(
    where: Pick<RunningStack, "targets" | "headers" | "roots">,
    covered: ReadonlySet<string>,
  ): Promise<readonly string[]>;
  /** Ends what `begin` began, and returns a profile for each service that has one. Never rejects. */
  end(): Promise<readonly Taken[]>;
}

/** Profiles the services of one side, in one start after the other. */
export interface Profiler extends Sampler, AsyncDisposable {
  readonly attach: Attach;
}
