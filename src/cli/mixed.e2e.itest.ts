import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Run } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import { Project } from "../testing/project.ts";
import { openServer } from "../testing/server.ts";

// One run with a workload of each kind, on a service that also publishes figures of its own.
const SERVER = `
import { createServer } from "node:http";
const seen = { "": 0, teapot: 0 };
const server = createServer((request, response) => {
  if (request.url === "/health") return void response.end();
  if (request.url === "/metrics") {
    const lines = Object.entries(seen).map(([kind, n]) => 'requests_total{error_type="' + kind + '"} ' + n);
    return void response.end("# TYPE requests counter\\n" + lines.join("\\n") + "\\n# EOF\\n");
  }
  const odd = request.url === "/odd";
  seen[odd ? "teapot" : ""]++;
  response.writeHead(odd ? 418 : 200).end("{}");
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
const LUA = `
function delay() return 3 end
function done(summary) print("seen " .. (summary.requests > 0 and "some" or "none")) end
`;
const PROGRAM = `
const { STEELYARD_TARGET_API: api, STEELYARD_DURATION: duration } = process.env;
const took = [];
let errors = 0;
const until = Date.now() + 1000 * Number(duration);
while (Date.now() < until) {
  const began = performance.now();
  const answer = await fetch(api + (took.length % 40 === 20 ? "/odd" : "/items"));
  await answer.text();
  if (!answer.ok) errors++;
  took.push((performance.now() - began) / 1000);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const latency = { kind: "trend", unit: "s", samples: took, better: "lower" };
console.log(JSON.stringify({ schema: "load/1", requests: took.length, errors, metrics: { latency } }));
`;
const LIST = `
const value = 100 + (Number(process.env.STEELYARD_SEED) % 3);
console.log(JSON.stringify([{ name: "sort (10 items)", unit: "ops/sec", value, range: "1" }]));
`;
const CONFIG = `
version: 1
stack:
  process:
    services:
      shop: { run: [node, server.mjs], ports: { 8080: PORT }, ready: { http: /health, within: 10s } }
  endpoints: { api: { service: shop, port: 8080 } }
  metrics: { shop: { endpoint: api, split: [error_type] } }
workloads:
  by-k6: { k6: load.ts, warmup: 200ms, settle: 100ms, measure: &brief { duration: 500ms, trials: 4 } }
  by-wrk: { wrk: { script: load.lua, path: /items, connections: 2 }, warmup: 1s, settle: 0s, measure: *brief }
  by-command:
    command: { run: [node, bench.mjs], format: steelyard }
    gate: [latency.p50, cpu_per_request, "shop:requests_total.rate"]
    warmup: 200ms
    settle: 0s
    measure: *brief
  by-list:
    command: { run: [node, list.mjs], format: benchmark-bigger }
    gate: ["benchmark{name:sort (10 items)}"]
    warmup: 0s
    settle: 0s
    measure: *brief
policy: { starts: 1 }
`;

test("k6, wrk and a command in one run: measured, made a baseline, compared", async () => {
  using project = new Project({
    "server.mjs": SERVER,
    "load.lua": LUA,
    "bench.mjs": PROGRAM,
    "list.mjs": LIST,
    ".github/steelyard.yml": CONFIG,
  });
  const measured = await project.run(["measure", "--runner-class", "here"]);
  expect(measured.err).not.toMatch(/bug in steelyard/);
  expect(measured.code).toBe(0);
  expect(measured.err).toContain("by-wrk: seen some");
  const run = Run.parse(project.json(".steelyard/run.json"));
  expect(run.trials.map((trial) => (trial.outcome === "ok" ? "ok" : trial.failure))).toEqual(
    Array.from({ length: 16 }, () => "ok"),
  );
  expect(Object.keys(run.fingerprint.generators).sort()).toEqual(["command", "k6", "wrk"]);
  /** By how many requests the page differs from what k6 counts, as shares of these. */
  const apart: number[] = [];
  for (const trial of run.trials) {
    if (trial.outcome !== "ok") continue;
    const { observed, workload } = trial;
    const { metrics, requests } = observed;
    if (workload === "by-list") continue;
    expect(metrics.cpu_per_request, workload).toMatchObject({ kind: "gauge", unit: "s" });
    const published = metrics["shop:requests_total"];
    const count = published?.kind === "counter" ? published.count : Number.NaN;
    // a command ends before the page is read; wrk leaves a request a connection uncounted, k6 continues while the page is read
    if (workload === "by-k6") apart.push(Math.abs(count - requests) / requests);
    else expect(Math.abs(count - requests), workload).toBeLessThanOrEqual(workload === "by-wrk" ? 2 : 0);
    const odd = metrics["shop:requests_total{error_type:teapot}"];
    if (workload === "by-command") expect(odd).toMatchObject({ count: observed.errors });
  }
  expect(median(apart), apart.join(", ")).toBeLessThan(0.2);

  const kept = await project.run(["baseline", ".steelyard/run.json", "--allow", "dirty"]);
  expect(kept.code, kept.err).toBe(0);
  const stored = (name: string) => project.json(`baselines/here/${name}.json`).sessions[0];
  expect(stored("by-wrk").fingerprint.generators).toEqual({ wrk: expect.stringMatching(/^wrk /) });
  expect(Object.keys(stored("by-command").variants["-"].values)).toEqual(
    expect.arrayContaining(["latency.p50", "cpu_per_request", "shop:requests_total.rate"]),
  );

  // another run, without some of the generators, is still compared with it
  const again = await project.run([
    "check",
    "--runner-class",
    "here",
    "--only",
    "by-wrk,by-list",
    "--trials",
    "6",
  ]);
  expect(again.err).not.toMatch(/bug in steelyard/);
  const { rows } = project.json(".steelyard/comparison.json");
  const gates = rows.filter((row: { kind: string }) => row.kind === "gate");
  const named = gates.map(({ metric, better }: { metric: string; better: string }) => `${metric} ${better}`);
  expect(named.sort()).toEqual([
    "benchmark{name:sort (10 items)} higher",
    "cpu_per_request lower",
    "http_req_duration.p50 lower",
  ]);
  for (const { evidence, reason } of gates) expect(evidence, reason).not.toBeNull();
  expect(Object.keys(project.json(".steelyard/run.json").fingerprint.generators).sort()).toEqual([
    "command",
    "wrk",
  ]);
  expect(project.living()).toEqual([]);
});

test("a run without k6 scripts needs no k6, and a wrk that is not there is told with its remedy", async () => {
  using project = new Project({ "server.mjs": SERVER, "load.lua": LUA, ".github/steelyard.yml": CONFIG });
  const bare = project.path("bin");
  project.write("bin/node", `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  chmodSync(project.path("bin/node"), 0o755);
  const done = await project.run(["measure", "--only", "by-wrk"], { PATH: bare, HOME: project.folder });
  expect(done.code).toBe(3);
  expect(done.err).toContain("There is no wrk on this machine.");
  expect(done.err).toContain("apt install wrk");
  expect(done.err).not.toContain("k6");
});

