import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { noEngine, tidyEngine } from "../testing/engine.ts";
import { CONFIG, Project } from "../testing/project.ts";

// Why a change is slower, through the command line: real profiles, and real statements of PostgreSQL.
let project: Project;
afterEach(() => {
  expect(project.living()).toEqual([]);
  expect(project.leftovers()).toEqual([]);
  expect(project.left()).toEqual([]);
  project[Symbol.dispose]();
});

/** Enough requests in a pair for a profile of a second. */
const SCRIPT = `
import http from "k6/http";
export const options = { vus: 2, duration: "1s" };
export default function () { http.get(__ENV.STEELYARD_TARGET_API + "/items"); }
`;
const PAIRED = "warmup: 500ms, settle: 100ms, measure: { block: 1s, pairs: [6, 10] }";
const config = (stack: string) =>
  `${stack}\nworkloads:\n  browse: { k6: load.ts, gate: [cpu_per_request], ${PAIRED} }\n`;

/** A shop on main, and a branch of it with one more commit. */
function branch(base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>): Project {
  const shop = new Project({ "load.ts": SCRIPT, ...base });
  shop.git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries(head)) shop.write(name, text);
  shop.commit("A change");
  return shop;
}

const comparisonOf = () => Comparison.parse(project.json(".steelyard/comparison.json"));

