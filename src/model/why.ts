import type { Added } from "./cause.ts";
import type { Frame } from "./profiling.ts";
import type { Side } from "./schedule.ts";

// No zod here: the page that explains a verdict imports this file.

/** A figure a request, of both sides. */
export type Both = Readonly<Record<Side, number>>;

/**
 * The data of the page that explains a verdict. It is embedded in the page when that is written, and only that page reads
 * it, so it has no version of its own.
 */
export interface WhyPage {
  /** Result and change, in words. */
  readonly title: string;
  /** The compared commits, in words; empty where they are not known. */
  readonly compared: string;
  readonly steelyard: string;
  readonly workloads: readonly (ProfiledWorkload & CauseTexts)[];
}

/** The findings about a workload, in words. */
export interface CauseTexts {
  readonly name: string;
  readonly summary: string;
  readonly causes: readonly string[];
  /** Services without a profile, and why. */
  readonly lacking: readonly string[];
}

/** What services did for a workload. */
export interface ProfiledWorkload {
  /** With a profile; those whose CPU time differs most between the sides first. */
  readonly services: readonly FlameTree[];
  /** Most time first. */
  readonly statements: readonly StatementWork[];
  /** Most time first. */
  readonly waits: readonly WaitWork[];
}

/** Waiting of one function of the repository, a request. Loops in the background are among them. */
export interface WaitWork {
  readonly service: string;
  readonly name: string;
  /** "src/rank.js:3" */
  readonly place: string;
  readonly seconds: Both;
  /** Seconds, head less base; null where it is no cause. */
  readonly added: Added | null;
}

/** CPU time of one service by call stack, of both sides in one tree. */
export interface FlameTree {
  readonly service: string;
  readonly source: string;
  readonly frames: readonly Frame[];
  /** Caller's index (−1 for none; callers come first), index in `frames`, and CPU seconds a request in itself. */
  readonly nodes: readonly (readonly [caller: number, frame: number, base: number, head: number])[];
}

/** Executions of one statement, or calls by HTTP of another service, a request. */
export interface StatementWork {
  readonly http?: true;
  readonly service: string;
  readonly text: string;
  readonly calls: Both;
  readonly rows: Both;
  readonly seconds: Both;
  /** Those of them in which it waited for locks; absent where the database does not tell. */
  readonly locked?: Both;
  /** That it read; absent where the database does not tell. */
  readonly blocks?: Both;
  /** Seconds, head less base; null where they were not compared. */
  readonly added: Added | null;
}
