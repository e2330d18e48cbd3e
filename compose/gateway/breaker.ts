/** How an attempt ended: with a response, without one, or cancelled by the caller. */
export type Ending = "answered" | "silent" | "abandoned";

/** Admits an attempt and returns the function to report its end to; null where it is refused. */
export type Breaker = () => ((ending: Ending) => void) | null;

export interface BreakerRules {
  /** Consecutive attempts without a response after which it opens. */
  readonly silences: number;
  /** Seconds for which it stays open before it admits one trial attempt. */
  readonly open: number;
}

/**
 * A circuit breaker: a service that does not respond gets no requests for a moment. A refusal is a response, because the
 * service is reachable. So only missing responses open the breaker, and any response closes it.
 *
 * @param now a monotonic clock in seconds
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
        // An attempt admitted before it opened proves nothing new.
        if (probe || (since === null && silent >= silences)) since = now();
      }
    };
  };
}
