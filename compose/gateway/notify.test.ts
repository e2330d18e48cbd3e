import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { build } from "./app.ts";
import { MOST_WAITING, sessions } from "./notify.ts";
import { settings } from "./settings.ts";
import { embedded } from "./store.ts";

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});
async function gateway(env: Record<string, string> = {}, now = () => 0) {
  const app = build(settings({ LIMIT: "off", ...env }), embedded(), now);
  open.push(app);
  await app.ready();
  return app;
}
const notify = (app: FastifyInstance, tenant = "a", headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: "/v1/notifications",
    headers,
    payload: { tenant, user: "u1", message: "hi" },
  });

/** Everything a stream of the tenant's gets, in order. */
async function stream(app: FastifyInstance, tenant: string, headers: Record<string, string> = {}) {
  const got: unknown[] = [];
  const socket = await app.injectWS(`/v1/stream?tenant=${tenant}`, { headers });
  socket.on("message", (data: Buffer) => got.push(JSON.parse(String(data))));
  return { got, socket };
}
/** Until a condition holds; the test's own time limit ends it. */
async function until(condition: () => boolean) {
  while (!condition()) await new Promise((done) => setTimeout(done, 5));
}

test("every stream of the tenant gets it, and no other's", async () => {
  const app = await gateway();
  const [first, second, other] = [await stream(app, "a"), await stream(app, "a"), await stream(app, "b")];
  const answer = await notify(app);
  expect(answer.statusCode).toBe(202);
  await notify(app, "b");
  await until(() => first.got.length > 0 && second.got.length > 0 && other.got.length > 0);
  const { id } = answer.json();
  expect(first.got).toEqual([{ id, tenant: "a", user: "u1", message: "hi", at: expect.any(Number) }]);
  expect(second.got).toEqual(first.got);
  expect(other.got).toMatchObject([{ tenant: "b" }]);
  const page = (await app.inject("/metrics")).body;
  expect(page).toContain("\nstream_sessions 3\n");
  expect(page).toContain('stream_notifications_total{fate="delivered"} 3\n');
});

test("with a token configured, both want it", async () => {
  const app = await gateway({ NOTIFY_TOKEN: "t0ken" });
  const bearer = { authorization: "Bearer t0ken" };
  expect((await notify(app)).statusCode).toBe(401);
  expect((await notify(app, "a", { authorization: "Bearer other" })).statusCode).toBe(401);
  expect((await notify(app, "a", bearer)).statusCode).toBe(202);
  await expect(stream(app, "a")).rejects.toThrow("401");
  const { got } = await stream(app, "a", bearer);
  await notify(app, "a", bearer);
  await until(() => got.length === 1);
});

test("beyond what the platform carries it is refused, bypass or not", async () => {
  let time = 0;
  const app = await gateway({ NOTIFY_LIMIT: "2/1", BENCH_BYPASS: "bench" }, () => time);
  const statuses = async (n: number) => {
    const all = [];
    for (let i = 0; i < n; i++) all.push((await notify(app, "a", { "x-bench-bypass": "bench" })).statusCode);
    return all;
  };
  expect(await statuses(4)).toEqual([202, 202, 429, 429]);
  time = 1;
  expect(await statuses(2)).toEqual([202, 429]);
});

test.each([
  [{ tenant: "a", user: "u1" }, 400],
  [{ tenant: "a b", user: "u1", message: "hi" }, 400],
  [{ tenant: "a", user: "u1", message: "" }, 400],
])("%j is answered %i", async (payload, status) => {
  const app = await gateway();
  expect((await app.inject({ method: "POST", url: "/v1/notifications", payload })).statusCode).toBe(status);
});

test("a stream that does not read loses what it has no room for, and others do not", () => {
  const sent: string[] = [];
  const all = sessions();
  all.join("a", { bufferedAmount: MOST_WAITING + 1, send: () => sent.push("slow") });
  all.join("a", { bufferedAmount: MOST_WAITING, send: () => sent.push("quick") });
  all.deliver("a", "{}");
  expect(sent).toEqual(["quick"]);
  expect(all.counts).toEqual({ open: 2, delivered: 1, dropped: 1 });
});

test("a session that has left gets nothing, and leaves only once", () => {
  const sent: string[] = [];
  const session = { bufferedAmount: 0, send: (text: string) => sent.push(text) };
  const all = sessions();
  all.join("a", session);
  all.leave("a", session);
  all.leave("a", session);
  all.deliver("a", "{}");
  expect(sent).toEqual([]);
  expect(all.counts.open).toBe(0);
});