test("a token for a deployed stack reaches wrk, and nothing that is written or printed", async () => {
  const TOKEN = "s3cret-T0ken/with+signs";
  const seen = new Set<string>();
  await using server = await openServer((request, response) => {
    seen.add(String(request.headers.authorization));
    response.end("ok");
  });
  const config = `
version: 1
stack:
  external:
    endpoints:
      api:
        url: ${server.url}
        headers: { authorization: { env: SHOP_TOKEN, prefix: "Bearer " } }
workloads:
  browse: { wrk: { script: load.lua, connections: 1 }, warmup: 0s, settle: 0s, measure: { duration: 1s, trials: 1 } }
policy: { starts: 1 }
`;
  const lua = `function delay() return 5 end
    function done() print("sent " .. wrk.headers["authorization"]) end`;
  using project = new Project({ ".github/steelyard.yml": config, "load.lua": lua });
  const done = await project.run(["measure"], { SHOP_TOKEN: TOKEN });
  expect(done.code, done.err).toBe(0);
  expect([...seen]).toEqual([`Bearer ${TOKEN}`]);
  expect(done.err).toContain("sent Bearer ***");
  const written = readdirSync(project.path(".steelyard"), { recursive: true, encoding: "utf8" })
    .map((name) => join(project.path(".steelyard"), name))
    .filter((path) => statSync(path).isFile());
  expect(written.length).toBeGreaterThan(1);
  for (const text of [done.out, done.err, ...written.map((path) => readFileSync(path, "utf8"))]) {
    expect(text).not.toContain(TOKEN);
  }
});
