import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { noEngine, useEngine } from "../../testing/engine.ts";
import { EXTENSION, POSTGRES } from "./postgres.ts";

useEngine();

let container = "";
afterEach(() => {
  spawnSync("docker", ["rm", "-f", "-v", container]);
});
const execute = (input: string) => {
  const [program, ...args] = POSTGRES.argv(container);
  return spawnSync(program!, args, { encoding: "utf8", input });
};

test.skipIf(noEngine !== null)(
  "the client in the container creates its extension, and nothing else",
  async () => {
    const server = ["-e", "POSTGRES_PASSWORD=planted-secret", "postgres:16", "postgres"];
    const preloads = ["-c", "shared_preload_libraries=pg_stat_statements"];
    container = execFileSync("docker", ["run", "-d", ...server, ...preloads], { encoding: "utf8" }).trim();
    const until = Date.now() + 60_000;
    // The image's own server, which creates the database first, has no port.
    const isReady = () =>
      spawnSync("docker", ["exec", container, "pg_isready", "-h", "127.0.0.1"]).status === 0;
    while (!isReady()) {
      if (Date.now() > until) throw new Error("PostgreSQL does not answer");
      await delay(200);
    }
    const attempt = "create table planted (id int);\n";
    const found = "select count(*) from pg_extension where extname = 'pg_stat_statements';\n";
    for (const [input, count] of [
      [attempt + found, "0\n"],
      [EXTENSION + attempt + found, "1\n"],
    ] as const) {
      const { stdout, stderr } = execute(input);
      expect(stderr).toMatch(/cannot execute CREATE TABLE in a read-only transaction/);
      expect(stdout).toBe(count);
    }
  },
);
