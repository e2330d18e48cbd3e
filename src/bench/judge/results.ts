import { clopperPearson } from "../../stats/beta.ts";
import { KINDS, type Kind } from "./pull.ts";

/** k of n. */
export interface Share {
  readonly k: number;
  readonly n: number;
}

/** Power against one kind of regression, by its size: ratios as keys. */
export type Power = Readonly<Record<string, Share>>;

/** What one rule did in one environment. */
export interface Cell {
  /** Harmless pull requests with a gate metric (of 18) reported as worse. */
  readonly alarms: Share;
  /** The same of all 30 metrics; null for rules that judge only gates. */
  readonly alarmsOfAll: Share | null;
  /** Regressions of which a gate metric of the slowed workload was reported. */
  readonly power: Readonly<Record<Kind, Power>>;
  /** Power at +5 % of latency alone by workload; null for peers. */
  readonly byWorkload: readonly Share[] | null;
  /** Gates of harmless pull requests that were shown unchanged; null for rules that never show it. */
  readonly unchanged: Share | null;
  /** Gates that were 5 % slower and "shown" unchanged. */
  readonly wronglyUnchanged: Share | null;
  /** Mean pairs of a harmless pull request's workload; null where there are none. */
  readonly pairs: number | null;
  /** Seconds of load of a harmless pull request. */
  readonly seconds: number;
}

export interface Row {
  readonly rule: string;
  readonly ours: boolean;
  /** By environment. */
  readonly cells: Readonly<Record<string, Cell>>;
}

/** Real slow-downs in recorded trials, by variant. */
export interface Injected {
  readonly variant: string;
  readonly pairs: number;
  /** A gate of the slowed workload was reported (for A2: of any). */
  readonly found: Share;
  /** By workload. */
  readonly byWorkload: Readonly<Record<string, Share>>;
}

/** Request-level interleaving, by recorded program. */
export interface Requested {
  readonly variant: string;
  readonly band: number;
  readonly blocks: number;
  /** A gate of the slowed mode (for A2: of any) was reported. */
  readonly found: Share;
  readonly byMode: Readonly<Record<string, { readonly any: Share; readonly latency: Share }>>;
  /** Gates of harmless pull requests that were shown unchanged. */
  readonly unchanged: Share | null;
  readonly pairs: number;
}

/** CPU a request of both sides on one core, by recorded load and program. */
export interface Duetted {
  readonly load: string;
  readonly variant: string;
  readonly band: number;
  /** Pairs in a draw, of those recorded; draws overlap accordingly. */
  readonly pairs: number;
  readonly recorded: number;
  /** sd of one pair's log ratio. */
  readonly sd: number;
  readonly found: Share;
  readonly unchanged: Share;
}

/** Everything one run of the bench found; no dates, so that the same seed gives the same file. */
export interface Results {
  readonly schema: "judge-bench/1";
  readonly seed: number;
  readonly sizes: Sizes;
  readonly environments: readonly string[];
  readonly rows: readonly Row[];
  readonly injected: readonly Injected[];
  readonly requested: readonly Requested[];
  readonly duetted: readonly Duetted[];
}

/** Pull requests an environment. */
export interface Sizes {
  readonly harmless: number;
  readonly slowed: number;
  readonly peersHarmless: number;
  readonly peersSlowed: number;
  /** Draws of each recorded slow-down; there are not many different ones. */
  readonly recorded: number;
}

/** Exact 95 % interval. */
export const bounds = ({ k, n }: Share): [number, number] => clopperPearson(k, n, 0.025);

/** Counts hits of tries, to become a share. */
export class Tally {
  k = 0;
  n = 0;
  add(hit: boolean): void {
    this.n++;
    if (hit) this.k++;
  }
  get share(): Share {
    return { k: this.k, n: this.n };
  }
}

/** A rule's power, from its tallies by kind and by size. */
export const powerOf = (found: readonly (readonly Tally[])[], sizes: readonly number[]) =>
  Object.fromEntries(
    KINDS.map((kind, k) => [
      kind,
      Object.fromEntries(sizes.map((size, s) => [String(size), found[k]![s]!.share])),
    ]),
  ) as Cell["power"];
