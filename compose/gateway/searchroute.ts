import type { FastifyInstance, FastifyReply } from "fastify";
import type { SearchClient } from "../search/client.ts";
import type { Cache } from "./cache.ts";
import { counter, histogram } from "./metrics.ts";
import { type SearchBody, searchBody } from "./schemas.ts";
import { type SearchError, searching } from "./search.ts";
import type { Settings } from "./settings.ts";

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const ANSWERS: Readonly<Record<SearchError, readonly [status: number, message: string]>> = {
  not_loaded: [503, "the search has no index"],
  breaker_open: [503, "the search does not answer, and is left alone for a moment"],
  unavailable: [503, "the search cannot be reached"],
  timeout: [504, "the search did not answer in time"],
  internal: [502, "the search failed"],
};

/**
 * `POST /v1/search`: the k documents nearest to a text, from the search service by gRPC, behind a cache. The header
 * `x-cache` is `hit` or `miss`. Without a search service the route does not exist.
 *
 * @returns the lines of `/metrics` about searches; none before the first one
 */
export function searches(
  app: FastifyInstance,
  { search: address }: Settings,
  cache: Cache,
  now: () => number,
): () => string[] {
  if (address === null) return () => [];
  const told = figures();
  let connection: Promise<SearchClient> | undefined;
  const client = () => {
    // Loaded at the first search: a gateway without searches does not pay for it.
    connection ??= import("../search/client.ts").then(({ searchClient }) => searchClient(address));
    return connection;
  };
  app.addHook("onClose", async () => (await connection)?.close());
  const find = searching({ client, cache, now, random: Math.random });
  app.post<{ Body: SearchBody }>("/v1/search", { schema: { body: searchBody } }, async (request, reply) => {
    const began = now();
    const gone = abandoned(reply);
    try {
      const found = await find(request.body.query, request.body.k, gone);
      told.ended("error" in found ? found.error : "none", now() - began);
      if ("error" in found) {
        const [code, message] = ANSWERS[found.error];
        return reply.code(code).send({ statusCode: code, error_type: found.error, message });
      }
      const result = found.cached ? "hit" : "miss";
      told.looked(result);
      return reply.header("x-cache", result).send({ hits: found.hits });
    } catch (error) {
      if (!gone.aborted) throw error;
      told.abandoned();
      return reply.hijack(); // nobody is there to be answered
    }
  });
  return told.lines;
}

/** Aborts when the client disconnects before the response. */
function abandoned({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** The metrics of searches. Requests that the client cancelled are counted separately, without a duration. */
function figures() {
  const times = histogram("search_duration_seconds", "Time of a search that was answered.", BOUNDS);
  const cache = counter("search_cache_total", "Searches that brought something, by where it was found.");
  let gone = 0;
  let any = false;
  return {
    ended(type: SearchError | "none", seconds: number): void {
      any = true;
      times.observe(`error_type="${type}"`, seconds);
    },
    looked: (result: "hit" | "miss") => cache.add(`result="${result}"`),
    abandoned(): void {
      any = true;
      gone += 1;
    },
    lines: () => (any ? [...times.lines(), ...cache.lines(), ...abandonedLines(gone)] : []),
  };
}

const abandonedLines = (count: number) => [
  "# HELP search_abandoned_total Searches that the client did not wait for.",
  "# TYPE search_abandoned_total counter",
  `search_abandoned_total ${count}`,
];
