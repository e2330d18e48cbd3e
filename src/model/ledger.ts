import { z } from "zod";
import { Name } from "./config.ts";
import type { Item } from "./item.ts";
import { Verdict } from "./verdict.ts";
import { tag } from "./versioned.ts";

const count = z.number().int().min(0);
const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** An estimated effect: a log ratio of head over base, positive is worse. */
export const Effect = z.strictObject({
  estimate: z.number(),
  /** 95 %. */
  interval: z.tuple([z.number(), z.number()]),
  se: z.number().min(0),
  /** The largest worsening that the rules tolerate: the band, or the floor in proportion to base. A log ratio. */
  tolerated: z.number().positive(),
});
export type Effect = z.infer<typeof Effect>;

/** A gate metric of a measured change; or a workload without figures as a whole, whose metric is "". */
export const LedgerEntry = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  metric: z.string().max(400),
  verdict: Verdict,
  /** Null where it was not paired with base. */
  effect: Effect.nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** The estimates of one comparison, as its check keeps them. */
export const Ledger = z.strictObject({
  schema: z.literal(tag("ledger")),
  head: sha,
  /** The commit that head was measured beside; null where there was none. */
  base: sha.nullable(),
  /** The tag of the release that base is; null where it is none. */
  release: z.string().max(500).nullable(),
  /** Hash of the rules; null where there were none. */
  config: z.string().max(64).nullable(),
  /** The commit that these are of. Absent where there were none, and in older checks. */
  rules: sha.optional(),
  entries: z.array(LedgerEntry).max(2_000),
  /** Gate metrics for which there was no room. */
  more: count,
});
export type Ledger = z.infer<typeof Ledger>;

/** The sum of a gate metric's effects over merged changes. */
export interface Sum extends Item {
  readonly metric: string;
  /** The threshold of the newest change that has the metric, a log ratio. */
  readonly tolerated: number;
  /** Effect of everything up to the last comparison with the release, as that measured it; 0 without one. */
  readonly start: number;
  /** Sum of the effects since. */
  readonly since: number;
  /** Of start and sum together, a log ratio. */
  readonly se: number;
  /** Changes whose effects were added. */
  readonly changes: number;
  /** Whether it asks for a comparison. */
  readonly exceeds: boolean;
}

/** A merged change without an estimate for every gate metric. */
export interface Unmeasured {
  /** "#12", or a commit. */
  readonly change: string;
  readonly why: string;
}

/** What became of the sums. */
export type CreepOutcome =
  /** Nothing asks for a comparison. */
  | { readonly kind: "enough" }
  /** One was started, or is under way, or was made at this very commit. */
  | { readonly kind: "started" }
  | { readonly kind: "active"; readonly url: string }
  | { readonly kind: "compared" };

/** The creep ledger of a branch since its last release. */
export interface Creep {
  readonly release: string;
  readonly head: string;
  /** The commit of the last comparison with that release; null where there was none. */
  readonly compared: string | null;
  /** Merged changes since. */
  readonly changes: number;
  /** Those that can affect no workload. */
  readonly unaffected: number;
  readonly unmeasured: readonly Unmeasured[];
  /** Changes beyond the limit of one reading, which count as unmeasured. */
  readonly beyond: number;
  /** The number of unmeasured changes that is tolerated. */
  readonly most: number;
  readonly sums: readonly Sum[];
  /** Different rules by which the changes were judged. */
  readonly configs: number;
  readonly outcome: CreepOutcome;
}
