import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { test as alone, expect } from "vitest";
import { value } from "../../model/metric.ts";
import { Observed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import { median } from "../../stats/samples.ts";
import { K6Bench } from "../../testing/k6.ts";
import { observedOf } from "../../testing/loadbench.ts";

/** These tests wait more than they compute, each with servers and a k6 of its own: they run side by side. */
const test = alone.concurrent;

const GET = `import http from "k6/http";
import { check } from "k6";
export const options = { vus: 2, duration: "30s" };
export default function () {
  const answer = http.get(__ENV.STEELYARD_TARGET_API + "/x");
  check(answer, { "is 200": (r) => r.status === 200 });
}
`;

test("a plain script: counts, statuses, checks and rates of the measured part only", async () => {
  let hits = 0;
  await using bench = await K6Bench.open((_, response) => {
    hits++;
    response.end("ok");
  });
  const observed = await bench.observed(GET, { slot: { warmup: 1, duration: 1 } });
  expect(Observed.parse(observed)).toEqual(observed);
  const { requests, metrics } = observed;
  // An iteration that begins in the second and ends after it belongs to it.
  expect(observed.seconds).toBeGreaterThanOrEqual(1);
  expect(observed.seconds).toBeLessThanOrEqual(1 + value(metrics.iteration_duration!, "max")!);
  // The warm-up is as long as the measured part: the total must not be taken for it, nor the warm-up alone. On a busy
  // machine either may get far fewer requests than the other.
  expect(requests / hits).toBeGreaterThan(0.05);
  expect(requests / hits).toBeLessThan(0.95);
  expect(observed.statuses).toEqual({ 200: requests });
  expect(observed.errors).toBe(0);
  expect(observed.checks).toEqual([{ name: "is 200", passes: requests, fails: 0 }]);
  expect(metrics.http_reqs).toEqual({
    kind: "counter",
    unit: "1",
    count: requests,
    seconds: observed.seconds,
  });
  expect(metrics.http_req_duration).toMatchObject({ kind: "trend", unit: "s", n: requests });
  expect(metrics.vus).toEqual({ kind: "gauge", unit: "1", value: 2 });
  expect(metrics.http_req_failed).toEqual({ kind: "share", hits: 0, total: requests });
  expect(metrics).not.toHaveProperty("ws_sessions");
  expect(bench.measuring).toBe(1);
  expect(observed.generator.cpu).toBeGreaterThan(0);
  expect(observed.generator.wall).toBeGreaterThan(2);
  expect(readdirSync(join(bench.cwd, "scratch"))).toEqual([]);
});

test("times are seconds: an answer after 50 ms took 0.05 s, and the closed loop's rate follows", async () => {
  const waits: number[] = [];
  await using bench = await K6Bench.open((_, response) => {
    const began = performance.now();
    setTimeout(() => {
      waits.push((performance.now() - began) / 1000);
      response.end();
    }, 50);
  });
  const { metrics } = await bench.observed(GET, { slot: { warmup: 0.5 } });
  const p50 = value(metrics.http_req_duration!, "p50")!;
  expect(p50).toBeGreaterThan(0.045);
  expect(p50 / median(waits)).toBeLessThan(4);
  // 2 VUs, one answer each 50 ms: at most 40 a second, and the warm-up's 20 are not among them
  expect(value(metrics.http_reqs!, "rate")).toBeLessThanOrEqual(42);
});

test("the measured part begins after the warm-up and after setup()", async () => {
  const begins: number[] = [];
  await using bench = await K6Bench.open((_, response) => response.end());
  const request = bench.request(
    `import http from "k6/http"; import { sleep } from "k6";
     export const options = { vus: 1, duration: "1s" };
     export function setup() { sleep(0.7); }
     export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(0.05); }`,
    { slot: { warmup: 0.5 } },
  );
  const { signal } = new AbortController();
  await bench.generator.facts("w", request.workload, signal);
  await bench.generator.load(request, () => {}, signal); // with the short run
  const began = performance.now();
  await bench.generator.load(request, () => void begins.push(performance.now() - began), signal);
  expect(begins).toHaveLength(1);
  expect(begins[0]).toBeGreaterThan(1_150); // 0.7 s of setup and 0.5 s of warm-up
});

test("the script stays as it is: imports, files, types, setup data, teardown and summary all work", async () => {
  const agents = new Set<string>();
  await using bench = await K6Bench.open((request, response) => {
    agents.add(String(request.headers["x-who"]));
    response.end();
  }, "steelyard-k6-"); // k6 itself does not open what import.meta.resolve gives where a path has spaces
  mkdirSync(join(bench.cwd, "lib"));
  bench.write("lib/data.json", `{ "who": "data" }`);
  bench.write("lib/near.json", `{ "who": "near" }`);
  bench.write(
    "lib/read.ts",
    `export interface Row { who: string }
     export const row: Row = JSON.parse(open("./data.json"));
     export const near: Row = JSON.parse(open(import.meta.resolve("./near.json")));`,
  );
  const observed = await bench.observed(
    `import http from "k6/http";
     import { SharedArray } from "k6/data";
     import type { Options } from "k6/options";
     import { type Row, row, near } from "./lib/read.ts";
     const rows = new SharedArray("rows", () => [JSON.parse(open("./lib/data.json"))]);
     export const options: Options = { scenarios: { only: { executor: "constant-vus", vus: 1, duration: "9s", exec: "go" } } };
     export function setup() { return { who: row.who + "+" + near.who + "+" + rows[0].who }; }
     export function go(data: Row) {
       http.get(__ENV.STEELYARD_TARGET_API, { headers: { "x-who": data.who } });
     }
     export function teardown(data: Row) { http.get(__ENV.STEELYARD_TARGET_API, { headers: { "x-who": "end " + data.who } }); }
     export function handleSummary(data) {
       const n = Object.keys(data.metrics).length;
       delete data.metrics;
       return { "mine.json": JSON.stringify({ n }), stdout: "mine" };
     }`,
  );
  expect(observed.requests).toBeGreaterThan(0);
  expect(agents).toEqual(new Set(["data+near+data", "end data+near+data"]));
  expect(JSON.parse(readFileSync(join(bench.cwd, "mine.json"), "utf8")).n).toBeGreaterThan(10);
});

test("a broken handleSummary costs the script's own summary, not the measurement", async () => {
  await using bench = await K6Bench.open();
  const observed = await bench.observed(`${GET} export function handleSummary() { throw new Error("no"); }`);
  expect(observed.requests).toBeGreaterThan(0);
});

test("what the script learns: target, headers, seed, phase, its own environment, and nothing of ours", async () => {
  const seen = new Set<string>();
  await using bench = await K6Bench.open((request, response) => {
    seen.add(String(request.headers["x-env"]));
    response.end();
  });
  process.env.STEELYARD_TEST_SECRET = "hush";
  const observed = await bench.observed(
    `import http from "k6/http"; import { sleep } from "k6";
     export const options = { scenarios: { a: { executor: "constant-vus", vus: 1, duration: "1s", env: { OWN: "o" } } } };
     export default function () {
       const { STEELYARD_SEED: seed, STEELYARD_PHASE: phase, K: k, OWN: own } = __ENV;
       const token = JSON.parse(__ENV.STEELYARD_HEADERS_MY_API).authorization;
       const all = [seed, phase, k, own, token, __ENV.STEELYARD_TEST_SECRET, "."].join(" ");
       http.get(__ENV.STEELYARD_TARGET_MY_API, { headers: { "x-env": all } });
       sleep(0.1);
     }`,
    {
      slot: { warmup: 0.5, seed: 42 },
      env: { K: "20" },
      targets: { "my-api": bench.url },
      headers: { "my-api": { authorization: "t0ken" } },
    },
  );
  delete process.env.STEELYARD_TEST_SECRET;
  expect(observed.errors).toBe(0);
  // the short run has the seed 0
  expect([...seen].sort()).toEqual([
    "0 discovery 20 o t0ken  .",
    "42 measured 20 o t0ken  .",
    "42 warmup 20 o t0ken  .",
  ]);
});

test("facts read the script and load nothing; the digest follows what the script opens", async () => {
  let hits = 0;
  await using bench = await K6Bench.open((_, response) => {
    hits++;
    response.end();
  });
  const { signal } = new AbortController();
  const script = `const name = "./da" + "ta.json"; const data = open(name);
    export const options = { scenarios: { a: { executor: "constant-arrival-rate", rate: 5, duration: "3s", preAllocatedVUs: 1 } } };
    export default function () {}`;
  const facts = async (data: string) => {
    bench.write("data.json", data);
    return bench.generator.facts("w", bench.request(script).workload, signal);
  };
  const one = await facts("1");
  expect(one).toMatchObject({ model: "open", generator: "k6 1.8.1" });
  expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
  expect((await facts("2")).digest).not.toBe(one.digest);
  expect((await facts("1")).digest).toBe(one.digest);
  expect(hits).toBe(0);
  expect(bench.generator.planned("w", bench.request(script, { slot: { warmup: 2, duration: 5 } }).slot)).toBe(
    7,
  );
  // the same script elsewhere is the same workload
  await using elsewhere = await K6Bench.open();
  elsewhere.write("data.json", "1");
  const there = await elsewhere.generator.facts("w", elsewhere.request(script).workload, signal);
  expect(there.digest).toBe(one.digest);
});

test("a script may insist on its target while it is only read", async () => {
  await using bench = await K6Bench.open();
  const observed = await bench.observed(
    `import http from "k6/http";
     if (!__ENV.STEELYARD_TARGET_API) throw new Error("no target");
     const base = __ENV.STEELYARD_TARGET_API;
     export const options = { vus: 1, duration: "1s", thresholds: { ["http_req_duration{name:" + base + "/a}"]: ["p(95)<5000"] } };
     export default function () { http.get(base + "/a"); }`,
  );
  expect(observed.thresholds).toEqual([
    { metric: `http_req_duration{name:${bench.url}/a}`, limit: "p(95)<5000", held: true },
  ]);
});

test("variants with an environment of their own have a shape of their own", async () => {
  await using bench = await K6Bench.open();
  const request = bench.request(
    `export const options = __ENV.LONG
       ? { scenarios: { a: { executor: "ramping-vus", stages: [{ duration: "20s", target: 2 }] } } }
       : { vus: 1, duration: "3s" };
     export default function () {}`,
    { workload: { variants: { short: {}, long: { env: { LONG: "1" } } } }, slot: { warmup: 1, duration: 4 } },
  );
  await bench.generator.facts("w", request.workload, new AbortController().signal);
  expect(bench.generator.planned("w", { ...request.slot, variant: "short" })).toBe(5);
  expect(bench.generator.planned("w", { ...request.slot, variant: "long" })).toBe(21);
});

test("an address of which a script has only parts stands for the endpoint, and files that a variant opens are found", async () => {
  const asked = new Set<string>();
  const listen = ({ url }: { url?: string | undefined }, response: { end(): void }) => {
    asked.add(url!);
    response.end();
  };
  await using bench = await K6Bench.open(listen, undefined, { literals: { "localhost:3000": "api" } });
  bench.write("a.txt", "/of-a");
  bench.write("b.txt", "/of-b");
  const script = `import http from "k6/http"; export const options = { vus: 1, duration: "1s" };
    const path = open("./" + __ENV.FILE);
    const host = "localhost", port = 3000;
    export default function () { http.get("http://" + host + ":" + port + path); }`;
  const workload = { env: { FILE: "a.txt" }, variants: { b: { env: { FILE: "b.txt" } } } };
  const { errors } = await bench.observed(script, {
    workload,
    env: { FILE: "b.txt" },
    slot: { variant: "b" },
  });
  expect([errors, ...asked]).toEqual([0, "/of-b"]);
});

test("files that k6/experimental/fs opens are those next to the script", async () => {
  const asked = new Set<string>();
  await using bench = await K6Bench.open(({ url }, response) => {
    asked.add(url!);
    response.end();
  });
  mkdirSync(join(bench.cwd, "data"));
  bench.write("data/paths.csv", "path\n/of-row");
  const { errors } =
    await bench.observed(`import http from "k6/http"; import { open } from "k6/experimental/fs"; import csv from "k6/experimental/csv";
    export const options = { vus: 1, duration: "1s" };
    const rows = await csv.parse(await open("data/paths.csv"), { skipFirstLine: true });
    const file = await open("data/paths.csv");
    export default async function () {
      const { size } = await file.stat();
      http.get(__ENV.STEELYARD_TARGET_API + rows[0][0] + size);
    }`);
  expect([errors, ...asked]).toEqual([0, "/of-row12"]);
});

test("WebSockets, forms and links of a copy get the cookie jar that the script passes to them", async () => {
  const seen = new Set<string>();
  const note = ({ url, headers }: IncomingMessage) => seen.add(`${url} ${headers.cookie}`);
  await using bench = await K6Bench.open(
    (request, response) => {
      note(request);
      response.setHeader("content-type", "text/html");
      response.end('<form action="/form" method="post"></form><a href="/link">link</a>');
    },
    undefined,
    { literals: { "localhost:3000": "api" } },
  );
  bench.server.on("upgrade", (request, socket) => {
    note(request);
    socket.destroy();
  });
  await bench.observed(`import http from "k6/http"; import ws from "k6/ws"; import { WebSocket } from "k6/websockets";
    export const options = { vus: 1, duration: "1s" };
    const open = (path, params) => { new WebSocket("ws://localhost:3000" + path, [], params).onerror = () => {}; };
    export default function () {
      const jar = new http.CookieJar();
      jar.set("http://localhost:3000", "who", "me");
      ws.connect("ws://localhost:3000/ws", { jar }, () => {});
      ws.connect("ws://localhost:3000/plain-ws", () => {});
      open("/websocket", { jar });
      open("/plain-websocket");
      const page = http.get("http://localhost:3000/page");
      page.submitForm({ params: { jar } });
      page.clickLink({ selector: "a", params: { jar } });
      page.clickLink({ selector: "a" });
    }`);
  expect([...seen].sort()).toEqual([
    "/form who=me",
    "/link undefined",
    "/link who=me",
    "/page undefined",
    "/plain-websocket undefined",
    "/plain-ws undefined",
    "/websocket who=me",
    "/ws who=me",
  ]);
});

test("a script is read once for each side, also where base and head take turns", async () => {
  const asked = new Set<string>();
  const listen = ({ url }: IncomingMessage, response: { end(): void }) => {
    asked.add(url!);
    response.end();
  };
  await using bench = await K6Bench.open(listen, undefined, { literals: { "localhost:3000": "api" } });
  const load = async (side: Side, path: string) => {
    const script = `import http from "k6/http"; export const options = { vus: 1, duration: "1s" };
      export default function () { http.get("http://localhost:3000${path}"); }`;
    const targets = { api: `${bench.url}/${side}` };
    const request = bench.request(script, { slot: { side, duration: 0.3 }, targets });
    observedOf(await bench.generator.load(request, () => {}, new AbortController().signal));
  };
  await load("base", "/first");
  await load("head", "/first");
  await load("base", "/later"); // another text, which only a trial that reads it again would notice
  await load("head", "/later");
  expect([...asked].sort()).toEqual(["/base/first", "/head/first"]);
});
