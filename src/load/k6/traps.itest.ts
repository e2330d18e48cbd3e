import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test as alone, expect } from "vitest";
import { Interrupted, SteelyardError } from "../../base/errors.ts";
import { K6Bench } from "../../testing/k6.ts";
import { openServer } from "../../testing/server.ts";

/** These tests wait more than they compute, each with servers and a k6 of its own: they run side by side. */
const test = alone.concurrent;

const LOOP = `export const options = { vus: 1, duration: "1s" };\n`;
const HTTP = `import http from "k6/http"; import { check, sleep } from "k6"; import exec from "k6/execution";\n`;
const GET = `http.get(__ENV.STEELYARD_TARGET_API); sleep(0.02);`;
/** Nothing listens there: the port was ours a moment ago. */
const DEAD = "http://127.0.0.1:1";

test.each([
  ["http", `${HTTP}${LOOP} export default function () { ${GET} }`],
  [
    "http, breaking over it",
    `${HTTP}${LOOP} export default function () { http.get(__ENV.STEELYARD_TARGET_API).json(); sleep(0.02); }`,
  ],
  [
    "http in setup()",
    `${HTTP}${LOOP} export function setup() { return http.get(__ENV.STEELYARD_TARGET_API).json(); } export default function () {}`,
  ],
  [
    "ws",
    `import ws from "k6/ws"; import { sleep } from "k6"; ${LOOP} export default function () { ws.connect(__ENV.STEELYARD_TARGET_API.replace("http", "ws"), {}, () => {}); sleep(0.02); }`,
  ],
  [
    "websockets",
    `import { WebSocket } from "k6/websockets"; import { sleep } from "k6"; ${LOOP} export default function () { new WebSocket(__ENV.STEELYARD_TARGET_API.replace("http", "ws")); sleep(0.02); }`,
  ],
  [
    "grpc",
    `import grpc from "k6/net/grpc"; import { sleep } from "k6"; ${LOOP} const client = new grpc.Client(); export default function () { sleep(0.02); client.connect(__ENV.STEELYARD_TARGET_API.replace("http://", ""), { plaintext: true, timeout: "1s" }); }`,
  ],
])("a dead target is no superb one: %s", async (_, script) => {
  await using bench = await K6Bench.open();
  const failure = await bench.failure(script, { targets: { api: DEAD }, slot: { warmup: 0.5 } });
  expect(failure.code).toBe("dead-target");
  expect(failure.message).toMatch(/connection refused|no answer/); // k6 keeps the reason of a WebSocket's to itself
});

test("a target that refuses some requests: counted, by what became of them", async () => {
  let n = 0;
  await using bench = await K6Bench.open((request, response) => {
    n++;
    if (n % 3 === 0) request.socket.destroy();
    else response.writeHead(n % 3 === 1 ? 200 : 418).end();
  });
  const { statuses, unanswered, requests, errors } = await bench.observed(
    `${HTTP} export const options = { scenarios: { a: { executor: "shared-iterations", vus: 1, iterations: 30 } }, noConnectionReuse: true };
     export default function () { http.post(__ENV.STEELYARD_TARGET_API, "x"); }`,
  );
  expect(requests).toBe(30);
  expect(statuses[200]! + statuses.other! + unanswered.refused + unanswered.other).toBe(30);
  expect(statuses.other).toBeGreaterThan(5); // 418 is not on the list
  expect(unanswered.refused + unanswered.other).toBeGreaterThan(5);
  expect(errors).toBe(30 - statuses[200]!);
});

test("time-outs of the client are counted as such", async () => {
  let n = 0;
  await using bench = await K6Bench.open((_, response) => {
    if (n++ % 2 === 0) response.end();
  });
  const { statuses, unanswered, errors } = await bench.observed(
    `${HTTP} export const options = { scenarios: { a: { executor: "shared-iterations", vus: 1, iterations: 4 } } };
     export default function () { http.get(__ENV.STEELYARD_TARGET_API, { timeout: "1s" }); }`,
  );
  expect({ statuses, unanswered, errors }).toEqual({
    statuses: { 200: 2 },
    unanswered: { timeouts: 2, refused: 0, other: 0 },
    errors: 2,
  });
});

