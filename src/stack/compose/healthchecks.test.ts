import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Docker } from "./cli.ts";
import type { Engine } from "./engine.ts";
import { awaitedChecks, checkedAtStart, HealthChecks } from "./healthchecks.ts";
import type { Mapping, Resolved } from "./resolved.ts";

const waiting = { depends_on: { db: { condition: "service_healthy", required: true } } };
const project = (healthcheck?: Mapping, app: Mapping = waiting): Resolved => ({
  services: { app: { image: "app", ...app }, db: { image: "db", ...(healthcheck && { healthcheck }) } },
});

const BOTH = ["app", "db"];

test.each<[string, Resolved, [string, number][]]>([
  ["every 10 s", project({ test: ["CMD", "a"], interval: "10s" }), [["db", 10]]],
  ["of its image", project(), [["db", 30]]],
  ["every minute and a half", project({ interval: "1m30s" }), [["db", 90]]],
  ["every second", project({ interval: "1s" }), [["db", 1]]],
  ["switched off", project({ disable: true }), []],
  ["switched off by its test", project({ test: ["NONE"] }), []],
  [
    "that nobody waits for",
    project({ interval: "10s" }, { depends_on: { db: { condition: "service_started" } } }),
    [],
  ],
  ["without any", { services: { app: { image: "a" } } }, []],
  ["of a service that is not there", { services: { app: waiting } }, [["db", 30]]],
])("health checks that others wait for: one %s", (_, given, wanted) => {
  expect([...awaitedChecks(given, BOTH)]).toEqual(wanted);
});

test.each<[string, Mapping | undefined, string]>([
  ["as it is written", { test: ["CMD", "a"], interval: "10s", retries: 5 }, "50s"],
  ["with a period of its own", { interval: "10s", retries: 2, start_period: "1m0s" }, "80s"],
  ["quick at the start", { interval: "2s", retries: 2, start_interval: "1s" }, "4s"],
  ["of the image", undefined, "90s"],
])("a check %s runs twice a second until it succeeds, and fails when it would have", (_, check, period) => {
  const given = project(check);
  const { services } = checkedAtStart(given, awaitedChecks(given, BOTH), true);
  const quick = { start_period: period, start_interval: "500ms", interval: "24h", retries: 1 };
  expect(services?.db?.healthcheck).toEqual({ ...check, ...quick });
  expect(services?.app).toEqual({ ...given.services?.app, healthcheck: { disable: true } }); // nobody waits for it
});

test.each<[string[], string[]]>([
  [
    ["app", "db", "tool", "search"],
    ["db", "search"],
  ],
  [["app", "db", "search"], ["db"]], // only the tool waits for the search
  [["app"], []], // Compose starts it without a database that is not required
])("of %j, others wait for the health checks of %j", (started, wanted) => {
  const tool = { depends_on: { search: { condition: "service_healthy" } } };
  const services = { app: waiting, db: {}, tool, search: {} };
  expect([...awaitedChecks({ services }, started).keys()]).toEqual(wanted);
});

test("a check that nobody waits for is off, also that of an image", () => {
  const given: Resolved = {
    services: {
      app: { image: "app", ...waiting, healthcheck: { test: ["CMD", "a"] } },
      db: { image: "db" },
      cache: { image: "redis" },
    },
  };
  const { services } = checkedAtStart(given, awaitedChecks(given, BOTH), false);
  const off = { healthcheck: { disable: true } };
  expect(services).toEqual({
    app: { image: "app", ...waiting, ...off },
    db: { image: "db" },
    cache: { image: "redis", ...off },
  });
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** An engine of a version, and a `docker` program that accepts or refuses the key. */
function machine(version: string, code: number) {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-health-"));
  folders.push(folder);
  writeFileSync(join(folder, "docker"), `#!/bin/sh\necho "$@" >> ${folder}/calls\nexit ${code}\n`);
  chmodSync(join(folder, "docker"), 0o755);
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), warn() {}, progress() {} };
  const docker: Docker = { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` }, variables: {}, log };
  let asked = 0;
  const get = async () => ({ ApiVersion: version, asked: asked++ });
  return { docker, engine: { get } as unknown as Engine, lines, asked: () => asked };
}

test.each([
  ["1.44", 0, true],
  ["1.51", 0, true],
  ["1.51", 15, false],
  ["1.43", 0, false],
])("on an engine of version %s, where Compose ends with %d: %s", async (version, code, isQuick) => {
  const { docker, engine, lines, asked } = machine(version, code);
  const checks = new HealthChecks();
  const given = project({ interval: "10s" });
  const signal = new AbortController().signal;
  const both = [
    await checks.atStart(given, BOTH, engine, docker, signal),
    await checks.atStart(given, BOTH, engine, docker, signal),
  ];
  for (const { services } of both)
    expect(services?.db?.healthcheck).toHaveProperty(isQuick ? "start_interval" : "interval");
  expect(both.map((made) => made.services?.db?.healthcheck === given.services?.db?.healthcheck)).toEqual([
    !isQuick,
    !isQuick,
  ]);
  expect(asked()).toBe(1);
  expect(lines).toEqual(isQuick ? [] : [expect.stringMatching(/^health checks .*db every 10 s.* Docker 25/)]);
});

test("nothing is asked where nobody waits for a check", async () => {
  const { docker, engine, asked } = machine("1.51", 0);
  const given = project({ interval: "1s" }, {});
  const { services } = await new HealthChecks().atStart(
    given,
    BOTH,
    engine,
    docker,
    new AbortController().signal,
  );
  expect([services?.db?.healthcheck, asked()]).toEqual([{ disable: true }, 0]);
});
