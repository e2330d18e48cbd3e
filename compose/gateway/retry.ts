export interface RetryRules {
  /** Attempts in all, at least 1. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; twice as many before each further one. */
  readonly backoff: number;
}

/** Milliseconds before an attempt, the first being 0: half of the backoff is random, so that callers do not retry in step. */
export function pause({ backoff }: RetryRules, attempt: number, random: () => number): number {
  return attempt === 0 ? 0 : backoff * 2 ** (attempt - 1) * (0.5 + 0.5 * random());
}

/**
 * Tries until something is `final`, or all attempts are used up: then the last outcome.
 *
 * @param sleep waits for so many milliseconds, and may throw to give up
 */
export async function retried<T>(
  rules: RetryRules,
  attempt: () => Promise<T>,
  final: (outcome: T) => boolean,
  { random, sleep }: { readonly random: () => number; readonly sleep: (ms: number) => Promise<unknown> },
): Promise<T> {
  for (let n = 1; ; n++) {
    const outcome = await attempt();
    if (final(outcome) || n >= rules.attempts) return outcome;
    await sleep(pause(rules, n, random));
  }
}