test("answers that are all failures are data, not a dead target", async () => {
  await using bench = await K6Bench.open((_, response) => response.writeHead(503).end());
  const observed = await bench.observed(`${HTTP}${LOOP} export default function () { ${GET} }`);
  expect(observed.statuses).toEqual({ 503: observed.requests });
  expect(observed.errors).toBe(observed.requests);
});

test("a tag that never occurs is absent, not zero", async () => {
  await using bench = await K6Bench.open();
  const { metrics, thresholds } = await bench.observed(
    `${HTTP} export const options = { vus: 1, duration: "1s", thresholds: { "http_req_duration{ep:no}": ["p(95)<1"], "http_reqs{ep:no}": [] } };
     export default function () { ${GET} }`,
  );
  expect(Object.keys(metrics).filter((name) => name.includes("ep:no"))).toEqual([]);
  expect(thresholds).toEqual([]); // a limit on nothing is not held
});

test.each([
  [
    "script-error",
    "an exception in every iteration exits with 0",
    `export default function () { const o = undefined; o.x; }`,
    /every iteration.*'x' of undefined.*script\.ts:2/s,
  ],
  [
    "script-error",
    "setup() throws",
    `export function setup() { throw new Error("boo"); } export default function () {}`,
    /boo/,
  ],
  [
    "script-error",
    "teardown() throws",
    `export function teardown() { throw new Error("boo"); } export default function () {}`,
    /boo/,
  ],
  [
    "script-error",
    "the script aborts",
    `export default function () { exec.test.abort("enough"); }`,
    /enough/,
  ],
  [
    "script-error",
    "the script fails the test",
    `export default function () { exec.test.fail("bad data"); sleep(0.1); }`,
    /bad data/,
  ],
  ["no-requests", "no iteration ends", `export default function () { sleep(60); }`, /no iteration/],
  [
    "no-requests",
    "requests in the warm-up only",
    `export default function () { if (__ENV.STEELYARD_PHASE !== "measured") ${GET} sleep(0.05); }`,
    /no request/,
  ],
])("%s: %s", async (code, _, body, message) => {
  await using bench = await K6Bench.open();
  const script = `${HTTP.trim()} export const options = { scenarios: { default: { executor: "constant-vus", vus: 1, duration: "1s", gracefulStop: "1s" } } };\n${body}`;
  const failure = await bench.failure(script, { slot: { warmup: 0.5 } });
  expect(failure.code).toBe(code);
  expect(failure.message).toMatch(message);
});

test("setup() that takes too long", async () => {
  await using bench = await K6Bench.open();
  const failure = await bench.failure(
    `${HTTP} export const options = { setupTimeout: "300ms" };
     export function setup() { sleep(9); } export default function () {}`,
  );
  expect(failure).toMatchObject({ code: "setup-timeout", message: expect.stringMatching(/longer/) });
});

test("what we count by is there, whatever system tags the script asks for", async () => {
  await using bench = await K6Bench.open();
  const { statuses, checks, requests } = await bench.observed(
    `${HTTP} export const options = { scenarios: { a: { executor: "shared-iterations", vus: 1, iterations: 3 } }, systemTags: ["proto"] };
     export default function () { check(http.get(__ENV.STEELYARD_TARGET_API), { ok: () => true }); }`,
    { slot: { warmup: 0.5 } },
  );
  expect({ statuses, checks, requests }).toEqual({
    statuses: { 200: 3 },
    requests: 3,
    checks: [{ name: "ok", passes: 3, fails: 0 }],
  });
});

