import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import type { Container } from "./container.ts";
import { untilAnswering } from "./ready.ts";

const never = new AbortController().signal;

const answer = { service: "web", port: 80, http: undefined };

/** Waits for a service behind a port that closes connections after so many milliseconds; null: never. */
async function waiting(closes: number | null, heard: (boolean | null)[], seconds: number) {
  const server = createServer((socket) => {
    if (closes !== null) setTimeout(() => socket.destroy(), closes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const web = { service: "web", ports: new Map([[80, port]]), status: "running", restarts: 0 };
  const containers = () => Promise.resolve([web as unknown as Container]);
  let looks = 0;
  const listens = () => heard[Math.min(looks++, heard.length - 1)]!;
  const starting = {
    containers,
    isOver: async () => false,
    until: performance.now() + 1000 * seconds,
    listens,
  };
  try {
    return { found: await untilAnswering([answer], starting, never), looks };
  } finally {
    server.close();
  }
}

test("a container that does not listen yet is not ready, though the engine's proxy keeps a connection for a while", async () => {
  const { found, looks } = await waiting(200, [false, false, true], 30);
  expect(found).toEqual(new Map([["web", expect.any(Number)]]));
  expect(looks).toBe(3);
});

test.each<[string, boolean | null]>([
  ["is not visible from here", null],
  ["has sockets that the kernel does not show", false],
])("one that %s is judged by the connection", async (_, heard) => {
  expect(await waiting(null, [heard], 30)).toMatchObject({ found: expect.any(Map), looks: 1 });
});

test("one that does not listen in time is late", async () => {
  expect((await waiting(200, [false], 0)).found).toEqual({
    service: "web",
    how: "was not ready in time: port 80 of web: the connection is closed at once",
    isLate: true,
  });
});
