import type { z } from "zod";
import type { Mode, StackKind } from "./config.ts";

/** What the rules ask of one workload and variant: how much of it is measured, and how. */
export interface Demand {
  readonly workload: string;
  readonly variant: string | null;
  /** `load` meets base where base is asked for; a cold start and a search through levels are of head alone. */
  readonly kind: "load" | "cold" | "levels";
  /** Trials of one session of head alone; 0 at levels. */
  readonly trials: number;
  /** Seconds: of each trial, and of the warm-up after a start. */
  readonly duration: number;
  readonly warmup: number;
  /** Of a paired run: how it is interleaved, seconds of one block, and the fewest and most pairs. */
  readonly mode: z.infer<typeof Mode>;
  readonly block: number;
  readonly pairs: readonly [number, number];
}

/** What the rules ask of a whole run. */
export interface Demands {
  /** The commit that the rules are from; null where that is unknown. */
  readonly base: string | null;
  readonly all: readonly Demand[];
  /** Whether base is to be measured beside head. */
  readonly paired: boolean;
  /** Fewest starts of both sides, and the pairs at which everything is judged, by the pairings that are asked for. */
  readonly starts: number;
  readonly profile: string | null;
  readonly stack: StackKind;
  readonly stackEnv: Readonly<Record<string, string>>;
  readonly scale: number;
  /** Seconds; null without a limit. */
  readonly budget: number | null;
  /** Null where any will do. */
  readonly runnerClass: string | null;
}
