/**
 * A reproducible stream of uniform numbers in [0, 1): the same seed gives the same stream on every platform.
 *
 * Mulberry32 (Ettinger 2017): 32 bits of state. Good enough for orders and seeds of scripts, not for secrets.
 */
export function stream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in a random order (Fisher–Yates). Does not change the input. */
export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** A 31-bit seed from a uniform number. */
export const seedOf = (uniform: number): number => Math.floor(uniform * 2 ** 31);
