import { setTimeout as delay } from "node:timers/promises";
import type { Reply, SearchClient } from "../search/client.ts";
import type { Hit } from "../search/vectors.ts";
import { type BreakerRules, breaker } from "./breaker.ts";
import type { Cache } from "./cache.ts";
import { type RetryRules, retried } from "./retry.ts";

/** Why a search failed: the outcome of the last attempt, or that none was made. */
export type SearchError = Extract<Reply, { lacking: string }>["lacking"] | "breaker_open";
export type Searched =
  | { readonly hits: readonly Hit[]; readonly cached: boolean }
  | { readonly error: SearchError };

export interface SearchRules extends RetryRules, BreakerRules {
  /** Milliseconds for one attempt. */
  readonly deadline: number;
}

/** A search takes at most 3 × 1.2 s and 0.3 s of pauses. */
export const RULES: SearchRules = { attempts: 3, backoff: 100, deadline: 1_200, silences: 5, open: 0.5 };

/** Dependencies of a search. */
export interface SearchParts {
  /** Created at the first search that the cache cannot answer. */
  readonly client: () => Promise<Pick<SearchClient, "nearest">>;
  readonly cache: Cache;
  /** A monotonic clock in seconds. */
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * A search behind a cache, which keeps only successful results. Attempts without a response, and those refused because
 * the index is missing, are retried. While the breaker is open, no attempt is made.
 */
export function searching(parts: SearchParts, rules: SearchRules = RULES) {
  const admit = breaker(rules, parts.now);
  const { cache, client, random } = parts;
  /** @throws the signal's reason once it is aborted: the client is gone */
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
