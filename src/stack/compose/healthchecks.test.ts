import { test as alone, expect } from "vitest";
import type { Container } from "./container.ts";
import { type Checking, type HealthCheck, staged, untilMet } from "./healthchecks.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Most of these tests wait. */
const test = alone.concurrent;

const on = (conditions: Readonly<Record<string, string>>): Mapping => ({
  depends_on: Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [name, { condition, required: true }]),
  ),
});
const HEALTHY = on({ db: "service_healthy" });
const project = (healthcheck?: Mapping, app: Mapping = HEALTHY): Resolved => ({
  services: { app: { image: "app", ...app }, db: { image: "db", ...(healthcheck && { healthcheck }) } },
});
const BOTH = ["app", "db"];
/** The health checks that are waited for, by service. */
const awaited = (given: Resolved, started = BOTH) =>
  Object.fromEntries(staged(given, started).stages.flatMap(({ healthy }) => [...healthy]));

const TEST = ["CMD-SHELL", "pg_isready"];
test.each<[string, Resolved, Record<string, HealthCheck>]>([
  ["every 10 s", project({ test: TEST, interval: "10s" }), { db: { test: TEST, interval: 10, timeout: 30 } }],
  ["as a text", project({ test: "pg_isready" }), { db: { test: TEST, interval: 30, timeout: 30 } }],
  ["of its image", project(), { db: { test: undefined, interval: 30, timeout: 30 } }],
  [
    "of its image, with times of its own",
    project({ interval: "1m30s", timeout: "2s" }),
    { db: { test: undefined, interval: 90, timeout: 2 } },
  ],
  ["switched off", project({ disable: true }), {}],
  ["switched off by its test", project({ test: ["NONE"] }), {}],
  ["that nobody waits for", project({ test: TEST }, on({ db: "service_started" })), {}],
  ["of a service that is not started", project({ test: TEST }, on({ other: "service_healthy" })), {}],
  ["without any", { services: { app: { image: "a" }, db: {} } }, {}],
])("health checks that others wait for: one %s", (_, given, want) => {
  expect(awaited(given)).toEqual(want);
});

test("the engine makes no checks, and Compose waits for none that are made here", () => {
  const { services } = staged(project({ test: TEST }), BOTH).resolved;
  expect(services).toEqual({
    app: { image: "app", ...on({ db: "service_started" }), healthcheck: { disable: true } },
    db: { image: "db", healthcheck: { disable: true } },
  });
});

test("a service that is not started keeps its check, and one that waits for it waits", () => {
  const tool = on({ search: "service_healthy", db: "service_healthy" });
  const search = { healthcheck: { test: TEST } };
  const given = { services: { ...project({ test: TEST }).services, tool, search } };
  const { services } = staged(given, BOTH).resolved;
  expect(services?.search).toEqual(search);
  expect(services?.tool).toEqual(on({ search: "service_healthy", db: "service_started" })); // a seed: the database is up then
});

test.each<[string, Record<string, Mapping>, string[][], string[][]]>([
  ["one that waits", { app: HEALTHY, db: {} }, [["db"], ["app"]], [[], []]],
  [
    "one that waits for another's end, and what depends on it",
    {
      web: on({ app: "service_started" }),
      app: on({ db: "service_healthy", migrate: "service_completed_successfully" }),
      migrate: HEALTHY,
      db: {},
      mail: {},
    },
    [["db", "mail"], ["migrate"], ["web", "app"]],
    [[], ["migrate"], []],
  ],
  [
    "several ways to one",
    { app: on({ api: "service_healthy", db: "service_healthy" }), api: HEALTHY, db: {} },
    [["db"], ["api"], ["app"]],
    [[], [], []],
  ],
  ["none that waits for health", { app: on({ db: "service_completed_successfully" }), db: {} }, [], []],
])("stages of a start: %s", (_, services, want, completed) => {
  const { stages } = staged({ services }, Object.keys(services));
  expect(stages.map((one) => one.services)).toEqual(want);
  expect(stages.map((one) => one.completed)).toEqual(completed);
});

