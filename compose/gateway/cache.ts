/** A cache of texts by key, with a time limit. */
export interface Cache {
  get(key: string): Promise<string | null>;
  set(key: string, text: string): Promise<void>;
}

/** Seconds for which an entry is kept. */
export const KEPT = 300;
/** Most entries of a cache in this process's memory. */
const MOST = 10_000;

/**
 * A cache in this process's memory that evicts the least recently used entry.
 *
 * @param now a clock in seconds
 */
export function cached(now: () => number, most = MOST): Cache {
  const entries = new Map<string, { readonly text: string; readonly until: number }>();
  return {
    async get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      entries.delete(key);
      if (now() >= entry.until) return null;
      entries.set(key, entry); // last in line again
      return entry.text;
    },
    async set(key, text) {
      entries.delete(key);
      entries.set(key, { text, until: now() + KEPT });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}
