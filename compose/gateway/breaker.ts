/** How an attempt ended: answered at all, in silence, or given up by whoever asked. */
export type Ending = "answered" | "silent" | "abandoned";

/** Lets an attempt through and is told how it ended; null where it is refused. */
export type Breaker = () => ((ending: Ending) => void) | null;

export interface BreakerRules {
  /** Attempts in succession that ended in silence, after which it opens. */
  readonly silences: number;
  /** Seconds for which it stays open before it lets one attempt through to see. */
  readonly open: number;
}

/**
 * A circuit breaker: what has not answered for a while is left alone for a moment. A refusal is an answer, since who
 * refuses is there; so only silence opens it, and any answer closes it.
 *
 * @param now a clock in seconds that does not go back
 */
export function breaker({ silences, open }: BreakerRules, now: () => number): Breaker {
  let silent = 0;
  let since: number | null = null;
  let probing = false;
  return () => {
    const probe = since !== null;
    if (since !== null && (probing || now() - since < open)) return null;
    probing = probe;
    return (ending) => {
      if (probe) probing = false;
      if (ending === "answered") {
        silent = 0;
        since = null;
      } else if (ending === "silent") {
        silent += 1;
        // One that was let through before it opened proves nothing new.
        if (probe || (since === null && silent >= silences)) since = now();
      }
    };
  };
}
