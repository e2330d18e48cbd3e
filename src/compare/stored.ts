import { own } from "../base/own.ts";
import { type Baseline, NO_VARIANT, type Session } from "../model/baseline.ts";
import type { Warning } from "../model/comparison.ts";
import { median } from "../stats/samples.ts";
import { ENOUGH_SESSIONS, type Reference } from "./reference.ts";
import { busyness, crowded, foreignShare, type Subject, saturated } from "./subject.ts";
import { counted, share, warning } from "./words.ts";

/** One variant of one stored session, and which one. */
export type Part = Baseline["sessions"][number]["variants"][string] & Pick<Session, "run" | "at">;

/** What one stored session has of one selector: a value a trial, base units, at least one. */
export interface StoredValues extends Pick<Session, "run" | "at"> {
  readonly values: readonly number[];
}

/** The part of each session that is about one variant; a session without it has none. */
export const ofVariant = (reference: Reference, variant: string | null): Part[] =>
  reference.kind === "sessions"
    ? reference.sessions.flatMap(({ run, at, variants }) => {
        const part = own(variants, variant ?? NO_VARIANT);
        return part ? { ...part, run, at } : [];
      })
    : [];

/** The values of a selector, of each session that has it. */
export const storedValues = (parts: readonly Part[], text: string): StoredValues[] =>
  parts.flatMap(({ run, at, values }) => {
    const all = own(values, text);
    return all ? { run, at, values: all } : [];
  });

/** Other programs on the machine, as an explanation. */
export interface Crowd {
  /** What they explain, a log ratio: a worsening gates only where it is surely larger. */
  readonly explains: number;
  readonly warning: Warning;
}

/** The stored part of a subject. */
export interface Parts {
  readonly used: readonly Part[];
  /** Why a test against them does not gate, with the remedy; none where it does. */
  readonly obstacles: readonly Warning[];
  /** Other programs that took the CPU, which explain some worsening and no more; null where none did. */
  readonly crowd: Crowd | null;
  readonly warnings: readonly Warning[];
}

/**
 * The stored sessions that have this variant. Saturated ones are left out while others remain; head saturated, or
 * nothing but saturated ones, is compared and does not gate.
 */
export function storedParts(subject: Subject, reference: Reference, cores: number): Parts {
  const all = ofVariant(reference, subject.variant);
  const calm = all.filter((part) => !part.saturated);
  const busy = saturated(subject.good, cores);
  const used = busy || calm.length === 0 ? all : calm;
  const warnings = [...reference.warnings];
  if (used.length < all.length) {
    warnings.push(
      warning(
        "saturated-session",
        `${counted(all.length - used.length, "stored session")} measured on a saturated host, left out.`,
      ),
    );
  }
  const obstacles: Warning[] = [];
  if (busy || (all.length > 0 && calm.length === 0)) {
    const where = busy
      ? `stack and generator used ${share(busyness(subject.good, cores) ?? 1)} of the CPUs`
      : "the stored sessions were";
    obstacles.push(
      warning(
        "saturated",
        `Saturated (${where}): such a workload does not gate against a baseline, because queues magnify every difference between sessions.`,
        "Use fewer connections or a lower rate.",
      ),
    );
  }
  return { used, obstacles, crowd: crowd(subject, cores), warnings };
}

/** What other programs are believed to explain at least, a ratio. */
const LEAST_EXPLAINED = 2;

/** Where other programs took the CPU in most trials, slower may mean no more than that. */
function crowd({ good }: Subject, cores: number): Crowd | null {
  const disturbed = good.filter((trial) => crowded(trial, cores));
  if (2 * disturbed.length <= good.length) return null;
  const taken = Math.min(median(disturbed.map((trial) => foreignShare(trial, cores) ?? 0)), 0.99);
  const explained = Math.max(LEAST_EXPLAINED, 1 / (1 - taken)); // what is left of the CPUs takes so much longer
  return {
    explains: Math.log(explained),
    warning: warning(
      "contended",
      `In ${disturbed.length} of ${counted(good.length, "trial")} other programs used ${share(taken)} of the CPUs, which slows a workload down as a change would: against a baseline it gates only where it is surely worse by more than a factor of ${explained.toFixed(1)}.`,
      "Measure again on a machine that does nothing else; what belongs to the system has to be one of its services.",
    ),
  };
}

/** The warning that the spread between sessions is not known yet, below the number that makes a gate. */
export function fewSessions(n: number): Warning[] {
  if (n >= ENOUGH_SESSIONS) return [];
  return [
    warning(
      "few-sessions",
      `Only ${counted(n, "stored session")}: the spread between sessions is not known yet, so this warns and does not fail.`,
      `Record ${counted(ENOUGH_SESSIONS - n, "more session")}: \`steelyard measure\`, then \`steelyard baseline\`, better on different days.`,
    ),
  ];
}
