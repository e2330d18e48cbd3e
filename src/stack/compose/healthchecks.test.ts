import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Docker } from "./cli.ts";
import type { Engine } from "./engine.ts";
import { HealthChecks, slowChecks, withQuick } from "./healthchecks.ts";
import type { Mapping, Resolved } from "./resolved.ts";

const waiting = { depends_on: { db: { condition: "service_healthy", required: true } } };
const project = (healthcheck?: Mapping, app: Mapping = waiting): Resolved => ({
  services: { app: { image: "app", ...app }, db: { image: "db", ...(healthcheck && { healthcheck }) } },
});

test.each<[string, Resolved, [string, number][]]>([
  ["every 10 s", project({ test: ["CMD", "a"], interval: "10s" }), [["db", 10]]],
  ["of its image", project(), [["db", 30]]],
  ["every minute and a half", project({ interval: "1m30s" }), [["db", 90]]],
  ["every second", project({ interval: "1s" }), []],
  ["every second at the start", project({ interval: "10s", start_interval: "1s" }), []],
  ["switched off", project({ disable: true }), []],
  [
    "that nobody waits for",
    project({ interval: "10s" }, { depends_on: { db: { condition: "service_started" } } }),
    [],
  ],
  ["without any", { services: { app: { image: "a" } } }, []],
  ["of a service that is not there", { services: { app: waiting } }, [["db", 30]]],
])("health checks that delay a start: one %s", (_, given, wanted) => {
  expect([...slowChecks(given)]).toEqual(wanted);
});

test.each<[string, Mapping | undefined, Mapping]>([
  ["as it is written", { test: ["CMD", "a"], interval: "10s", retries: 5 }, { start_period: "50s" }],
  [
    "with a period of its own",
    { interval: "10s", retries: 2, start_period: "1m0s" },
    { start_period: "80s" },
  ],
  ["of the image", undefined, { start_period: "90s" }],
])("a check %s runs twice a second at the start, and fails no sooner", (_, check, wanted) => {
  const { services } = withQuick(project(check), new Map([["db", 10]]));
  expect(services?.db?.healthcheck).toEqual({ ...check, ...wanted, start_interval: "500ms" });
  expect(services?.app).toEqual(project().services?.app);
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
    await checks.quickened(given, engine, docker, signal),
    await checks.quickened(given, engine, docker, signal),
  ];
  for (const { services } of both)
    expect(services?.db?.healthcheck).toHaveProperty(isQuick ? "start_interval" : "interval");
  expect(both.every((made) => made === given)).toBe(!isQuick);
  expect(asked()).toBe(1);
  expect(lines).toEqual(isQuick ? [] : [expect.stringMatching(/^health checks .*db every 10 s.* Docker 25/)]);
});

test("nothing is asked where no check delays a start", async () => {
  const { docker, engine, asked } = machine("1.51", 0);
  const given = project({ interval: "1s" });
  expect(await new HealthChecks().quickened(given, engine, docker, new AbortController().signal)).toBe(given);
  expect(asked()).toBe(0);
});