test("a single request is a trial, however fast", async () => {
  await using bench = await K6Bench.open();
  const { requests, seconds } = await bench.observed(
    `${HTTP} export const options = { iterations: 1 }; export default function () { http.get(__ENV.STEELYARD_TARGET_API); }`,
  );
  expect(requests).toBe(1);
  expect(seconds).toBeGreaterThan(0);
});

test("some exceptions are data: their share is a metric", async () => {
  await using bench = await K6Bench.open();
  const { metrics } = await bench.observed(
    `${HTTP} export const options = { scenarios: { a: { executor: "shared-iterations", vus: 1, iterations: 8 } } };
     export default function () { ${GET} if (exec.scenario.iterationInTest % 4 === 0) throw new Error("now and then"); }`,
    { slot: { warmup: 0.5 } },
  );
  expect(metrics.exceptions).toEqual({ kind: "share", hits: 2, total: 8 });
});

test("a script without requests is judged by its iterations", async () => {
  await using bench = await K6Bench.open();
  const observed = await bench.observed(`${HTTP}${LOOP} export default function () { sleep(0.1); }`);
  expect(observed.requests).toBe(0);
  expect(observed.metrics.iterations).toMatchObject({ kind: "counter" });
  expect(observed.metrics).not.toHaveProperty("http_reqs");
});

test("a hang is killed", async () => {
  await using bench = await K6Bench.open();
  const failure = await bench.failure(`${HTTP}${LOOP} export default function () { for (;;); }`, {
    workload: { timeout: "2s" },
  });
  expect(failure).toMatchObject({ code: "timeout", message: expect.stringContaining("2 s") });
});

// Alone, since it looks for its k6 among all that this process started.
alone("k6 ended by a signal from outside: its partial summary is no result", async () => {
  await using bench = await K6Bench.open();
  const request = bench.request(`${HTTP}${LOOP} export default function () { ${GET} }`, {
    slot: { duration: 20 },
  });
  const { signal } = new AbortController();
  await bench.generator.facts("w", request.workload, signal);
  const result = await bench.generator.load(request, () => process.kill(ownK6(), "SIGTERM"), signal);
  expect(result).toMatchObject({ ok: false, failure: { code: "interrupted" } });
});

/** The k6 that this process started and that runs now. */
function ownK6(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("trial.js"))!;
}

test("an interruption ends k6 and is thrown", async () => {
  await using bench = await K6Bench.open();
  const request = bench.request(`${HTTP}${LOOP} export default function () { ${GET} }`, {
    slot: { duration: 60 },
  });
  const controller = new AbortController();
  await bench.generator.facts("w", request.workload, controller.signal);
  const loading = bench.generator.load(
    request,
    () => controller.abort(new Interrupted("SIGINT")),
    controller.signal,
  );
  await expect(loading).rejects.toMatchObject({ by: "SIGINT" });
});

test.each([
  ["a missing script", null, /does not exist/, /nowhere\.ts/],
  [
    "a syntax error",
    "export default function () {\n  syntax error here\n}",
    /cannot run/,
    /script\.ts:2:\d+/,
  ],
  ["an init error", `\nthrow new Error("init");`, /cannot run/, /script\.ts:2:\d+/],
  [
    "a missing import",
    `import x from "./nope.js"; export default function () {}`,
    /cannot run/,
    /script\.ts/,
  ],
  [
    "a missing extension",
    `import x from "k6/x/nope"; export default function () {}`,
    /cannot run/,
    /script\.ts/,
  ],
  [
    "an unknown executor",
    `export const options = { scenarios: { a: { executor: "nope" } } }; export default function () {}`,
    /cannot run/,
    /script\.ts/,
  ],
  [
    "steered from outside",
    `export const options = { scenarios: { a: { executor: "externally-controlled", vus: 1, duration: "1s" } } }; export default function () {}`,
    /cannot be measured/,
    /script\.ts/,
  ],
  [
    "an unknown metric in a threshold",
    `export const options = { thresholds: { no_such: ["count>1"] } }; export default function () {}`,
    /cannot run/,
    /script\.ts/,
  ],
  [
    "a missing function",
    `export const options = { scenarios: { a: { executor: "constant-vus", vus: 1, duration: "1s", exec: "nope" } } }; export function other() {}`,
    /cannot run/,
    /script\.ts/,
  ],
  [
    "two loads at once",
    `export const options = { iterations: 3, stages: [{ duration: "1s", target: 1 }] }; export default function () {}`,
    /cannot run/,
    /script\.ts/,
  ],
])("facts refuse %s", async (_, script, what, where) => {
  await using bench = await K6Bench.open();
  const workload = {
    ...bench.request(script ?? "").workload,
    ...(script === null ? { k6: "nowhere.ts" } : {}),
  };
  const error = await bench.generator.facts("w", workload, new AbortController().signal).catch((e) => e);
  expect(error).toBeInstanceOf(SteelyardError);
  expect(error.fault).toBe("user");
  expect(error.message).toMatch(what);
  expect(error.where).toMatch(where);
  expect(error.remedy).toBeTruthy();
});

