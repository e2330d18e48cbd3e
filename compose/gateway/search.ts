import { setTimeout as delay } from "node:timers/promises";
import type { Reply, SearchClient } from "../search/client.ts";
import type { Hit } from "../search/vectors.ts";
import { type BreakerRules, breaker } from "./breaker.ts";
import type { Cache } from "./cache.ts";
import { type RetryRules, retried } from "./retry.ts";

/** Why a search brought nothing: what the last attempt met, or that none was made. */
export type SearchError = Extract<Reply, { lacking: string }>["lacking"] | "breaker_open";
export type Searched =
  | { readonly hits: readonly Hit[]; readonly cached: boolean }
  | { readonly error: SearchError };

export interface SearchRules extends RetryRules, BreakerRules {
  /** Milliseconds for one attempt. */
  readonly deadline: number;
}

/** Nobody waits for more than 3 × 1.2 s and the 0.3 s of pauses between them. */
export const RULES: SearchRules = { attempts: 3, backoff: 100, deadline: 1_200, silences: 5, open: 0.5 };

/** What a search needs of its surroundings. */
export interface SearchParts {
  /** Made at the first search that the cache cannot answer. */
  readonly client: () => Promise<Pick<SearchClient, "nearest">>;
  readonly cache: Cache;
  /** A clock in seconds that does not go back. */
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * A search behind a cache: only what was found is kept. Attempts that nobody answered, and those of a service that has
 * no index yet, are repeated; while the breaker is open none is made.
 */
export function searching(parts: SearchParts, rules: SearchRules = RULES) {
  const admit = breaker(rules, parts.now);
  const { cache, client, random } = parts;
  /** @throws the signal's reason once that is aborted: nobody waits for the answer any more */
  return async (text: string, k: number, signal: AbortSignal): Promise<Searched> => {
    const key = `search:${k}:${text}`;
    const kept = await cache.get(key);
    if (kept !== null) return { hits: JSON.parse(kept) as Hit[], cached: true };
    const { nearest } = await client();
    const attempt = async (): Promise<Reply | { readonly lacking: "breaker_open" }> => {
      const ended = admit();
      if (ended === null) return { lacking: "breaker_open" };
      try {
        const reply = await nearest({ text, k }, rules.deadline, signal);
        ended("lacking" in reply && SILENT.has(reply.lacking) ? "silent" : "answered");
        return reply;
      } catch (error) {
        ended("abandoned");
        throw error;
      }
    };
    const final = (reply: Awaited<ReturnType<typeof attempt>>) =>
      !("lacking" in reply) || !AGAIN.has(reply.lacking);
    const sleep = (ms: number) => delay(ms, undefined, { signal });
    const reply = await retried(rules, attempt, final, { random, sleep });
    if ("lacking" in reply) return { error: reply.lacking };
    await cache.set(key, JSON.stringify(reply.hits));
    return { hits: reply.hits, cached: false };
  };
}

const SILENT: ReadonlySet<SearchError> = new Set(["timeout", "unavailable"]);
const AGAIN: ReadonlySet<SearchError> = new Set(["timeout", "unavailable", "not_loaded"]);
