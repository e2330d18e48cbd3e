import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Counter, Rate, Trend } from "k6/metrics";
import { sides } from "../steelyard.ts";
import { scaled, text, whole } from "./env.ts";

const K = whole("K", 10);
/** Queries that are asked again and again, in turn; fewer in a shorter run, so that each is new as seldom. */
const HOT = scaled(whole("HOT", 50));
/** Of a hundred queries so many are new ones, which no cache can know. */
const FRESH = whole("FRESH", 15);
/** Milliseconds after which the client gives up. */
const TIMEOUT = whole("TIMEOUT", 3500);
const BYPASS = text("BENCH_BYPASS", "");
/** No two runs ask the same new queries, nor do warm-up and measured part: the cache is older than either. */
const RUN = Date.now().toString(36);

const params = {
  headers: { "content-type": "application/json", ...(BYPASS && { "x-bench-bypass": BYPASS }) },
  tags: { name: "search" },
  timeout: TIMEOUT,
};

const cached = new Rate("search_cache_hit");
const hits = new Counter("search_cache_hits");
const misses = new Counter("search_cache_misses");
const hitTime = new Trend("search_hit_duration", true);
const missTime = new Trend("search_miss_duration", true);

/** One `POST /v1/search`: of each side where two are compared, for the same text. */
export function search(): void {
  const n = exec.scenario.iterationInTest;
  // 37 and 100 have no common factor: new queries lie between the others instead of in a row.
  const fresh = (n * 37) % 100 < FRESH;
  const query = fresh ? `new ${RUN} ${exec.scenario.name} ${exec.vu.idInTest} ${n}` : `popular ${n % HOT}`;
  const body = JSON.stringify({ query, k: K });
  for (const side of sides()) {
    const answer = http.post(`${side.target()}/v1/search`, body, side.params(params));
    if (answer.status !== 200) continue; // k6 counts it as failed
    check(answer, { "as many hits as wanted": () => answer.json("hits.#") === K });
    const hit = answer.headers["X-Cache"] === "hit";
    cached.add(hit);
    (hit ? hits : misses).add(1);
    (hit ? hitTime : missTime).add(answer.timings.duration);
  }
}
