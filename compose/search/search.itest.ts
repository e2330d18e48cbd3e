import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type SearchClient, searchClient } from "./client.ts";
import { documents, embedding, nearest } from "./vectors.ts";

// The search service as a process, asked over real connections: by its own client, and through the gateway.

const running: ChildProcess[] = [];
const clients: SearchClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Starts a script with nothing but this environment; the address that it says it listens on, where it does. */
async function start(path: string, env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [script], { env: { PORT: "0", ...env } });
  running.push(child);
  let err = "";
  child.stderr.on("data", (data) => {
    err += data;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, err }));
  const said = await Promise.race([once(child.stdout, "data"), ended.then(() => [""])]);
  return { child, ended, address: /listening on (\S+)/.exec(String(said[0]))?.[1] ?? "" };
}
const search = (env?: Record<string, string>) => start("main.ts", env);
const client = (address: string) => {
  const made = searchClient(address);
  clients.push(made);
  return made;
};
const never = new AbortController().signal;
/** Milliseconds for a call that is to be answered: a bound against hanging. */
const LONG = 10_000;

test("over gRPC come the nearest of the demo's documents, and nothing else for a k that is none", async () => {
  const { address, child, ended } = await search();
  const { nearest: ask } = client(address);
  const index = documents();
  for (const [text, k] of [
    ["red shoes", 10],
    ["ü'\"\\ {}", 1],
  ] as const) {
    const want = nearest(index, embedding(text, index.dimensions), k);
    const found = await ask({ text, k }, LONG, never);
    expect(found).toEqual({ hits: want.map(({ id, score }) => ({ id, score: expect.closeTo(score, 6) })) });
  }
  expect(await ask({ text: "a", k: 101 }, LONG, never)).toEqual({ lacking: "internal" });
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null, err: "" });
});

test("no index, no answer in time, nobody there, and given up: each is told apart", async () => {
  const off = await search({ SEARCH_INDEX: "off" });
  const { nearest: ask } = client(off.address);
  const query = { text: "a", k: 1 };
  expect(await ask(query, LONG, never)).toEqual({ lacking: "not_loaded" });
  expect(await ask(query, 20, never)).toEqual({ lacking: "timeout" }); // it looks for 100 ms
  const gone = new AbortController();
  const asked = ask(query, LONG, gone.signal);
  gone.abort();
  await expect(asked).rejects.toThrow("abort");
  await expect(ask(query, LONG, AbortSignal.abort())).rejects.toThrow("abort");
  expect(await ask(query, LONG, never)).toEqual({ lacking: "not_loaded" });
  off.child.kill("SIGKILL");
  await off.ended;
  expect(await ask(query, LONG, never)).toEqual({ lacking: "unavailable" });
  const [, port = ""] = off.address.split(":");
  await search({ PORT: port }); // a service that comes back is found again
  let found = await ask(query, LONG, never);
  while ("lacking" in found) found = await ask(query, LONG, never);
  expect(found.hits).toHaveLength(1);
});

test.each([
  [{ PORT: "grpc" }, "PORT is a port"],
  [{ SEARCH_INDEX: "maybe" }, "SEARCH_INDEX is on or off"],
  [{ HOST: "192.0.2.1" }, "cannot listen on 192.0.2.1"],
])("with %j it refuses to start", async (env, want) => {
  const { ended } = await search(env as Record<string, string>);
  expect(await ended).toMatchObject({ code: 1, err: expect.stringContaining(want) });
});

/** A gateway that asks the service at an address. */
async function gateway(address: string) {
  const { address: api } = await start("../gateway/main.ts", { SEARCH_ADDRESS: address, LIMIT: "off" });
  const find = (query: string, signal = AbortSignal.timeout(LONG)) =>
    fetch(`${api}/v1/search`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, k: 2 }),
      signal,
    });
  const metric = async (name: string) => {
    const page = await (await fetch(`${api}/metrics`)).text();
    return Number(
      page
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1] ?? 0,
    );
  };
  return { find, metric, page: async () => (await fetch(`${api}/metrics`)).text() };
}
const count = (type: string) => `search_duration_seconds_count{error_type="${type}"}`;

test("through the gateway: a miss, a hit, and both counted; before the first search its page has none of it", async () => {
  const { address } = await search();
  const { find, metric, page } = await gateway(address);
  expect(await page()).not.toContain("search");
  const [first, second] = [await find("shoes"), await find("shoes")];
  expect([first, second].map(({ status, headers }) => [status, headers.get("x-cache")])).toEqual([
    [200, "miss"],
    [200, "hit"],
  ]);
  const body = (await first.json()) as { hits: object[] };
  expect(body.hits).toHaveLength(2);
  expect(await second.json()).toEqual(body);
  expect((await find("")).status).toBe(400);
  expect(await metric(count("none"))).toBe(2);
  expect(await metric('search_cache_total{result="hit"}')).toBe(1);
  expect(await metric('search_cache_total{result="miss"}')).toBe(1);
  expect(await page()).toContain("\nsearch_abandoned_total 0\n");
});

test("without an index the gateway tries three times, a client may give up before, and a dead service is left alone", async () => {
  const { address, child, ended } = await search({ SEARCH_INDEX: "off" });
  const { find, metric } = await gateway(address);
  const refused = await find("shoes");
  expect([refused.status, await refused.json()]).toMatchObject([503, { error_type: "not_loaded" }]);
  expect(await metric(count("not_loaded"))).toBe(1);
  const spent = await metric('search_duration_seconds_sum{error_type="not_loaded"}');
  expect(spent).toBeGreaterThan(0.3 + 0.15); // three looks of 100 ms, two pauses of at least 50 and 100 ms
  await expect(find("shoes", AbortSignal.timeout(50))).rejects.toThrow("timeout");
  while ((await metric("search_abandoned_total")) === 0) await new Promise(setImmediate);
  expect(await metric(count("not_loaded"))).toBe(1); // it has no time
  child.kill("SIGKILL");
  await ended;
  const answers = [await find("a"), await find("b"), await find("c")];
  const types = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { error_type: string }).error_type),
  );
  // five attempts in succession without an answer: the second search is the one that has no third attempt
  expect(types).toEqual(["unavailable", "breaker_open", "breaker_open"]);
});

test("a gateway without a search service has no such endpoint", async () => {
  const { address: api } = await start("../gateway/main.ts", { LIMIT: "off" });
  expect((await fetch(`${api}/v1/search`, { method: "POST" })).status).toBe(404);
});
