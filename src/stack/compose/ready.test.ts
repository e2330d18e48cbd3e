import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import type { Container } from "./container.ts";
import { untilAnswering } from "./ready.ts";

const never = new AbortController().signal;

test.each<[string, (boolean | null)[], number]>([
  [
    "a container that does not listen yet is not ready, though the engine's proxy accepts",
    [false, false, true],
    3,
  ],
  ["one that is not visible from here is judged by the connection", [null], 1],
])("%s", async (_, heard, looks) => {
  await using proxy = await accepting();
  const web = { service: "web", ports: new Map([[80, proxy.port]]), status: "running", restarts: 0 };
  const containers = () => Promise.resolve([web as unknown as Container]);
  const asked: (boolean | null)[] = [];
  const listens = () => {
    const one = heard[asked.length] ?? null;
    asked.push(one);
    return one;
  };
  const starting = { containers, isOver: async () => false, until: performance.now() + 10_000, listens };
  const found = await untilAnswering([{ service: "web", port: 80, http: undefined }], starting, never);
  expect(found).toEqual(new Map([["web", expect.any(Number)]]));
  expect(asked).toHaveLength(looks);
});

test("a service that does not listen in time is named with that", async () => {
  await using proxy = await accepting();
  const web = { service: "web", ports: new Map([[80, proxy.port]]), status: "running", restarts: 0 };
  const containers = () => Promise.resolve([web as unknown as Container]);
  const starting = { containers, isOver: async () => false, until: 0, listens: () => false };
  expect(await untilAnswering([{ service: "web", port: 80, http: undefined }], starting, never)).toEqual({
    service: "web",
    how: "was not ready in time: port 80 of web: nothing in the container listens for others yet",
    isLate: true,
  });
});

/** A server that accepts connections and keeps them open, as a proxy may before the service listens. */
async function accepting() {
  const server = createServer(() => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())) };
}