describe("a service of plain processes", () => {
  const served = (more: string) => `
import { createServer } from "node:http";
${more}
createServer((request, response) => {
  if (request.url !== "/health") rank(40);
  response.end("ok");
}).listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
  const RANK = `function rank(n) { let sum = 0; for (let i = 0; i < n * 1000; i++) sum += i % 7; return sum; }`;
  const PENALTY = `function penalty(n) { let sum = 0; for (let i = 0; i < n * 4000; i++) sum += i % 7; return sum; }`;
  const slower = served(`${PENALTY}\n${RANK.replace("return sum", "return sum + penalty(n)")}`);
  const ours = {
    ".github/steelyard.yml": config(CONFIG.split("workloads:")[0]!),
    "server.mjs": served(RANK),
  };

  test("the function that takes the time is the first cause of a finished run, by file and line", async () => {
    project = branch(ours, { "server.mjs": slower });
    const measured = await project.run(["check", "--base", "--why", "never", "--seed", "1"]);
    expect(measured.code, measured.err).toBe(1);
    const before = comparisonOf();
    expect(before.causes).toBeUndefined();
    expect(project.has(".steelyard/why.html")).toBe(false);

    const done = await project.run(["why"]);
    expect(done.code, done.err).toBe(0);
    const { causes, rows } = comparisonOf();
    expect(rows).toEqual(before.rows); // nothing of it enters the verdict
    expect(causes, done.err).toHaveLength(1);
    expect(causes![0]).toMatchObject({
      workload: "browse",
      starts: 4,
      reappeared: { cpu: true },
      lacking: [],
    });
    const [first] = causes![0]!.causes;
    expect(first).toMatchObject({
      kind: "function",
      service: "shop",
      name: "penalty",
      file: "server.mjs",
      line: 3,
      edited: [3, 4],
    });
    expect(first!.kind === "function" && first!.share).toBeGreaterThan(0.5);
    expect(done.out).toContain("penalty (server.mjs:3) of shop: +");
    expect(project.read(".steelyard/comment.md")).toContain("`penalty` (`server.mjs:3`) of `shop`: +");
    expect(JSON.stringify(Run.parse(project.json(".steelyard/run.json")).profiling)).not.toContain("/tmp/");
    expect(project.read(".steelyard/why.html")).toContain('"name":"penalty","file":"server.mjs","line":3');

    project.write("notes.md", "Another commit.");
    project.commit("Another change");
    const other = await project.run(["why"]);
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/This run measured [0-9a-f]{12}, and the checkout is at [0-9a-f]{12}/);
    expect(comparisonOf().causes).toEqual(causes); // nothing is lost
  });

  test("nothing is loaded again where nothing changed, or nobody asks", async () => {
    project = branch(ours, { "notes.md": "nothing that runs" });
    const wide = config(CONFIG.split("workloads:")[0]!).concat("policy: { band: 50% }\n");
    project.write(".github/steelyard.yml", wide);
    const done = await project.run(["check", "--base", "--why"]);
    expect(done.err).not.toContain("with profilers");
    expect(Run.parse(project.json(".steelyard/run.json")).profiling).toBeUndefined();
    const why = await project.run(["why"]);
    expect([why.code, why.out]).toEqual([
      0,
      "No gate of this run became worse or better: nothing to explain.\n",
    ]);
    expect((await project.run(["measure", "--no-base", "--trials", "1"])).code).toBe(0);
    const alone = await project.run(["why"]);
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("did not measure base beside head");
  });
});

describe.skipIf(noEngine !== null)("a service on Compose with PostgreSQL", () => {
  afterEach(tidyEngine, 60_000);
  const PACKAGES = resolve(import.meta.dirname, "../../node_modules");
  const served = (more: string) => `
import { createServer } from "node:http";
import { createRequire } from "node:module";
const { Pool } = createRequire("/packages/")("pg");
const pool = new Pool({ connectionString: "postgres://demo:planted-secret@db:5432/demo", max: 4 });
pool.on("error", () => {});
createServer(async (request, response) => {
  try {
    const { rows } = await pool.query("select g as id from generate_series(1, $1) g", [5]);
    if (request.url !== "/health") { ${more} }
    response.end(JSON.stringify(rows));
  } catch {
    response.writeHead(503).end();
  }
}).listen(8080, "0.0.0.0");
process.on("SIGTERM", () => process.exit(0));
`;
  const COMPOSE = `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro", "${PACKAGES}:/packages/node_modules:ro"]
    command: ["node", "/app/server.mjs"]
    environment: { NODE_OPTIONS: --stack-trace-limit=7 }
    depends_on: [db]
  db:
    image: postgres:16
    environment: { POSTGRES_USER: demo, POSTGRES_PASSWORD: planted-secret, POSTGRES_DB: demo }
    shm_size: 128m
`;
  const STACK = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 90s, ready: { shop: { http: /health } }, allow: [host-files] }
  endpoints: { api: { service: shop, port: 8080 } }
`;

  test("one query for each row is named, with its calls and as such", async () => {
    const base = {
      ".github/steelyard.yml": config(STACK),
      "compose.yaml": COMPOSE,
      "server.mjs": served(""),
    };
    const each = `for (const { id } of rows) await pool.query("select sum(g) from generate_series(1, 2000) g where g <> $1 /* planted-secret */", [id]);`;
    project = branch(base, { "server.mjs": served(each) });
    const done = await project.run(["check", "--base", "--seed", "1"]);
    expect(done.code, done.err).toBe(1);
    const { causes } = comparisonOf();
    const [first] = causes![0]!.causes;
    expect(first, done.err).toMatchObject({
      ...{ kind: "statement", service: "db", repeated: true },
      text: "select sum(g) from generate_series($2, $3) g where g <> $1",
      calls: { base: 0, head: expect.closeTo(5, 0) },
    });
    expect(causes![0]!.lacking.map(({ service }) => service)).toEqual(["db"]);
    const profiles = Run.parse(project.json(".steelyard/run.json")).profiling!.workloads[0]!.profiles;
    expect(new Set(profiles.map(({ service }) => service))).toEqual(new Set(["shop"]));
    expect(profiles[0]!.frames.some(({ file }) => file === "server.mjs")).toBe(true);
    expect(JSON.stringify(profiles)).not.toContain("planted-secret");
    expect(project.read(".steelyard/comment.md")).not.toContain("planted-secret");
  });
});
