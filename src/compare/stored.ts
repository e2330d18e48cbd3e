import { type Baseline, NO_VARIANT } from "../model/baseline.ts";
import type { Warning } from "../model/comparison.ts";
import { median } from "../stats/samples.ts";
import { ENOUGH_SESSIONS, type Reference } from "./reference.ts";
import { busyness, crowded, foreignShare, own, type Subject, saturated } from "./subject.ts";
import { counted, share, warning } from "./words.ts";

/** One variant of one stored session. */
export type Part = Baseline["sessions"][number]["variants"][string];

/** The part of each session that is about one variant; a session without it has none. */
export const ofVariant = (reference: Reference, variant: string | null): Part[] =>
  reference.kind === "sessions"
    ? reference.sessions.flatMap((session) => own(session.variants, variant ?? NO_VARIANT) ?? [])
    : [];

/** The values of a selector, a list for each session that has it. */
export const storedValues = (parts: readonly Part[], text: string): number[][] =>
  parts.flatMap((part) => {
    const all = own(part.values, text);
    return all ? [all] : [];
  });

/** The stored part of a subject. */
export interface Parts {
  readonly used: readonly Part[];
  /** Why a test against them does not gate, with the remedy; none where it does. */
  readonly obstacles: readonly Warning[];
  readonly warnings: readonly Warning[];
}

/**
 * The stored sessions that have this variant. Saturated ones are left out while others remain; head saturated, or
 * nothing but saturated ones, is compared and does not gate. Nor does head where others took the CPU.
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
  const obstacles = crowding(subject, cores);
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
  return { used, obstacles, warnings };
}

/** Where other programs took the CPU in most trials, slower may mean no more than that. */
function crowding({ good }: Subject, cores: number): Warning[] {
  const disturbed = good.filter((trial) => crowded(trial, cores));
  if (2 * disturbed.length <= good.length) return [];
  const taken = median(disturbed.map((trial) => foreignShare(trial, cores) ?? 0));
  return [
    warning(
      "contended",
      `In ${disturbed.length} of ${counted(good.length, "trial")} other programs used ${share(taken)} of the CPUs: such a workload does not gate against a baseline, because they slow it down as a change would.`,
      "Measure again on a machine that does nothing else; what belongs to the system has to be one of its services.",
    ),
  ];
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
