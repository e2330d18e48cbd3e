import type { Log } from "../base/log.ts";
import type { Generator } from "../model/ports.ts";
import type { Execution } from "./process.ts";

/** A program of this machine that works. */
export interface FoundProgram {
  readonly binary: string;
  /** Such as "1.8.1". */
  readonly version: string;
  /** Where it comes from, for people: "on the PATH". */
  readonly how: string;
}

/** Where a generator works, and how it reports. */
export interface Workplace extends Execution {
  /** Directory for the files of each call, which are removed after it. */
  readonly scratch: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** The endpoint for which a literal address in a script stands, by address: `localhost:3000`, `private:3000`. */
  readonly literals: Readonly<Record<string, string>>;
  /** Whether the targets are a deployed system, which may have further names; not so where absent. */
  readonly deployed?: boolean | undefined;
  /** Machines that can make load in place of this one, as destinations of ssh. */
  readonly machines?: readonly string[] | undefined;
}

/** A generator's program: the effects that belong to a description (`GeneratorKind`). */
export interface Program {
  /**
   * Finds the program, or fetches it, and returns its generator.
   *
   * @throws SteelyardError (environment) where there is none that works; Interrupted
   */
  open(place: Workplace): Promise<Generator>;
  /** How `steelyard doctor` looks for the program; null for a generator without a program of its own. */
  readonly look: {
    /** Finds it without fetching or building. @throws as `open` */
    find(world: Pick<Workplace, "env" | "cwd" | "signal">): Promise<FoundProgram>;
    /** The remedy where the program is missing; that of the error where absent. */
    readonly remedy?: string;
  } | null;
}
