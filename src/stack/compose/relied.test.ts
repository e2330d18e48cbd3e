import { expect, test } from "vitest";
import type { Container } from "./container.ts";
import { reliedOn, untilListening, waitingRemedy } from "./relied.ts";

const api = { api: { service: "gateway", port: 80 } };

test("the services that an endpoint depends on, directly or not", () => {
  const on = (...names: string[]) => ({
    depends_on: Object.fromEntries(names.map((name) => [name, { condition: "service_started" }])),
  });
  const services = {
    db: {},
    one: on("db"),
    two: on("db", "gateway"), // a circle is Compose's to refuse
    worker: on("db"),
    gateway: on("one", "two"),
  };
  expect(reliedOn({ services }, api)).toEqual(["db", "one", "two"]);
  expect(reliedOn({ services }, { api: { service: "db", port: 5432 } })).toEqual([]);
  expect(reliedOn({}, api)).toEqual([]);
});

test.each<[string, object, boolean]>([
  ["it waits for none", { db: { condition: "service_started" } }, true],
  ["it waits for its health check", { db: { condition: "service_healthy" } }, false],
  [
    "what it waits for does",
    { db: { condition: "service_started" }, migrate: { condition: "service_completed_successfully" } },
    false,
  ],
  ["Redis is up at once", { cache: { condition: "service_started" } }, false],
  ["it relies on none", {}, false],
])("the remedy names a database that a service does not wait for: %s", (_, depends_on, isNamed) => {
  const services = {
    db: { image: "postgres:16" },
    cache: { image: "redis:7" },
    migrate: { depends_on: { db: { condition: "service_healthy" } } },
    api: { depends_on },
  };
  expect(waitingRemedy({ services }, "api").includes("needs db at once")).toBe(isNamed);
});

const container = (service: string, more: Partial<Container>) =>
  ({
    service,
    id: "none",
    pid: 0,
    running: true,
    status: "running",
    restarts: 0,
    networks: ["one"],
    image: { id: "", name: "shop", exposed: [] },
    ...more,
  }) as Container;
const never = new AbortController().signal;

test("one that restarts again and again is named, and one that does not listen in all of the time is not waited for twice", async () => {
  const silent = new Set<string>();
  const restarting = { running: false, status: "restarting", restarts: 3 };
  const all = [container("one", restarting), container("one", restarting), container("two", {})];
  const waiting = (until: number, longest?: number) => {
    const reliance = { services: ["one", "two"], containers: () => Promise.resolve(all), silent, until };
    return untilListening(reliance, never, longest);
  };
  // Where others used up the time, nothing is known of it.
  expect(await waiting(performance.now() - 1)).toMatchObject({ mute: [], ended: "one" });
  expect(await waiting(performance.now() + 60_000, 0.05)).toMatchObject({ mute: ["one"], ended: "one" });
  expect([...silent]).toEqual(["one"]);
  expect(await waiting(performance.now() + 60_000, 0.05)).toMatchObject({ mute: [], ended: "one" });
});

test.each<[string, Partial<Container>, boolean, age?: number]>([
  ["restarts", { running: false, status: "restarting" }, true],
  ["has just been restarted", { restarts: 3 }, true, 0],
  ["was restarted a while ago", { restarts: 3 }, false, 10_000],
  ["has run a while before the end of the wait", { restarts: 3 }, false, 1_950],
  ["has just been started", {}, false, 0],
  ["ended", { running: false, status: "exited", restarts: 3 }, false],
])("one that nobody relies on and that %s ends again and again: %s", async (_, state, isEnding, age = 0) => {
  const startedAt = new Date(Date.now() - age).toISOString();
  const containers = async () => [container("other", { ...state, startedAt })];
  const until = performance.now() + 300;
  const reliance = { services: [], containers, silent: new Set<string>(), until };
  const ended = isEnding ? "other" : null;
  expect(await untilListening(reliance, never)).toMatchObject({ mute: [], ended });
});

test("one that ended, or cannot be seen from here, is not waited for", async () => {
  const all = [container("one", { running: false, status: "exited" }), container("two", { pid: 1 })];
  const containers = () => Promise.resolve(all);
  const until = performance.now() + 60_000;
  const reliance = { services: ["one", "two"], containers, silent: new Set<string>(), until };
  const heard = await untilListening(reliance, never);
  expect(heard).toEqual({ ready: new Map(), mute: [], ended: null });
});

test.each([
  ["a database has all of the time, as it may load its data first", "mysql:8", "running", true],
  ["one that ends again and again has not", "mysql:8", "restarting", false],
  ["nor has another service", "shop", "running", false],
])("%s", async (_, name, status, isLong) => {
  const containers = async () => [container("one", { status, image: { id: "", name, exposed: [] } })];
  const begin = performance.now();
  const reliance = {
    services: ["one"],
    containers,
    silent: new Set<string>(),
    until: begin + 600,
    listens: () => false,
  };
  expect(await untilListening(reliance, never, 0.05)).toMatchObject({ mute: ["one"] });
  expect(performance.now() - begin > 590).toBe(isLong);
});
