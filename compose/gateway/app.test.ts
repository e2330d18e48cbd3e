import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { datasets } from "../seed/datasets.ts";
import { build } from "./app.ts";
import { settings } from "./settings.ts";
import { embedded } from "./store.ts";

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

/** A gateway with this environment; its clock stands still unless one is given. */
function gateway(env: Record<string, string> = {}, now = () => 0): FastifyInstance {
  const app = build(settings(env), embedded(), now);
  open.push(app);
  return app;
}

const post = (app: FastifyInstance, url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url,
    payload: JSON.stringify(payload),
    headers: { "content-type": "application/json", ...headers },
  });
const recommend = (app: FastifyInstance, body: object = {}, headers: Record<string, string> = {}) =>
  post(app, "/v1/recommend", { tenant: "demo", surface: "home", k: 20, ...body }, headers);

/** A gateway that holds the demo's ten events, and its artifact. */
async function seeded(env: Record<string, string> = {}): Promise<FastifyInstance> {
  const app = gateway({ LIMIT: "off", ...env });
  const { tenant, events } = datasets()[0]!;
  expect((await post(app, "/v1/events", { tenant, events })).json()).toEqual({ added: 10, known: 0 });
  await post(app, "/v1/artifacts", { tenant });
  return app;
}

// item-1: u1 twice, u2, u4. item-2: u1, u2, u5. item-3: u1, u3. item-4: u3.
const POPULAR = ["item-1 4", "item-2 3", "item-3 2", "item-4 1"];
// From u1's items 1, 2, 3: the pairs are 1-2 twice, 1-3, 2-3, 3-4 once each.
const RELATED_TO_U1 = ["item-1 3", "item-2 3", "item-3 2", "item-4 1"];

test.each([
  [{}, {}, POPULAR],
  [{ ARTIFACT: "on" }, {}, POPULAR],
  [{}, { k: 2 }, POPULAR.slice(0, 2)],
  [{ ALGO: "cooccurrence" }, { user: "u1" }, RELATED_TO_U1],
  [{ ALGO: "cooccurrence", ARTIFACT: "on" }, { user: "u1" }, RELATED_TO_U1],
  [{ ALGO: "cooccurrence" }, { surface: "product", item: "item-4" }, ["item-3 1", "item-1 4", "item-2 3"]],
] as const)("with %j, %j gets %j", async (env, body, want) => {
  const answer = await recommend(await seeded(env), body);
  expect(answer.statusCode).toBe(200);
  const { items, ...rest } = answer.json();
  expect(items.map((entry: { item: string; score: number }) => `${entry.item} ${entry.score}`)).toEqual(want);
  expect(rest).toEqual({
    tenant: "demo",
    algorithm: "ALGO" in env ? env.ALGO : "popularity",
    source: "ARTIFACT" in env ? "artifact" : "events",
  });
});

test.each([
  ["/v1/recommend", { tenant: "demo", surface: "home" }],
  ["/v1/recommend", { tenant: "demo", surface: "home", k: 0 }],
  ["/v1/recommend", { tenant: "demo", surface: "home", k: 101 }],
  ["/v1/recommend", { tenant: "demo", surface: "home", k: "20" }], // not coerced
  ["/v1/recommend", { tenant: "demo", surface: "moon", k: 1 }],
  ["/v1/recommend", { tenant: "../demo", surface: "home", k: 1 }],
  ["/v1/recommend", { tenant: "demo", surface: "home", k: 1, algorithm: "cooccurrence" }], // no override
  ["/v1/events", { tenant: "demo", events: [] }],
  ["/v1/events", { tenant: "demo", events: [{ id: "1", user: "u1" }] }],
  ["/v1/artifacts", {}],
])("%s refuses %j with 400", async (url, body) => {
  expect((await post(await seeded(), url, body)).statusCode).toBe(400);
});

test("ingesting again changes nothing, and a contradiction is refused", async () => {
  const app = await seeded();
  const { tenant, events } = datasets()[0]!;
  const there = async () => (await app.inject("/v1/tenants/demo")).json();
  const before = await there();
  expect(before).toMatchObject({ tenant: "demo", events: 10, artifact: { popularity: 4, cooccurrence: 4 } });
  expect((await post(app, "/v1/events", { tenant, events })).json()).toEqual({ added: 0, known: 10 });
  await post(app, "/v1/artifacts", { tenant });
  const other = await post(app, "/v1/events", { tenant, events: [{ ...events[0], item: "item-9" }] });
  expect([other.statusCode, other.json().message]).toEqual([409, expect.stringContaining("demo-1 ")]);
  expect(await there()).toEqual(before);
});

test("a tenant sees nothing of another's", async () => {
  const app = await seeded({ ALGO: "cooccurrence" });
  const before = (await recommend(app, { user: "u1" })).json();
  const events = ["item-1", "item-9"].map((item, i) => ({ id: `demo-${i + 1}`, user: "u1", item }));
  await post(app, "/v1/events", { tenant: "other", events });
  expect((await recommend(app, { user: "u1" })).json()).toEqual(before);
  const { items } = (await recommend(app, { tenant: "other", user: "u1" })).json();
  expect(items.map((entry: { item: string }) => entry.item)).toEqual(["item-1", "item-9"]);
});

