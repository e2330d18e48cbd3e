import { getEventListeners } from "node:events";
import { createServer as createSocketServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { Interrupted } from "../base/errors.ts";
import { silent } from "../base/log.ts";
import { ExternalStack } from "../model/config.ts";
import { openServer } from "../testing/server.ts";
import { externalStacks } from "./external.ts";
import { freePorts, HOST } from "./port.ts";
import { accepts, answers, untilReady } from "./ready.ts";

const never = new AbortController().signal;
let ready = true;
const seen: string[] = [];
const server = await openServer((request, response) => {
  seen.push(request.headers.authorization ?? "");
  if (request.url === "/reset") return void request.socket.destroy();
  if (request.url === "/forever") {
    for (let i = 0; i < 100; i++) response.write("x".repeat(10_000));
    return; // sends headers, but never the end
  }
  response.statusCode = ready ? Number(request.url?.slice(1)) || 200 : 503;
  response.end();
});
const base = server.url;
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  ["/200", { ready: true }],
  ["/204", { ready: true }],
  ["/302", { ready: true }],
  ["/forever", { ready: true }], // headers are enough
  ["/400", { ready: false, seen: "status 400" }],
  ["/503", { ready: false, seen: "status 503" }],
  ["/reset", { ready: false }],
])("an answer to %s is %j", async (path, want) => {
  expect(await answers(base + path, {}, never)).toMatchObject(want);
});

test("an abort ends a probe, and probes leave no listener on the signal", async () => {
  const abort = new AbortController();
  const [port = 0] = await freePorts(1);
  for (let look = 0; look < 12; look++) {
    await accepts(HOST, port, abort.signal);
    await answers(`http://${HOST}:${port}/`, {}, abort.signal);
  }
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  abort.abort();
  expect(await accepts(HOST, port, abort.signal)).toEqual({ ready: false, seen: "interrupted" });
});

test("a closed port and a port without HTTP are not ready", async () => {
  const [port = 0] = await freePorts(1);
  const refused = { ready: false, seen: "connection refused" };
  expect(await answers(`http://${HOST}:${port}/`, {}, never)).toEqual(refused);
  expect(await accepts(HOST, port, never)).toEqual(refused);
  const dumb = createSocketServer((socket) => {
    socket.on("error", () => {}); // the client disconnects
    socket.end("SSH-2.0\n", () => socket.destroy());
  });
  await new Promise<void>((resolve) => dumb.listen(port, HOST, () => resolve()));
  expect(await answers(`http://${HOST}:${port}/`, {}, never)).toMatchObject({ ready: false });
  expect(await accepts(HOST, port, never)).toEqual({ ready: true });
  await new Promise((resolve) => dumb.close(resolve));
});

test("probes until it is ready, late, over or aborted", async () => {
  const waiting = { promise: new Promise(() => {}), is: () => false };
  let looks = 0;
  const third = async () =>
    ++looks === 3 ? { ready: true as const } : { ready: false as const, seen: "no" };
  expect(await untilReady(third, 60, never, waiting)).toEqual({ outcome: "ready" });
  expect(looks).toBe(3);

  const not = async () => ({ ready: false as const, seen: "no" });
  expect(await untilReady(not, 0.05, never, waiting)).toEqual({ outcome: "late", seen: "no" });

  let dead = false;
  const death = new Promise<void>((resolve) =>
    setTimeout(() => {
      dead = true;
      resolve();
    }, 30),
  );
  expect(await untilReady(not, 60, never, { promise: death, is: () => dead })).toEqual({ outcome: "over" });
  const somebody = async () => ({ ready: true as const });
  expect(await untilReady(somebody, 60, never, { promise: death, is: () => true })).toEqual({
    outcome: "over",
  });

  const abort = new AbortController();
  setTimeout(() => abort.abort(new Interrupted("SIGINT")), 30);
  await expect(untilReady(not, 60, abort.signal, waiting)).rejects.toMatchObject({ by: "SIGINT" });
});

test("waits for an external stack with its headers, and does not print its secrets", async () => {
  const external = (within: string) =>
    ExternalStack.parse({
      endpoints: { api: { url: `${base}/`, headers: { authorization: { env: "KEY", prefix: "Bearer " } } } },
      ready: { http: "/200", within },
    });
  const up = (within: string) =>
    externalStacks({
      external: external(within),
      seed: undefined,
      cwd: "/",
      env: { KEY: "s3cret" },
      log: silent,
    });
  ready = false;
  seen.length = 0;
  const coming = up("30s").up({}, never);
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  ready = true;
  const { stack } = await coming;
  expect(stack.headers).toEqual({ api: { authorization: "Bearer s3cret" } });
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set(seen)).toEqual(new Set(["Bearer s3cret"]));

  ready = false;
  const error = await up("200ms")
    .up({}, never)
    .catch((thrown) => thrown);
  ready = true;
  expect(error).toMatchObject({ fault: "environment", where: `${base}/200` });
  expect(error.message).toBe('The endpoint "api" was not ready within 0.2 s: status 503.');
  expect(JSON.stringify([error.message, error.where, error.remedy])).not.toContain("s3cret");
});
