import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { noEngine, useEngine } from "../testing/engine.ts";
import { Project } from "../testing/project.ts";

useEngine();

// A real PostgreSQL of a process stack, asked by a real psql at its address. Both come from an image, because machines for
// tests need not have them.
const LABEL = "steelyard-test-database";
let project: Project;
afterEach(() => {
  const left = execFileSync(
    "docker",
    ["ps", "-a", "--format", "{{.ID}} {{.Status}} {{.Command}}", "--filter", `label=${LABEL}`],
    { encoding: "utf8" },
  );
  if (left.trim() !== "")
    execFileSync("docker", [
      "rm",
      "-f",
      ...left
        .trim()
        .split("\n")
        .map((l) => l.split(" ")[0]!),
    ]);
  const living = project.living();
  project[Symbol.dispose]();
  expect([left, living]).toEqual(["", []]);
});

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");
/** Reads a table of 100 rows, by so many statements. */
const served = (statements: number) => `
import { createServer } from "node:http";
import { createRequire } from "node:module";
const { Pool } = createRequire("${PACKAGES}/")("pg");
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
pool.on("error", () => {});
let made;
async function make() {
  if (process.env.COUNTED) await pool.query("create extension if not exists pg_stat_statements");
  await pool.query("create table if not exists items as select generate_series(1, 100) as id");
}
createServer(async (request, response) => {
  try {
    if (request.url === "/health") await (made ??= make());
    else for (let i = 0; i < ${statements}; i++) await pool.query("select sum(id) from items where id <> 17");
    response.end("ok");
  } catch {
    made = undefined;
    response.writeHead(503).end();
  }
}).listen(process.env.PORT, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
const configOf = (module: string, counted: string) => `
version: 1
stack:
  process:
    services:
      db:
        run: ["sh", "-c", "exec docker run --rm --label ${LABEL} --network host --shm-size 128m --env POSTGRES_PASSWORD=planted-secret postgres:16 postgres -c port=$PGPORT ${module}"]
        ports: { 5432: PGPORT }
      shop:
        run: ["node", "server.mjs"]
        ports: { 8080: PORT }
        env: { DATABASE_URL: "postgres://postgres:planted-secret@\${db:5432}/postgres", COUNTED: "${counted}" }
        ready: { http: /health, within: 60s }
  endpoints: { api: { service: shop, port: 8080 } }
  metrics: { db: { database: "postgres://postgres:planted-secret@\${db:5432}/postgres" } }
workloads:
  browse:
    k6: load.ts
    gate: [cpu_per_request]
    warmup: 200ms
    settle: 0s
    measure: { block: 500ms, pairs: [6, 6], duration: 5s, trials: 1 }
`;
const SCRIPT = `
import http from "k6/http";
export const options = { vus: 2, duration: "1s" };
export default function () { http.get(__ENV.STEELYARD_TARGET_API + "/items"); }
`;
const PSQL = `#!/bin/sh
exec docker run --rm --init --interactive --label ${LABEL} --network host --env PGPASSWORD --env PGOPTIONS --env PGAPPNAME --env PGCONNECT_TIMEOUT postgres:16 psql "$@"
`;
const withPsql = (shop: Project) => {
  shop.write(".git/bin/psql", PSQL);
  chmodSync(shop.path(".git/bin/psql"), 0o755);
  return { PATH: `${shop.path(".git/bin")}:${process.env.PATH}` };
};

test.skipIf(noEngine !== null)("statements are exact for each side, and the one more is named", async () => {
  const counting = configOf("-c shared_preload_libraries=pg_stat_statements", "1");
  const base = { "load.ts": SCRIPT, ".github/steelyard.yml": counting, "server.mjs": served(1) };
  project = Project.branch(base, { "server.mjs": served(2) });
  const done = await project.run(["check", "--base", "--why", "always", "--seed", "1"], withPsql(project));
  const { rows, causes } = Comparison.parse(project.json(".steelyard/comparison.json"));
  const row = rows.find(({ metric }) => metric === "db:statements_per_request");
  expect([row?.base?.center, row?.head?.center], done.err).toEqual([
    expect.closeTo(1, 6),
    expect.closeTo(2, 6),
  ]);
  const statement = causes![0]!.causes.find(({ kind }) => kind === "statement");
  expect(statement, done.err).toMatchObject({
    service: "db",
    text: "select sum(id) from items where id <> $1",
    calls: { base: 1, head: 2 },
    origin: { file: "server.mjs", line: lineOf(served(2), "select sum"), name: "items" },
  });
  expect(done.out + done.err + project.read(".steelyard/comment.md")).not.toContain("planted-secret");
});

test.skipIf(noEngine !== null)(
  "one that counts no statements tells what it counts anyway, and nothing is created in it",
  async () => {
    project = new Project({
      "load.ts": SCRIPT,
      ".github/steelyard.yml": configOf("", ""),
      "server.mjs": served(1),
    });
    const done = await project.run(["measure"], withPsql(project));
    expect(done.code, done.err).toBe(0);
    const [trial] = Run.parse(project.json(".steelyard/run.json")).trials;
    const metrics = trial?.outcome === "ok" ? trial.observed.metrics : {};
    const names = Object.keys(metrics).filter((name) => name.startsWith("db:"));
    expect(names.sort(), done.err).toEqual(
      ["blocks", "connections", "rows_read", "rows_written", "sequential_scans", "transactions"].map(
        (name) => `db:${name}_per_request`,
      ),
    );
  },
);
