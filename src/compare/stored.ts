import { own } from "../base/own.ts";
import { counted } from "../base/text.ts";
import { type Baseline, NO_VARIANT, type Session } from "../model/baseline.ts";
import type { Warning } from "../model/comparison.ts";
import { median } from "../stats/samples.ts";
import { ENOUGH_SESSIONS, type Reference } from "./reference.ts";
import { busyness, crowded, foreignShare, type Subject, saturated } from "./subject.ts";
import { share, warning } from "./words.ts";

/** One variant of one stored session, and the session's name. */
export type Part = Baseline["sessions"][number]["variants"][string] & Pick<Session, "run" | "at">;

/** The values of one selector in a stored session: one per trial, base units, at least one. */
export interface StoredValues extends Pick<Session, "run" | "at"> {
  readonly values: readonly number[];
}

/** The part of each session for one variant; sessions without it are left out. */
export const ofVariant = (reference: Reference, variant: string | null): Part[] =>
  reference.kind === "sessions"
    ? reference.sessions.flatMap(({ run, at, variants }) => {
        const part = own(variants, variant ?? NO_VARIANT);
        return part ? { ...part, run, at } : [];
      })
    : [];

/** The values of a selector in each session that has it. */
export const storedValues = (parts: readonly Part[], text: string): StoredValues[] =>
  parts.flatMap(({ run, at, values }) => {
    const all = own(values, text);
    return all ? { run, at, values: all } : [];
  });

/** Other programs on the machine as an explanation of a worsening. */
export interface Crowd {
  /** The worsening they can explain, a log ratio: only one that is surely larger gates. */
  readonly explains: number;
  readonly warning: Warning;
}

/** The stored part of a subject. */
export interface Parts {
  readonly used: readonly Part[];
  /** Why a test against these sessions does not gate, with the remedy; none where it does. */
  readonly obstacles: readonly Warning[];
  /** Other programs that took CPU and may explain a worsening; null where none did. */
  readonly crowd: Crowd | null;
  readonly warnings: readonly Warning[];
}

/**
 * The stored sessions of this variant. Saturated sessions are left out while others remain. Where head is saturated, or
 * every session is, the comparison does not gate.
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
        `${counted(all.length - used.length, "stored session")} left out: the host was saturated.`,
      ),
    );
  }
  const obstacles: Warning[] = [];
  if (busy || (all.length > 0 && calm.length === 0)) {
    const where = busy
      ? `the stack and the generator used ${share(busyness(subject.good, cores) ?? 1)} of the CPUs`
      : "in the stored sessions";
    obstacles.push(
      warning(
        "saturated",
        `The host is saturated (${where}). Queues then magnify every difference between sessions, so this workload does not gate against a baseline.`,
        "Use fewer connections or a lower rate.",
      ),
    );
  }
  return { used, obstacles, crowd: crowd(subject, cores), warnings };
}

/** Smallest slowdown that other programs are assumed to explain, a ratio. */
const LEAST_EXPLAINED = 2;

/** Other programs as an explanation, where they took CPU in most trials. */
function crowd({ good }: Subject, cores: number): Crowd | null {
  const disturbed = good.filter((trial) => crowded(trial, cores));
  if (2 * disturbed.length <= good.length) return null;
  const taken = Math.min(median(disturbed.map((trial) => foreignShare(trial, cores) ?? 0)), 0.99);
  const explained = Math.max(LEAST_EXPLAINED, 1 / (1 - taken)); // the remaining CPUs take this much longer
  return {
    explains: Math.log(explained),
    warning: warning(
      "contended",
      `In ${disturbed.length} of ${counted(good.length, "trial")}, other programs used ${share(taken)} of the CPUs. That slows a workload like a real change, so only a worsening by surely more than a factor of ${explained.toFixed(1)} gates.`,
      "Measure again on an idle machine. Programs that belong to the system must be among its services.",
    ),
  };
}

/** The warning that too few sessions are stored to know their spread and to gate. */
export function fewSessions(n: number): Warning[] {
  if (n >= ENOUGH_SESSIONS) return [];
  return [
    warning(
      "few-sessions",
      `Only ${counted(n, "stored session")}. The spread between sessions is still unknown, so a regression warns and does not fail.`,
      `Record ${counted(ENOUGH_SESSIONS - n, "more session")}, ideally on different days: \`steelyard measure\`, then \`steelyard baseline\`.`,
    ),
  ];
}
