import type { Warning } from "../model/comparison.ts";
import type { Config, StackKind, Why } from "../model/config.ts";

export { seconds } from "../base/duration.ts";
export { PAIRS } from "../base/pairlimits.ts";

/** The share of all lengths that may be asked for: less than a hundredth is no load, and more than all is another one. */
export const SCALES = { least: 0.01, most: 1 } as const;
/** "2/4" → { index: 2, of: 4 }; undefined for anything else. */
export function shardOf(text: string): { index: number; of: number } | undefined {
  const [index = 0, of = 0] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.slice(1).map(Number) ?? [];
  return index > 0 && index <= of ? { index, of } : undefined;
}
/** The folder of the committed baselines, unless another is named. Sessions written to it are no change of head. */
export const BASELINES = "baselines";

/** The options of the verbs, as values; `cli` parses them from text. */

/** The rights over the machine and the secrets that the reviewed config gives a change's config. */
export interface Trust {
  readonly allow: readonly string[];
  /** Names of variables that headers of an external stack may be taken from. */
  readonly secrets: readonly string[];
  /** Whether the change may run commands of its own on this machine, outside of containers. */
  readonly hostCommands: boolean;
  /** Names of variables that load scripts may get, where it may not: one of them may name a program or a library. */
  readonly variables: readonly string[];
}

/** The rules that a change is measured by in place of its own: base's config, and the commit of its loads and seed. */
export interface BaseRules {
  readonly config: Config;
  readonly sha: string;
}

export interface MeasureOptions {
  /** Path of the config, relative to the working directory. */
  readonly config: string;
  /** Output folder. */
  readonly out: string;
  readonly profile?: string | undefined;
  readonly only?: readonly string[] | undefined;
  /** Variants by name, of workloads that have any. */
  readonly variants?: readonly string[] | undefined;
  /** Most pairs of head and base; the config's where undefined. */
  readonly pairs?: number | undefined;
  /** Trials of head alone. */
  readonly trials?: number | undefined;
  /** Share of all lengths that is measured, within `SCALES`; all of them where undefined. */
  readonly scale?: number | undefined;
  readonly seed?: number | undefined;
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  readonly stack?: StackKind | undefined;
  readonly stackEnv: Readonly<Record<string, string>>;
  readonly runnerClass?: string | undefined;
  /** A ref that base is the merge-base with, empty for the default branch; false for head alone. */
  readonly base?: string | false | undefined;
  /** Whether base is the last release (`policy.release`). */
  readonly release?: boolean | undefined;
  /** The branch that the change goes to, where base is looked for without being asked for; the default branch else. */
  readonly branch?: string | undefined;
  /** The most that the config may reach, where it is not its user's own; all it asks for where undefined. */
  readonly trust?: Trust | undefined;
  /** Base's rules, by which a change is measured in place of its own; the checkout's where undefined. */
  readonly rules?: BaseRules | undefined;
  /** Whether those are the merge-base's, to be read here. */
  readonly baseRules?: boolean | undefined;
  /** Whether workloads that the change cannot affect, by their `paths`, are left out. */
  readonly affected?: boolean | undefined;
  /** When workloads are loaded again with profilers; as the config says where undefined. */
  readonly why?: Why | undefined;
  /** Seconds after which the last look of a duel is made. */
  readonly budget?: number | undefined;
  /** Whether to wait while another measurement uses this machine; true by default. */
  readonly wait?: boolean | undefined;
  /** Folder of the committed baselines; their noise estimates make a duel's decisions more stable. */
  readonly baselines?: string | undefined;
}

export interface WhyOptions extends Pick<MeasureOptions, "only" | "wait"> {
  /** Path of the run file. */
  readonly run: string;
  readonly out: string;
  readonly baselines: string;
  readonly waivers?: string | undefined;
  /** Whether workloads are explained of which no gate changed. */
  readonly all: boolean;
  /** Whether the page is opened. */
  readonly open: boolean;
}

export interface CompareOptions {
  /** Path of the run file. */
  readonly run: string;
  readonly out: string;
  readonly baselines: string;
  /** Config to judge by; the one the run was measured with where undefined. */
  readonly config?: string | undefined;
  /** File of accepted regressions; those at the tip of the base, or of the checkout, where undefined. */
  readonly waivers?: string | undefined;
  /** Warnings about how it was measured, to stand beside the verdict. */
  readonly warnings?: readonly Warning[] | undefined;
}

export type Format = "terminal" | "comment" | "summary" | "junit" | "csv" | "json";

export interface ReportOptions {
  /** Path of the comparison file. */
  readonly comparison: string;
  readonly out: string;
}

/** Obstacles to a baseline that a person may overrule by name. */
export const ALLOWANCES = [
  "dirty",
  "failed",
  "invalid",
  "missing",
  "regressed",
  "budget",
  "expectation",
] as const;
export type Allowance = (typeof ALLOWANCES)[number];

export interface BaselineOptions {
  readonly run: string;
  readonly baselines: string;
  readonly only?: readonly string[] | undefined;
  readonly allow: readonly Allowance[];
}

/** The two sides of a proof, which both come from this checkout. */
export type ContestOptions = Pick<
  MeasureOptions,
  "config" | "out" | "profile" | "only" | "variants" | "seed" | "stack" | "runnerClass" | "wait"
> & { readonly baselines: string };

export interface CalibrateOptions extends ContestOptions {
  readonly stackEnv: Readonly<Record<string, string>>;
  /** Of each workload in each session. */
  readonly pairs: number;
  readonly sessions: number;
  /** Whether to add what was seen to the committed baselines. */
  readonly write: boolean;
}

/** What makes head slower, and nothing else. */
export type Slowdown =
  | { readonly stackEnv: Readonly<Record<string, string>> }
  | {
      /** A line for the shell, run in a worktree of head before it is built. */
      readonly patch: string;
    };

export interface SelfTestOptions extends ContestOptions {
  readonly slowdown: Slowdown;
  /** Seconds after which each duel makes its last look. */
  readonly budget?: number | undefined;
}

export interface BisectOptions extends Omit<ContestOptions, "only" | "variants"> {
  /** Refs. */
  readonly good: string;
  readonly bad: string;
  readonly workload: string;
  readonly variant?: string | undefined;
  /** A selector. */
  readonly metric: string;
  /** Most pairs of each duel; the config's where undefined. */
  readonly pairs?: number | undefined;
  /** Whether to forget what an earlier search of this folder found. */
  readonly restart: boolean;
}

export interface MergeOptions {
  readonly runs: readonly string[];
  readonly out: string;
}

export interface DoctorOptions {
  readonly config: string;
  readonly out: string;
}
