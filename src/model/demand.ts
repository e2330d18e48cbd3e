import type { z } from "zod";
import type { Measure, Mode, StackKind } from "./config.ts";
import type { Item } from "./item.ts";

/** The measurements that the rules require for one workload and variant. */
export interface Demand {
  readonly workload: string;
  readonly variant: string | null;
  /** `load`: paired with base where base is required; `cold` and `levels`: head alone. */
  readonly kind: "load" | "cold" | "levels";
  /** Trials of one session of head alone; 0 at levels. */
  readonly trials: number;
  /** Seconds: of each trial, and of the warm-up after a start. */
  readonly duration: number;
  readonly warmup: number;
  /** For a paired run: the interleaving, seconds of one block, and the fewest and most pairs. */
  readonly mode: z.infer<typeof Mode>;
  readonly pace: Measure["pace"];
  /** Undefined where the measurement may choose it. */
  readonly block: number | undefined;
  readonly pairs: readonly [number, number];
}

/** The measurements that the rules require of a whole run. */
export interface Demands {
  /** The commit that head is compared with: that of the rules, or a release; null where it is unknown. */
  readonly base: string | null;
  /** Where it is a release, the items that its config lacks: these are measured of head alone. Head's loads drive both sides. */
  readonly release: readonly Item[] | null;
  readonly all: readonly Demand[];
  /** Whether base must be measured, paired with head. */
  readonly paired: boolean;
  /** Machines that the workloads are shared out among. */
  readonly shards: number;
  /** Fewest starts of both sides. */
  readonly starts: number;
  readonly profile: string | null;
  readonly stack: StackKind;
  readonly stackEnv: Readonly<Record<string, string>>;
  readonly scale: number;
  /** Seconds; null without a limit. */
  readonly budget: number | null;
  /** Workloads that the change cannot affect by the rules' `paths`, and why in words. They need not be measured. */
  readonly unaffected: Readonly<Record<string, string>>;
  /** Null where any runner class is accepted. */
  readonly runnerClass: string | null;
}
