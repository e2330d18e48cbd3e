import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { select } from "../model/metric.ts";
import { type GoodTrial, Run } from "../model/run.ts";
import { noEngine, useEngine } from "../testing/engine.ts";
import { type Finished, Project } from "../testing/project.ts";

useEngine();

// A service that is slow on its first requests after a start and says so, and later once without a word. Its starts are
// measured, and slow requests have a cause.

/** Milliseconds that its first requests wait, and one later on. */
const [LOADING, HICCUP] = [1200, 900];
/** Milliseconds that each answer takes: three times as much is slow, so that none is where the machine stands still for 0.5 s. */
const ANSWER = 250;
const SERVER = `
import { createServer } from "node:http";
let seen = 0;
let loading;
const load = () => new Promise((done) => setTimeout(() => {
  console.log("search model loaded after " + ${LOADING} + " ms");
  done();
}, ${LOADING}));
const server = createServer(async (request, response) => {
  if (request.url === "/health") return void response.end();
  const n = ++seen;
  await (loading ??= load());
  await new Promise((done) => setTimeout(done, ${ANSWER} + (n === Number(process.env.HICCUP) ? ${HICCUP} : 0)));
  console.log(new Date().toISOString() + " GET " + request.url + " " + n);
  response.end("{}");
});
server.listen(Number(process.env.PORT ?? 8080), process.env.PORT ? "127.0.0.1" : "0.0.0.0");
process.on("SIGTERM", () => process.exit(0));
`;
const SCRIPT = `
import { sleep } from "k6";
import { get } from "k6/http";
export const options = { vus: 3, duration: "1s" };
export default function () {
  get(__ENV.STEELYARD_TARGET_API + "/items", { tags: { name: "items" } });
  sleep(0.02);
}
`;
const CONFIG = `
version: 1
stack:
  process:
    services:
      shop: { run: [node, server.mjs], ports: { 8080: PORT }, ready: { http: /health, within: 10s } }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  cold:
    k6: load.ts
    measure: { cold: true, duration: 6s, trials: 2 }
    budgets: { cold_ready: "< 60s", cold_first_request: "> 1s" }
  warm:
    k6: load.ts
    warmup: 2s
    measure: { duration: 5s, trials: 1 }
    # of three users who wait for 0.27 s: the 60th is after the warm-up and before the end on any machine
    variants: { hiccup: { stack_env: { HICCUP: "60" } } }
policy: { starts: 1 }
records:
  starts:
    title: Starts
    tables:
      Cold:
        workloads: [cold]
        columns: { Ready: "{ready}", First: "{cold_first_request}", p50: "{cold_opening.p50}, then {cold_steady.p50}" }
`;

let project: Project;
let checked: Finished;
let run: Run;
/** What was judged, without its line breaks. */
let said: string;
beforeAll(async () => {
  project = new Project({ "server.mjs": SERVER, "load.ts": SCRIPT, ".github/steelyard.yml": CONFIG });
  checked = await project.run(["check", "--no-base"]);
  expect(checked.code, checked.err).toBe(3); // so few trials are too few for a verdict
  said = checked.out.replace(/\s+/g, " ");
  run = Run.parse(project.json(".steelyard/run.json"));
}, 120_000);
afterAll(() => project?.[Symbol.dispose]());

const trialsOf = (name: string) =>
  run.trials.flatMap((trial): GoodTrial[] => {
    if (trial.workload !== name) return [];
    if (trial.outcome !== "ok") throw new Error(trial.failure.message);
    return [trial];
  });

