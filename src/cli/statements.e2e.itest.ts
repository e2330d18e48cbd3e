import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Run } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import { abandoned, noEngine, useEngine } from "../testing/engine.ts";
import { Project } from "../testing/project.ts";

useEngine();

// Statements of a real PostgreSQL for one request, as an exact counter that the gate judges.

/** Asks its database so often for a request, a row each time. */
const SERVER = `
import { createServer } from "node:http";
import { createRequire } from "node:module";
const { Pool } = createRequire("/packages/")("pg");
const pool = new Pool({ connectionString: "postgres://demo:demo@db:5432/demo", max: 4 });
pool.on("error", () => {});
createServer(async (request, response) => {
  try {
    const statements = request.url === "/health" ? 1 : Number(process.env.STATEMENTS || 1);
    for (let i = 0; i < statements; i++) await pool.query("select $1::int as item", [i]);
    response.end("ok");
  } catch {
    response.writeHead(503).end();
  }
}).listen(8080, "0.0.0.0");
process.on("SIGTERM", () => process.exit(0));
`;
const PACKAGES = resolve(import.meta.dirname, "../../node_modules");
const composed = (preload: string) => `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro", "${PACKAGES}:/packages/node_modules:ro"]
    command: ["node", "/app/server.mjs"]
    depends_on: [db]
  db:
    image: postgres:16
    command: ["postgres"${preload}]
    environment: { POSTGRES_USER: demo, POSTGRES_PASSWORD: demo, POSTGRES_DB: demo }
    shm_size: 128m
`;
const PRELOADED = composed(', "-c", "shared_preload_libraries=pg_stat_statements"');
const CONFIG = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 90s, ready: { shop: { http: /health } }, allow: [host-files] }
  endpoints: { api: { service: shop, port: 8080 } }
  metrics: { db: { postgres: { service: db } } }
workloads:
  browse:
    k6: load.ts
    gate: ["db:statements_per_request", "db:rows_per_request"]
    warmup: 200ms
    settle: 0s
    measure: { duration: 1s, trials: 6 }
policy: { starts: 1 }
`;
const project = (compose: string, config = CONFIG, server = SERVER) =>
  new Project({ "server.mjs": server, "compose.yaml": compose, ".github/steelyard.yml": config });
/** Nothing names the database, and the load lasts several times as long as a connection keeps its counts. */
const UNNAMED = CONFIG.replace(/ {2}metrics: .*\n/, "")
  .replace(/ {4}gate: .*\n/, "")
  .replace("duration: 1s", "duration: 5s")
  .replace("warmup: 200ms", "warmup: 3s"); // what our own session reads before is reported by then, and would be counted
/** A request reads a table of 100 rows. PostgreSQL reports nothing of statements without a table. */
const READING = SERVER.replace('"select $1::int as item", [i]', '"select sum(id) from items"').replace(
  "    const statements",
  '    if (request.url === "/health") await pool.query("create table if not exists items as select generate_series(1, 100) as id");\n    const statements',
);

describe.skipIf(noEngine !== null)("statements of PostgreSQL", () => {
  test("one for a request, then two: regressed, whatever the times say", async () => {
    using shop = project(PRELOADED);
    const measured = await shop.run(["measure", "--runner-class", "here"]);
    expect(measured.code, measured.err).toBe(0);
    const run = Run.parse(shop.json(".steelyard/run.json"));
    for (const name of ["db:statements_per_request", "db:rows_per_request"]) {
      const values = run.trials.map((trial) => {
        if (trial.outcome !== "ok") throw new Error(trial.failure.message);
        const metric = trial.observed.metrics[name];
        return metric?.kind === "gauge" ? metric.value : Number.NaN;
      });
      // k6 goes on while the counters are read: where the machine stands still for 0.1 s then, a trial is off by a tenth
      expect(median(values), values.join(", ")).toBeGreaterThan(0.97);
      expect(median(values), values.join(", ")).toBeLessThan(1.03);
    }
    const kept = await shop.run(["baseline", ".steelyard/run.json", "--allow", "dirty"]);
    expect(kept.code, kept.err).toBe(0);
    const verdicts = () => {
      const { rows } = shop.json(".steelyard/comparison.json");
      const gates = rows.filter(({ kind }: { kind: string }) => kind === "gate");
      return gates.map(({ metric, verdict }: { metric: string; verdict: string }) => `${metric} ${verdict}`);
    };
    const same = await shop.run(["check", "--runner-class", "here"]);
    expect(same.err).not.toMatch(/bug in steelyard/);
    expect(verdicts()).toEqual(["db:statements_per_request unchanged", "db:rows_per_request unchanged"]);
    await shop.run(["check", "--runner-class", "here", "--stack-env", "STATEMENTS=2"]);
    expect(verdicts()).toEqual(["db:statements_per_request regressed", "db:rows_per_request regressed"]);
    expect(await abandoned()).toEqual([]);
    expect(shop.living()).toEqual([]);
  }, 180_000);

  test("a server that does not count them: absent, with the reason", async () => {
    using shop = project(composed(""));
    const done = await shop.run(["measure", "--trials", "1"]);
    expect(done.code, done.err).toBe(0);
    expect(done.err).toMatch(/metrics of db: .*shared_preload_libraries/);
    const [trial] = Run.parse(shop.json(".steelyard/run.json")).trials;
    const names = trial?.outcome === "ok" ? Object.keys(trial.observed.metrics) : [];
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => name.startsWith("db:"))).toEqual([]);
  }, 60_000);

  test("of one that nobody names: what it counts anyway", async () => {
    // The first worker of autovacuum comes after 20 s, and reads hundreds of blocks of this database.
    using shop = project(composed(', "-c", "autovacuum=off"'), UNNAMED, READING);
    const done = await shop.run(["measure", "--trials", "1"]);
    expect(done.code, done.err).toBe(0);
    const [trial] = Run.parse(shop.json(".steelyard/run.json")).trials;
    const metrics = trial?.outcome === "ok" ? trial.observed.metrics : {};
    const of = (name: string) => {
      const metric = metrics[`${name}_per_request{service:db}`];
      return metric?.kind === "gauge" ? metric.value : undefined;
    };
    const each = [of("transactions"), of("sequential_scans"), of("rows_read")! / 100, of("blocks")];
    for (const value of each) {
      expect(value, each.join(", ")).toBeGreaterThan(0.5); // a connection is up to a second late
      expect(value, each.join(", ")).toBeLessThan(1.5);
    }
    expect(of("rows_written")).toBeLessThan(0.5); // those of the table itself
    expect(of("statements")).toBeUndefined();
  }, 60_000);
});
