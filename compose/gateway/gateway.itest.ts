import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Starts a script with nothing but this environment. */
function start(path: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script(path)], { env });
  running.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    said.out += data;
  });
  child.stderr.on("data", (data) => {
    said.err += data;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...said }));
  return { child, ended };
}

async function gateway(env: Record<string, string> = {}) {
  const { child, ended } = start("main.ts", { PORT: "0", ...env });
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const api = /^gateway listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString())?.[1];
  return { api: api!, child, ended };
}

const recommend = (api: string) =>
  fetch(`${api}/v1/recommend`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tenant: "demo", surface: "home", k: 20 }),
    signal: AbortSignal.timeout(10_000),
  });

/** Ends a gateway; generous, but well under the time a kill timer would take. */
async function stopped(
  { child, ended }: Awaited<ReturnType<typeof gateway>>,
  signal: NodeJS.Signals = "SIGTERM",
) {
  const began = Date.now();
  child.kill(signal);
  const outcome = await ended;
  expect(Date.now() - began).toBeLessThan(2_000);
  return outcome;
}

test("seeded twice it says the same, answers, and stops at SIGTERM", async () => {
  const server = await gateway();
  const seed = () => start("../seed/main.ts", { STEELYARD_TARGET_API: server.api }).ended;
  const first = await seed();
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(
    /^demo: 10 events, 4 popularity items, 4 co-occurrence rows, manifest [0-9a-f]{16}$/m,
  );
  expect(first.out).toMatch(/^bench: 4000 events, /m);
  expect(await seed()).toEqual(first);
  expect(await (await recommend(server.api)).json()).toMatchObject({ items: { length: 4 } });
  expect(await stopped(server)).toMatchObject({ code: 0, signal: null, err: "" });
  await expect(recommend(server.api)).rejects.toThrow();
});

test("open connections and long requests do not keep it from stopping", async () => {
  const server = await gateway({ FAULTS: "health.wait=60s" });
  const idle = connect(Number(new URL(server.api).port), "127.0.0.1");
  await once(idle, "connect");
  const stuck = fetch(`${server.api}/health/live`).then(
    () => "answered",
    () => "cut off",
  );
  // The gateway is known to hold the request once it answers another one that was sent later.
  await fetch(`${server.api}/health/ready`);
  expect(await stopped(server, "SIGINT")).toMatchObject({ code: 0, signal: null });
  expect(await stuck).toBe("cut off");
  idle.destroy();
});

test("a notification reaches the tenant's streams over a real WebSocket, and one that closes is forgotten", async () => {
  const server = await gateway({ LIMIT: "off" });
  const streams = ["a", "a", "b"].map(
    (tenant) => new WebSocket(`${server.api.replace("http", "ws")}/v1/stream?tenant=${tenant}`),
  );
  await Promise.all(streams.map((stream) => once(stream, "open")));
  const got = streams.map((stream) => once(stream, "message").then(([{ data }]) => JSON.parse(data)));
  const notify = async (tenant: string) => {
    const answer = await fetch(`${server.api}/v1/notifications`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tenant, user: "u1", message: `for ${tenant}` }),
    });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { id: string }).id;
  };
  const ids = [await notify("a"), await notify("b")];
  expect(await Promise.all(got)).toMatchObject([
    { id: ids[0], message: "for a" },
    { id: ids[0], message: "for a" },
    { id: ids[1], message: "for b" },
  ]);
  const open = async () =>
    /^stream_sessions (\d+)$/m.exec(await (await fetch(`${server.api}/metrics`)).text())?.[1];
  expect(await open()).toBe("3");
  streams[0]!.close();
  while ((await open()) !== "2") await new Promise((done) => setTimeout(done, 10));
  expect(await stopped(server)).toMatchObject({ code: 0, signal: null }); // streams that are open are no obstacle
});

test.each([
  [{ PORT: "http" }, "PORT: wanted a port"],
  [{ BENCH_BYPASS: "secret", NODE_ENV: "production" }, "BENCH_BYPASS: never with NODE_ENV=production"],
])("with %j it refuses to start", async (env, want) => {
  const { code, err } = await start("main.ts", env as Record<string, string>).ended;
  expect(code).toBe(1);
  expect(err).toContain(want);
  expect(err).not.toMatch(/\n\s+at /);
});

test("a port that is taken is named", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const { code, err } = await start("main.ts", { PORT: String(port) }).ended;
  other.close();
  expect(code).toBe(1);
  expect(err).toContain(`cannot listen on 127.0.0.1 port ${port}`);
});

test("the seed fails on what it does not expect", async () => {
  const server = await gateway({ LIMIT: "off" });
  const surplus = { tenant: "demo", events: [{ id: "surplus", user: "u1", item: "item-1" }] };
  await fetch(`${server.api}/v1/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(surplus),
  });
  const spoilt = await start("../seed/main.ts", { STEELYARD_TARGET_API: server.api }).ended;
  expect(spoilt.code).toBe(1);
  expect(spoilt.err).toContain("found demo: 11 events");
  expect(spoilt.err).toContain("expected demo: 10 events");
  await stopped(server);
  const refused = await start("../seed/main.ts", { STEELYARD_TARGET_API: server.api }).ended;
  expect([refused.code, refused.out]).toEqual([1, ""]);
  const nowhere = await start("../seed/main.ts", {}).ended;
  expect([nowhere.code, nowhere.err]).toEqual([
    1,
    expect.stringContaining("STEELYARD_TARGET_API is not set"),
  ]);
});
