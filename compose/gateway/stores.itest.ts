import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silent } from "../../src/base/log.ts";
import { ComposeStack } from "../../src/model/config.ts";
import type { RunningStack } from "../../src/model/ports.ts";
import { composeStacks } from "../../src/stack/compose/stack.ts";
import { noEngine, useEngine } from "../../src/testing/engine.ts";
import { KEPT } from "./cache.ts";
import { accepted } from "./notify.ts";
import type { Event } from "./recommend.ts";
import { cachedIn, connected, fannedOut, type Servers, served } from "./servers.ts";
import { manifest } from "./sources.ts";
import { embedded, type Store } from "./store.ts";

useEngine("kept");

// Both stores are asked the same things and must give the same answers: the real servers are the demo's.

const event = (id: string, user = "u1", item = "i1"): Event => ({ id, user, item });
const many = Array.from({ length: 1_000 }, (_, n) =>
  event(`m${(n * 7_919) % 1_000}`, `u${n % 13}`, `i${n % 31}`),
);

let stack: RunningStack | undefined;
let scratch: string;
let store: Store | undefined;
let servers: Servers;
beforeAll(async () => {
  if (noEngine !== null) return;
  scratch = mkdtempSync(join(tmpdir(), "steelyard-stores-"));
  const stacks = composeStacks({
    compose: ComposeStack.parse({
      files: ["compose/compose.yaml"],
      ready: { postgres: { port: 5432 }, redis: { port: 6379 } },
    }),
    endpoints: { pg: { service: "postgres", port: 5432 }, redis: { service: "redis", port: 6379 } },
    seed: undefined,
    cwd: resolve(import.meta.dirname, "../.."),
    env: process.env,
    log: silent,
    logs: join(scratch, "logs"),
    ledger: join(scratch, "running"),
    atEnd() {},
  });
  ({ stack } = await stacks.up({}, new AbortController().signal));
  const { host: pg } = new URL(stack.targets.pg!);
  const { host: redis } = new URL(stack.targets.redis!);
  servers = await connected({ database: `postgres://demo:demo@${pg}/demo`, redis: `redis://${redis}` });
  store = served(servers);
}, 120_000);
afterAll(async () => {
  await store?.close();
  await stack?.[Symbol.asyncDispose]();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
}, 60_000);

/** Everything asked in order, on a tenant of its own, and every answer. */
const DIALOGUES: Readonly<Record<string, (store: Store, tenant: string) => Promise<unknown>[]>> = {
  "a tenant that never was": (s, t) => [s.events(t), s.manifest(t)],
  "first events, in their order": (s, t) => [
    s.ingest(t, [event("b"), event("a"), event("c", "u2", "i2")]),
    s.events(t),
  ],
  "the same events again": (s, t) => [
    s.ingest(t, [event("a")]),
    s.ingest(t, [event("a"), event("b")]),
    s.events(t),
  ],
  "an event twice in a batch": (s, t) => [s.ingest(t, [event("a"), event("a")]), s.events(t)],
  "a contradiction with what is there": (s, t) => [
    s.ingest(t, [event("a")]),
    s.ingest(t, [event("new"), event("a", "other")]),
    s.events(t), // taken whole or not at all
  ],
  "a contradiction within a batch": (s, t) => [
    s.ingest(t, [event("a"), event("a", "u1", "other")]),
    s.events(t),
  ],
  "the first of several contradictions is named": (s, t) => [
    s.ingest(t, [event("x"), event("y")]),
    s.ingest(t, [event("y", "other"), event("x", "other")]),
  ],
  "a thousand events, shuffled": (s, t) => [s.ingest(t, many), s.ingest(t, many), s.events(t)],
  "names that are not plain": (s, t) => [s.ingest(t, [event("ü'\"\\", "{a,b}", "NULL")]), s.events(t)],
  "a manifest, and the one after it": (s, t) => [
    s.publish(t, manifest([event("a")])),
    s.manifest(t),
    s.publish(t, manifest(many)),
    s.manifest(t),
    s.manifest(t),
  ],
  readiness: (s) => [s.ready()],
};

describe.skipIf(noEngine !== null)("the store on real servers answers like the embedded one", () => {
  test.each(Object.keys(DIALOGUES))("%s", async (name) => {
    const answers = async (of: Store) => {
      const given: unknown[] = [];
      // One after the other: the answers depend on the order.
      const calls = queued(of);
      for (const answer of DIALOGUES[name]!(calls, `tenant-${name.replaceAll(" ", "-")}`))
        given.push(await answer);
      return given;
    };
    const want = await answers(embedded());
    expect(want.length).toBeGreaterThan(0);
    expect(await answers(store!)).toEqual(want);
  });

  test("a second gateway sees what the first one took in", async () => {
    await store!.ingest("shared", [event("a")]);
    expect(await store!.events("shared")).toHaveLength(1);
    const { host: pg } = new URL(stack!.targets.pg!);
    const { host: redis } = new URL(stack!.targets.redis!);
    const other = served(
      await connected({ database: `postgres://demo:demo@${pg}/demo`, redis: `redis://${redis}` }),
    );
    await other.ingest("shared", [event("b")]);
    await other.close();
    expect(await store!.events("shared")).toHaveLength(2);
  });
});

/** A store whose calls wait for one another. */
function queued(of: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  const wait = <T>(call: () => Promise<T>): Promise<T> => {
    const next = last.then(call);
    last = next.catch(() => {});
    return next;
  };
  return {
    ingest: (tenant, events) => wait(() => of.ingest(tenant, events)),
    events: (tenant) => wait(() => of.events(tenant)),
    publish: (tenant, one) => wait(() => of.publish(tenant, one)),
    manifest: (tenant) => wait(() => of.manifest(tenant)),
    ready: () => wait(() => of.ready()),
    close: () => wait(() => of.close()),
  };
}

test.skipIf(noEngine !== null)("a notification reaches every gateway, and the worker keeps it", async () => {
  const [one, other] = [fannedOut(servers), fannedOut(servers)];
  const heard: string[][] = [[], []];
  await one.listen((tenant, text) => heard[0]!.push(`${tenant} ${text}`));
  await other.listen((tenant, text) => heard[1]!.push(`${tenant} ${text}`));
  const notification = accepted("fanned", "u1", "it's said");
  await one.publish(notification);
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await new Promise((done) => setTimeout(done, 20));
  };
  await until(async () => heard.every(({ length }) => length > 0));
  const said = [`fanned ${JSON.stringify(notification)}`];
  expect(heard).toEqual([said, said]);
  const kept = () =>
    servers.pool.query('select id, "user", message, at from notifications where tenant = $1', ["fanned"]);
  await until(async () => (await kept()).rowCount === 1);
  const { id, user, message, at } = notification;
  expect((await kept()).rows).toEqual([{ id, user, message, at: new Date(at) }]);
  await one.close();
  await other.close();
});

test.skipIf(noEngine !== null)(
  "the cache is in Redis for a while, and as if empty where that is gone",
  async () => {
    const cache = cachedIn(servers);
    expect(await cache.get("search:1:a")).toBeNull();
    await cache.set("search:1:a", "ü{}");
    expect(await cache.get("search:1:a")).toBe("ü{}");
    const left = await servers.redis.ttl("search:1:a");
    expect(left).toBeGreaterThan(KEPT - 60);
    expect(left).toBeLessThanOrEqual(KEPT);
    const gone = servers.redis.duplicate(); // never connected
    await cachedIn({ redis: gone }).set("a", "b");
    expect(await cachedIn({ redis: gone }).get("a")).toBeNull();
  },
);