/** How a stage with a database, and a migration that has to end, is met. */
async function met(more: Partial<Checking> & { readonly check?: Partial<HealthCheck> }, silent?: number) {
  const asked: (readonly string[])[] = [];
  const healthy = new Map([["db", { test: TEST, interval: 30, timeout: 5, ...more.check }]]);
  const result = await untilMet(
    { services: ["db", "migrate"], healthy, completed: ["migrate"] },
    {
      containers: async () => [UP, DONE],
      isOver: async () => false,
      until: performance.now() + 1_200,
      listens: () => true,
      engine: { get: async () => ({ Config: {} }) },
      ...more,
      run: async (argv, timeout) => {
        asked.push(argv);
        return more.run ? more.run(argv, timeout) : answer(0);
      },
    },
    new AbortController().signal,
    silent,
  );
  return { result, asked };
}
const answer = (code: number | null, stdout = "") => ({
  code,
  stdout,
  stderr: "",
  cut: false,
  seconds: 0,
  signal: null,
});
const UP = {
  id: "4f5c",
  service: "db",
  running: true,
  status: "running",
  image: { id: "sha256:1", exposed: [5432] as readonly number[] },
} as Container;
const DONE = { id: "77", service: "migrate", running: false, status: "exited", exitCode: 0 } as Container;
const gone = (exitCode: number) => [{ ...UP, running: false, status: "exited", exitCode }, DONE];

test("the check runs in the container until it succeeds, at most twice a second", async () => {
  const codes = [1, 1, 0];
  const began = performance.now();
  const { result, asked } = await met({
    until: began + 20_000,
    run: async () => answer(codes.shift()!),
  });
  expect(result).toBeNull();
  expect(asked).toEqual(Array(3).fill(["docker", "exec", "4f5c", "/bin/sh", "-c", "pg_isready"]));
  expect(performance.now() - began).toBeGreaterThan(950);
});

test("a program of a list, and that of the image, runs without a shell", async () => {
  const argv = ["redis-cli", "ping"];
  const engine = { get: async () => ({ Config: { Healthcheck: { Test: ["CMD", ...argv] } } }) };
  for (const more of [{ check: { test: ["CMD", ...argv] } }, { check: { test: undefined }, engine }])
    expect((await met(more)).asked).toEqual([["docker", "exec", "4f5c", ...argv]]);
});

test("all containers of a service have to be healthy", async () => {
  const containers = async () => [UP, { ...UP, id: "b1" }, DONE];
  const { result, asked } = await met({ containers });
  expect([result, asked.map((argv) => argv[2])]).toEqual([null, ["4f5c", "b1"]]);
  const run = async (argv: readonly string[]) => answer(argv[2] === "b1" ? 1 : 0);
  expect((await met({ containers, run })).result).toMatchObject({ how: "is not healthy: exit code 1" });
});

test("a service that does not listen is checked when Docker would have done so, one without a port at once", async () => {
  const listens = () => false;
  const worker = async () => [{ ...UP, image: { ...UP.image, exposed: [] } }, DONE];
  expect((await met({ listens, containers: worker })).result).toBeNull();
  expect((await met({ listens })).result).toMatchObject({
    how: "is not healthy: it does not listen for others",
    isLate: true,
  });
  const until = performance.now() + 60_000;
  for (const [interval, silent] of [
    [0.3, 0],
    [0.1, 0.3],
  ] as const) {
    const began = performance.now();
    const { result, asked } = await met({ listens, until, check: { interval } }, silent);
    expect([result, asked.length]).toEqual([null, 1]);
    expect(performance.now() - began).toBeGreaterThan(290);
  }
});

test.each<[string, Parameters<typeof met>[0], string, boolean]>([
  [
    "never succeeds",
    { run: async () => answer(2, "trying\nno connection\n") },
    "is not healthy: no connection",
    true,
  ],
  ["does not answer", { run: async () => answer(null) }, "is not healthy: no answer within 5 s", true],
  [
    "is of a service that ended",
    { containers: async () => gone(3), isOver: async () => true },
    "ended before it was ready: exited, exit code 3",
    false,
  ],
  [
    "is of a service that has done its work",
    { containers: async () => gone(0), isOver: async () => true },
    "ended",
    false,
  ],
  ["is missing", { check: { test: undefined } }, "has no health check, and others wait for one", false],
])("a check that %s ends the start", async (_, more, how, isLate) => {
  expect((await met(more)).result).toEqual({ service: "db", how, isLate });
});

test("as one is not as it must be, the others are not waited for", async () => {
  const containers = async () => [UP, { ...DONE, exitCode: 1 }];
  const began = performance.now();
  const { result } = await met({ containers, run: async () => answer(1), until: began + 60_000 });
  expect(result).toMatchObject({ service: "migrate" });
  expect(performance.now() - began).toBeLessThan(30_000);
});

test.each<[string, Partial<Container>, string, boolean]>([
  ["failed", { exitCode: 1 }, "ended before it was ready: exited, exit code 1", false],
  ["still runs", { status: "running" }, "has not ended in time, and others wait for its end", true],
])("a service whose end others wait for, and that %s, ends the start", async (_, more, how, isLate) => {
  const containers = async () => [UP, { ...DONE, ...more }];
  expect((await met({ containers })).result).toEqual({ service: "migrate", how, isLate });
});
