import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Run } from "../model/run.ts";
import { abandoned, COMPOSED_SERVER, engine, importWrk, noEngine, useEngine } from "../testing/engine.ts";
import { Project } from "../testing/project.ts";

useEngine();

// Generators on this machine, in the stack's network and in that of a service, on a real engine.

/** An image that holds wrk of this machine and the libraries it needs. */
const WRK = "steelyard-test-wrk:1";
const wrk = spawnSync("which", ["wrk"], { encoding: "utf8" }).stdout.trim();
const COMPOSE = `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro"]
    command: ["node", "/app/server.mjs"]
  near: { image: redis:7 }
`;
const brief = "warmup: 100ms, settle: 0s, measure: { duration: 1s, trials: 1 }";
const CONFIG = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 60s, ready: { shop: { http: /health } }, generator_image: "${WRK}" }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  k6-host: { k6: load.ts, env: { WHO: a }, ${brief} }
  k6-network: { k6: load.ts, in: network, env: { WHO: b }, ${brief} }
  k6-shop: { k6: load.ts, in: shop, env: { WHO: c }, ${brief} }
  k6-near: { k6: load.ts, in: near, env: { WHO: d }, ${brief} }
  wrk-host: { wrk: { script: load.lua, connections: 2 }, ${brief} }
  wrk-network: { wrk: { script: load.lua, connections: 2 }, in: network, ${brief} }
  wrk-shop: { wrk: { script: load.lua, connections: 2 }, in: shop, ${brief} }