describe("a cold start", () => {
  test("is one of its own for each trial, with time to ready, first request, opening and steady state", () => {
    const trials = trialsOf("cold");
    expect(new Set(trials.map(({ start }) => start)).size).toBe(2);
    for (const { observed, start } of trials) {
      const figure = (text: string) => select(observed.metrics, text) ?? Number.NaN;
      const [facts] = run.starts?.filter((one) => one.start === start) ?? [];
      expect(figure("cold_ready")).toBe(facts?.ready.shop);
      expect(figure("cold_first_request")).toBeGreaterThanOrEqual(LOADING / 1000);
      // each of the three users waits once, all at the beginning; nobody after it does
      expect(figure("cold_opening.max")).toBeGreaterThanOrEqual(LOADING / 1000);
      expect(figure("cold_steady.p95")).toBeLessThan(LOADING / 1000);
      expect(figure("cold_opening.count") + figure("cold_steady.count")).toBe(observed.requests);
      expect(figure("cold_steady.count")).toBeGreaterThan(figure("cold_opening.count")); // 4 s, and the rest of 2 s
    }
  });

  test("is what its slow requests are put down to, with what the service wrote", () => {
    for (const { slow } of trialsOf("cold")) {
      expect(slow?.requests.map(({ status, name, first }) => [status, name, first])).toEqual(
        Array(3).fill([200, "items", true]),
      );
      const wrote = slow?.happened?.filter(({ kind }) => kind === "log").map(({ text }) => text);
      expect(wrote).toEqual([`search model loaded after ${LOADING} ms`]); // and none of the lines of every request
    }
    expect(said).toMatch(
      /cold: 3 requests of 1\.\d+ s(?: to 1\.\d+ s)? began [\d.]+ m?s after shop was ready: the first after its start; shop wrote search model loaded after 1200 ms/,
    );
    const comparison = Comparison.parse(project.json(".steelyard/comparison.json"));
    const budgets = comparison.rows.filter(({ kind }) => kind === "budget");
    expect(budgets.map(({ metric, limit }) => [metric, limit?.outcome === "fail"])).toEqual([
      ["cold_ready", false],
      ["cold_first_request", false],
    ]);
  });

  test("is a row of a record", async () => {
    const record = await project.run(["record"]);
    expect(record.out).toMatch(
      /\| Ready \| First \| p50 \|\n\|.*\n\| [\d.]+ m?s \| 1\.\d+ s \| [\d.]+ .?s, then/,
    );
    expect(record.out).toContain("### Slow requests");
  });
});

test("a slow request around which nothing happened is unexplained", () => {
  const [trial] = trialsOf("warm");
  expect(trial?.slow?.requests.map(({ first }) => first)).toEqual([false]); // those of the start are warmed away
  expect(trial?.slow?.requests[0]?.seconds).toBeGreaterThanOrEqual(HICCUP / 1000);
  expect(trial?.slow?.happened).toEqual([]);
  expect(said).toMatch(/warm\/hiccup: 1 request of [\d.]+ m?s is unexplained/);
});

const COMPOSE = `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro"]
    command: ["node", "/app/server.mjs"]
  near: { image: redis:7 }
`;
const COMPOSED = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 60s, ready: { shop: { http: /health } } }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  cold: { k6: load.ts, measure: { cold: true, duration: 6s, trials: 1 } }
`;

describe.skipIf(noEngine !== null)("on Compose", () => {
  test("the engine tells when a container was ready, and what it wrote then", async () => {
    using composed = new Project({
      "server.mjs": SERVER,
      "load.ts": SCRIPT,
      "compose.yaml": COMPOSE,
      ".github/steelyard.yml": COMPOSED,
    });
    const measured = await composed.run(["measure", "--no-base"]);
    expect(measured.code, measured.err).toBe(0);
    const { trials, starts } = Run.parse(composed.json(".steelyard/run.json"));
    const [trial] = trials;
    if (trial?.outcome !== "ok") throw new Error(trial?.failure.message);
    const { shop } = starts?.[0]?.ready ?? {};
    expect(shop).toBeGreaterThan(0);
    expect(select(trial.observed.metrics, "cold_ready")).toBe(shop); // the other service is not waited for
    expect(trial.slow?.requests.map(({ first }) => first)).toEqual([true, true, true]);
    const happened = trial.slow?.happened?.map(({ service, kind, text }) => [service, kind, text]);
    expect(happened).toContainEqual(["shop", "ready", ""]);
    expect(happened).toContainEqual(["shop", "log", `search model loaded after ${LOADING} ms`]);
    expect(happened).not.toContainEqual(["shop", "log", expect.stringContaining("GET /items")]);
  }, 90_000);
});