test("facts refuse an import of a directory", async () => {
  await using bench = await K6Bench.open();
  mkdirSync(join(bench.cwd, "folder"));
  const { workload } = bench.request(`import x from "./folder"; export default function () { x(); }`);
  const facts = bench.generator.facts("w", workload, new AbortController().signal);
  await expect(facts).rejects.toMatchObject({
    fault: "user",
    message: "k6 cannot run this script.",
    cause: expect.stringContaining("folder: is a directory"),
  });
});

test("facts refuse a directory", async () => {
  await using bench = await K6Bench.open();
  const { workload } = bench.request("");
  const facts = bench.generator.facts("w", { ...workload, k6: "." }, new AbortController().signal);
  await expect(facts).rejects.toMatchObject({
    fault: "user",
    message: expect.stringContaining("is not a file"),
    where: bench.cwd,
    remedy: expect.stringContaining("k6:"),
  });
});

test("a script that is readable, but not under these targets, is a failed trial", async () => {
  await using bench = await K6Bench.open();
  const failure = await bench.failure(
    `${HTTP} if (!__ENV.STEELYARD_TARGET_API.startsWith("http://127.0.0.1:9")) throw new Error("not here");
     export default function () {}`,
    { targets: { api: "https://example.test" } },
  );
  expect(failure).toMatchObject({ code: "script-error", message: expect.stringContaining("not here") });
});

test("a target that was dead at first is explored again once it lives", async () => {
  await using bench = await K6Bench.open();
  const request = bench.request(
    `${HTTP}${LOOP} export default function () { for (const n of ["/a", "/b"]) http.get(__ENV.STEELYARD_TARGET_API + n); sleep(0.05); }`,
  );
  await bench.load({ ...request, targets: { api: DEAD } });
  const dead = await bench.load({ ...request, targets: { api: DEAD } });
  expect(bench.said.filter((line) => line.includes("nothing is split"))).toHaveLength(1); // not at every trial
  expect(dead).toMatchObject({ ok: false, failure: { code: "dead-target" } });
  const live = await bench.load(request);
  if (!live.ok) throw new Error(live.failure.message);
  expect(Object.keys(live.observed.metrics)).toContain("http_req_duration{name:/a}");
});

test("a deployed system may have more names than its targets", async () => {
  await using other = await openServer();
  await using bench = await K6Bench.open(undefined, undefined, { deployed: true });
  await bench.observed(
    `${HTTP}${LOOP} export default function () { http.get("${other.url}/x"); sleep(0.05); }`,
  );
});

test("a script that asks something else than its targets has no figures", async () => {
  await using other = await openServer();
  await using bench = await K6Bench.open();
  const failure = await bench.failure(
    `${HTTP}${LOOP} export default function () { http.get("${other.url}/x"); sleep(0.05); }`,
  );
  expect(failure).toEqual({
    code: "script-error",
    message:
      `the script asked none of its targets, but 127.0.0.1:${other.port}: name that service's port as an endpoint, ` +
      "or make the address a variable in `env:`",
  });
});