policy: { starts: 1 }
`;
const LUA = `function done() print("asked " .. os.getenv("STEELYARD_TARGET_API")) end`;
/** Says where it is, and by how it is asked. */
const SCRIPT = `import { check } from "k6";
import http from "k6/http";
export const options = { vus: 1, duration: "1s" };
export function setup() { console.warn("from " + __ENV.STEELYARD_TARGET_API + " as " + __ENV.WHO); }
export default function () {
  http.get(__ENV.STEELYARD_TARGET_API + "/other", { tags: { name: "other" } });
  const answer = http.get(__ENV.STEELYARD_TARGET_API + "/items", { tags: { name: "items" } });
  check(answer, { "is 200": (r) => r.status === 200 });
}
`;

let project: Project;
beforeAll(() => {
  if (noEngine !== null || wrk === "") return;
  importWrk(WRK);
  project = new Project({
    "compose.yaml": COMPOSE,
    "server.mjs": COMPOSED_SERVER,
    "load.lua": LUA,
    "load.ts": SCRIPT,
    ".github/steelyard.yml": CONFIG,
  });
}, 60_000);
afterAll(() => {
  project?.[Symbol.dispose]();
  if (noEngine === null) spawnSync("docker", ["rmi", "-f", WRK], { stdio: "ignore" });
});

/** Containers of the load that are there now. */
const loads = async () =>
  ((await engine.get("/containers/json?all=1")) as { Names: string[] }[]).filter(({ Names }) =>
    Names.some((name) => /-load-\d+$/.test(name)),
  );

describe.skipIf(noEngine !== null || wrk === "")("places", () => {
  test("k6 and wrk, on this machine, in the network and in a service", async () => {
    const measured = await project.run(["measure"]);
    expect(measured.code, measured.err).toBe(0);
    expect(measured.err).not.toContain("short run");
    const run = Run.parse(project.json(".steelyard/run.json"));
    const by = new Map(run.trials.map((trial) => [trial.workload, trial]));
    expect([...by.keys()].sort()).toEqual([
      "k6-host",
      "k6-near",
      "k6-network",
      "k6-shop",
      "wrk-host",
      "wrk-network",
      "wrk-shop",
    ]);
    for (const [name, trial] of by) {
      if (trial.outcome !== "ok") throw new Error(`${name}: ${trial.failure.message}`);
      const { observed, services } = trial;
      expect(observed.requests, name).toBeGreaterThan(50);
      expect(observed.errors, name).toBe(0);
      // only of the measured part: the warm-up and the short run of the script are not in it
      expect(observed.seconds, name).toBeGreaterThan(0.9);
      expect(observed.seconds, name).toBeLessThan(1.5);
      expect(observed.generator.cpu, name).toBeGreaterThan(0);
      expect(observed.generator.cpu, name).toBeLessThan(observed.generator.wall * 2.1);
      // its own container does its work: the service's CPU is the service's
      expect(services.shop?.cpu, name).toBeGreaterThan(0);
      expect(observed.metrics.cpu_per_request, name).toBeDefined();
      if (name.startsWith("k6-")) {
        // found by the short run of the script, which is made in the same place
        expect(observed.metrics["http_req_duration{name:items}"], name).toMatchObject({ kind: "trend" });
        expect(observed.checks, name).toMatchObject([{ name: "is 200", fails: 0 }]);
      }
    }
    const asked = [...measured.err.matchAll(/(wrk-\w+): asked (\S+)/g)].map(([, name, url]) => [name, url]);
    expect(Object.fromEntries(asked)).toEqual({
      "wrk-host": expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      "wrk-network": "http://shop:8080",
      "wrk-shop": "http://127.0.0.1:8080",
    });
    const { near } = (by.get("k6-near") as { services: Record<string, { cpu: number }> }).services;
    expect(near!.cpu).toBeLessThan(0.3); // k6 used its network, and none of its time
    expect(await loads()).toEqual([]);
    expect(await abandoned()).toEqual([]);
    expect(project.leftovers()).toEqual([]);
  }, 120_000);

  test("another place is another workload", () => {
    const { workloads } = Run.parse(project.json(".steelyard/run.json"));
    const digests = ["wrk-host", "wrk-network", "wrk-shop"].map((name) => workloads[name]?.digest);
    expect(new Set(digests).size).toBe(3);
  });

  test("a generator that the image does not have is told with its remedy", async () => {
    const image = CONFIG.replace(`, generator_image: "${WRK}"`, "");
    project.write(".github/steelyard.yml", image);
    const done = await project.run(["measure", "--only", "wrk-network"]);
    project.write(".github/steelyard.yml", CONFIG);
    expect([done.code, done.err]).toEqual([
      3,
      expect.stringMatching(/cannot be started[\s\S]*generator_image/),
    ]);
    expect(await loads()).toEqual([]);
  }, 60_000);

  test.each([
    ["SIGTERM", 143],
    ["SIGKILL", null],
  ] as const)(
    "%s while it loads from inside, and `down`: nothing is left",
    async (signal, code) => {
      const started = project.start(["measure", "--only", "k6-network", "--trials", "50"]);
      await started.until("the stack", () => /k6-network/.test(started.err));
      for (let i = 0; i < 300 && (await loads()).length === 0; i++)
        await new Promise((r) => setTimeout(r, 50));
      expect(await loads()).toHaveLength(1);
      started.kill(signal);
      expect((await started.finished).code).toBe(code);
      expect((await project.run(["down"])).code).toBe(0);
      expect([await loads(), await abandoned(), project.living()]).toEqual([[], [], []]);
    },
    60_000,
  );
});

test("a stack without an inside refuses before anything is started", async () => {
  using plain = new Project({
    "compose.yaml": COMPOSE,
    ".github/steelyard.yml": `
version: 1
stack:
  process: { services: { shop: { run: [node, server.mjs], ports: { 8080: PORT } } } }
  compose: { files: [compose.yaml] }
  endpoints: { api: { service: shop, port: 8080 } }
workloads: { browse: { k6: load.ts, in: network } }
`,
  });
  const done = await plain.run(["measure", "--stack", "process"]);
  expect([done.code, done.err]).toEqual([2, expect.stringMatching(/no such place[\s\S]*--stack compose/)]);
  expect(plain.has("up.txt")).toBe(false);
});
