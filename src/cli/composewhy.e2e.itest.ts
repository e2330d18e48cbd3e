import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { noEngine, useEngine } from "../testing/engine.ts";
import { Project } from "../testing/project.ts";

useEngine();

// Why a change is slower on Compose: profiles from containers, and statements of a real PostgreSQL.
let project: Project;
afterEach(() => {
  expect(project.leftovers()).toEqual([]);
  expect(project.left()).toEqual([]);
  project[Symbol.dispose]();
});

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");
/** @param more what a request does @param first before all */
const served = (more: string, first = "") => `
import { createServer } from "node:http";
import { createRequire } from "node:module";
const { Pool } = createRequire("/packages/")("pg");
const pool = new Pool({ connectionString: "postgres://demo:planted-secret@db:5432/demo", max: 4 });
pool.on("error", () => {});
${first}
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
    command: ["node", "/app/server.mjs", "planted-secret"]
    environment: { NODE_OPTIONS: --stack-trace-limit=7, TOKEN: planted-secret }
    depends_on: [db]
  db:
    image: postgres:16
    environment: { POSTGRES_USER: demo, POSTGRES_PASSWORD: planted-secret, POSTGRES_DB: demo }
    shm_size: 128m
`;
const CONFIG = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 90s, ready: { shop: { http: /health } }, allow: [host-files] }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse:
    k6: load.ts
    gate: [cpu_per_request]
    warmup: 200ms
    settle: 0s
    measure: { block: 500ms, pairs: [6, 6] }
`;
const SCRIPT = `
import http from "k6/http";
export const options = { vus: 2, duration: "1s" };
export default function () { http.get(__ENV.STEELYARD_TARGET_API + "/items"); }
`;

/** What both sides ask of the database all the time: a password, a parameter and a literal. */
const SECRETS = `
async function ask() {
  for (;;) {
    for (const asked of [
      ["alter role demo password 'planted-secret'"],
      ["select length($1::text)", ["planted-secret"]],
      ["select length('planted-secret')"],
    ])
      await pool.query(...asked).catch(() => {});
    await new Promise((done) => setTimeout(done, 50));
  }
}
ask();
`;
/** A body, a header and parameters of an address with them. */
const POSTED = SCRIPT.replace(
  '"/items")',
  '"/items?token=planted-secret", "planted-secret", { headers: { authorization: "planted-secret" } })',
).replace("http.get", "http.post");

/** The database in an image of its own, which is built on PostgreSQL's and has a command of its own. */
const BUILT = {
  "compose.yaml": COMPOSE.replace("image: postgres:16", "build: db"),
  "db/Dockerfile": 'FROM postgres:16\nCMD ["postgres", "-c", "work_mem=5MB"]\n',
};

test.skipIf(noEngine !== null)("one query for each row is named, with its calls and as such", async () => {
  const base = {
    "load.ts": POSTED,
    ".github/steelyard.yml": CONFIG,
    ...BUILT,
    "server.mjs": served("", SECRETS),
  };
  const each = `for (const { id } of rows) await pool.query("select sum(g) from generate_series(1, 2000) g where g <> $1 /* planted-secret */", [id]);`;
  project = Project.branch(base, { "server.mjs": served(each, SECRETS) });
  const done = await project.run(["check", "--base", "--seed", "1"]);
  expect(done.code, done.err).toBe(1);
  const { causes } = Comparison.parse(project.json(".steelyard/comparison.json"));
  const [first] = causes![0]!.causes;
  expect(first, done.err).toMatchObject({
    kind: "statement",
    service: "db",
    repeated: true,
    text: "select sum(g) from generate_series($2, $3) g where g <> $1",
    calls: { base: 0, head: expect.closeTo(5, 0) },
  });
  expect(causes![0]!.lacking.map(({ service }) => service)).toEqual(["db"]);
  const { profiles, statements } = Run.parse(project.json(".steelyard/run.json")).profiling!.workloads[0]!;
  expect(new Set(profiles.map(({ service }) => service))).toEqual(new Set(["shop"]));
  expect(profiles[0]!.frames.some(({ file }) => file === "server.mjs")).toBe(true);
  const texts = statements!.flatMap(({ counts }) => counts.map(({ text }) => text));
  expect(new Set(texts.filter((text) => /length|alter/i.test(text)))).toEqual(
    new Set(["select length($1::text)", "select length($1)"]),
  );
  const results = readdirSync(project.path(".steelyard"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(results.length).toBeGreaterThan(3);
  expect(results.filter((path) => readFileSync(path).includes("planted-secret"))).toEqual([]);
  expect(done.out + done.err).not.toContain("planted-secret");
});

test.skipIf(noEngine !== null)("a lock that is held longer is the wait of those who want it", async () => {
  const counting = (held: number) =>
    served(
      `await ready;
      const client = await pool.connect();
      try {
        await client.query("begin");
        await client.query("update visits set n = n + 1 where id = 1");
        await new Promise((done) => setTimeout(done, ${held}));
        await client.query("commit");
      } finally {
        client.release();
      }`,
      `async function make() {
        for (;;)
          try {
            return await pool.query("create table visits (id int primary key, n int); insert into visits values (1, 0)");
          } catch {
            await new Promise((done) => setTimeout(done, 100));
          }
      }
      const ready = make();`,
    );
  project = Project.branch(
    {
      "load.ts": SCRIPT,
      ".github/steelyard.yml": CONFIG.replace("cpu_per_request", "http_req_duration.p50").replace(
        "[6, 6]",
        "[6, 24]", // starts of such a service differ by a third
      ),
      "compose.yaml": COMPOSE,
      "server.mjs": counting(0),
    },
    { "server.mjs": counting(20) },
  );
  const done = await project.run(["check", "--base", "--seed", "1"]);
  expect(done.code, done.err).toBe(1);
  const { causes } = Comparison.parse(project.json(".steelyard/comparison.json"));
  const [ours, theirs] = (["wait", "statement"] as const).map((kind) =>
    causes![0]!.causes.find((one) => one.kind === kind),
  );
  // The timer is why the lock is held.
  expect(ours, done.err).toMatchObject({ service: "shop", file: "server.mjs", within: "a timer" });
  expect(theirs, done.err).toMatchObject({ service: "db", text: expect.stringMatching(/^update visits/) });
  const { added, locked } = theirs as Extract<typeof theirs, { kind: "statement" }>;
  expect((locked!.head - locked!.base) / added.estimate).toBeGreaterThan(0.5);
  expect(project.read(".steelyard/comment.md")).toMatch(/update visits.* of it waiting for locks/);
});