test("unknown tenants and artifacts that were not built are 404", async () => {
  const app = await seeded({ ARTIFACT: "on" });
  await post(app, "/v1/events", { tenant: "fresh", events: [{ id: "1", user: "u1", item: "a" }] });
  expect((await recommend(app, { tenant: "fresh" })).json().message).toContain("no artifact");
  expect((await recommend(app, { tenant: "nobody" })).statusCode).toBe(404);
  expect((await app.inject("/v1/tenants/nobody")).statusCode).toBe(404);
  expect((await post(app, "/v1/artifacts", { tenant: "nobody" })).statusCode).toBe(404);
});

test("an artifact answers as of its publishing", async () => {
  const app = await seeded({ ARTIFACT: "on" });
  const count = async () => (await recommend(app)).json().items.length;
  await post(app, "/v1/events", { tenant: "demo", events: [{ id: "new", user: "u1", item: "item-5" }] });
  expect(await count()).toBe(4);
  await post(app, "/v1/artifacts", { tenant: "demo" });
  expect(await count()).toBe(5);
});

const statuses = async (n: number, request: () => Promise<{ statusCode: number }>) => {
  const list: number[] = [];
  for (let i = 0; i < n; i++) list.push((await request()).statusCode);
  return list;
};

test("the 31st request at once is told to come back, and health is not limited", async () => {
  let time = 0;
  const app = gateway({}, () => time);
  expect(await statuses(30, () => recommend(app))).toEqual(Array(30).fill(404)); // let in: there is no data
  const refused = await recommend(app);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect((await post(app, "/%761/recommend", { tenant: "demo", surface: "home", k: 1 })).statusCode).toBe(
    429,
  );
  expect(await statuses(40, () => app.inject("/health/live"))).toEqual(Array(40).fill(200));
  time = 1;
  expect((await statuses(16, () => recommend(app))).filter((status) => status === 429)).toHaveLength(1);
});

test.each([
  [{ BENCH_BYPASS: "secret" }, { "x-bench-bypass": "secret" }, true],
  [{ BENCH_BYPASS: "secret" }, { "x-bench-bypass": "Secret" }, false],
  [{ BENCH_BYPASS: "secret" }, { "x-bench-bypass": "" }, false],
  [{ BENCH_BYPASS: "secret" }, {}, false],
  [{ BENCH_BYPASS: "" }, { "x-bench-bypass": "" }, false],
  [{}, { "x-bench-bypass": "" }, false],
  [{}, { "x-bench-bypass": "undefined" }, false],
] as const)("with %j, %j passes the limits: %s", async (env, headers, passes) => {
  const app = await seeded({ ...env, LIMIT: "1/1", TENANT_LIMIT: "1/1" });
  // Seeding took the only token; the tenant's goes with the first request that gets so far.
  expect(await statuses(3, () => recommend(app, {}, headers))).toEqual(Array(3).fill(passes ? 200 : 429));
});

test("the tenant limit is each tenant's own, and off by default", async () => {
  const limited = await seeded({ TENANT_LIMIT: "2/1" });
  await post(limited, "/v1/events", { tenant: "other", events: [{ id: "1", user: "u1", item: "a" }] });
  expect(await statuses(3, () => recommend(limited))).toEqual([200, 200, 429]);
  expect((await recommend(limited, { tenant: "other" })).statusCode).toBe(200);
  const free = await seeded();
  expect(await statuses(50, () => recommend(free))).toEqual(Array(50).fill(200));
});

test("searches are there with a service for them, limited like everything else", async () => {
  const search = (app: FastifyInstance) => post(app, "/v1/search", { query: "", k: 1 });
  expect((await search(gateway())).statusCode).toBe(404);
  const app = gateway({ SEARCH_ADDRESS: "127.0.0.1:1", LIMIT: "1/1" });
  expect(await statuses(2, () => search(app))).toEqual([400, 429]);
  expect((await app.inject("/metrics")).body).not.toContain("search_"); // until there was one
});

test("faults hit their endpoint and no other", async () => {
  const app = await seeded({ FAULTS: "recommend.errors=100%" });
  expect((await recommend(app)).statusCode).toBe(500);
  expect((await app.inject("/health/live")).statusCode).toBe(200);
  const sick = gateway({ FAULTS: "health.errors=100%" });
  expect((await sick.inject("/health/live")).statusCode).toBe(500);
  expect((await sick.inject("/health/ready")).statusCode).toBe(200); // readiness has no faults: the stack comes up
});

test("readiness is the store's", async () => {
  const app = build(settings({}), { ...embedded(), ready: async () => false });
  open.push(app);
  expect((await app.inject("/health/ready")).statusCode).toBe(503);
  expect((await app.inject("/health/live")).statusCode).toBe(200);
});

test("metrics count by route and status, and not by path", async () => {
  const app = await seeded();
  await recommend(app);
  await recommend(app, { k: 0 });
  await app.inject("/v1/tenants/demo");
  await app.inject('/no/such"path');
  const page = (await app.inject("/metrics")).body;
  const count = (route: string, status: number) =>
    page
      .split("\n")
      .find((line) =>
        line.startsWith(`http_request_duration_seconds_count{route="${route}",status="${status}"}`),
      );
  expect(count("/v1/recommend", 200)).toMatch(/ 1$/);
  expect(count("/v1/recommend", 400)).toMatch(/ 1$/);
  expect(count("/v1/tenants/:tenant", 200)).toMatch(/ 1$/);
  expect(count("unmatched", 404)).toMatch(/ 1$/);
  expect(page).not.toContain("such");
});