test("nor has one whose address nobody answers at, and the reason is its address, not the target", async () => {
  await using bench = await K6Bench.open();
  const failure = await bench.failure(
    `${HTTP}${LOOP} export default function () { http.get("${DEAD}/x"); sleep(0.05); }`,
  );
  expect(failure).toMatchObject({
    code: "script-error",
    message: expect.stringMatching(/^the script asked none of its targets, but 127\.0\.0\.1:\d+: name /),
  });
});

const TARGET = "__ENV.STEELYARD_TARGET_API";
test.each([
  [
    "first",
    (url: string) => `export default function () { http.get("${url}"); http.get(${TARGET}); sleep(0.05); }`,
  ],
  [
    "in setup(), and its targets in a batch",
    (url: string) =>
      `export function setup() { http.get("${url}"); } export default function () { http.batch([${TARGET}]); sleep(0.05); }`,
  ],
  [
    "and its targets by http.url",
    (url: string) =>
      `export default function () { http.get("${url}"); http.get(http.url\`\${${TARGET}}/\${1}\`); sleep(0.05); }`,
  ],
  [
    "and its targets by another protocol",
    (url: string) =>
      `import ws from "k6/ws"; export default function () { http.get("${url}"); ws.connect(${TARGET}.replace("http", "ws"), {}, () => {}); sleep(0.05); }`,
  ],
  [
    "by another address of this machine",
    (_: string, port: string) =>
      `export default function () { http.get("http://[::ffff:127.0.0.1]:${port}/"); sleep(0.05); }`,
  ],
  [
    "by a name of its own for its target",
    (_: string, port: string) =>
      `export const options = { vus: 1, duration: "1s", hosts: { "shop.test": "127.0.0.1" } };
       export default function () { http.get("http://shop.test:${port}/"); sleep(0.05); }`,
  ],
])("a script may ask something else %s", async (_, body) => {
  await using other = await openServer();
  await using bench = await K6Bench.open();
  const script = body(other.url, new URL(bench.url).port);
  await bench.observed(HTTP + (script.includes("options") ? "" : LOOP) + script);
});

test.each([
  ["get", `http.get(${TARGET}, { throw: true })`],
  ["asyncRequest", `await http.asyncRequest("GET", ${TARGET}, null, { throw: true })`],
  ["batch, by its address", `http.batch([${TARGET}, { url: ${TARGET}, params: { throw: true } }])`],
  [
    "batch, by its method",
    `http.batch({ a: ["GET", http.url\`\${${TARGET}}/\${1}\`, null, { throw: true }] })`,
  ],
])("a target whose answers throw has been asked: %s", async (_, call) => {
  await using other = await openServer();
  await using bench = await K6Bench.open((request) => void request.socket.destroy());
  await bench.observed(
    `${HTTP}${LOOP} export default async function () {
       http.get("${other.url}");
       let thrown = false;
       try { ${call}; } catch { thrown = true; }
       if (!thrown) throw new Error("nothing was thrown");
       sleep(0.05);
     }`,
  );
});

test("a target is known after any number of other origins", async () => {
  await using bench = await K6Bench.open();
  await bench.observed(
    `${HTTP}${LOOP} export default function () {
       for (let i = 1; i <= 30; i++) http.get("http://127.0.0.1:" + i);
       http.get(${TARGET});
       sleep(0.05);
     }`,
  );
});

test("facts refuse an environment that overrules the load", async () => {
  await using bench = await K6Bench.open();
  const { workload } = bench.request(`export default function () {}`, { workload: { env: { K6_VUS: "3" } } });
  await expect(bench.generator.facts("w", workload, new AbortController().signal)).rejects.toThrow("K6_VUS");
});
