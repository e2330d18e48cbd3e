import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { AgentProfiler } from "./agents.ts";

// Every user of the machine may write to the socket. Its input is data, and limited.
const parent = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-socket-")));
let profiler: AgentProfiler;
afterEach(async () => {
  await profiler[Symbol.asyncDispose]();
  rmSync(parent, { recursive: true });
});

async function connected(): Promise<Socket> {
  const path = join(profiler.attach.folder, "socket");
  await vi.waitUntil(() => existsSync(path));
  const socket = connect(path);
  socket.on("error", () => {}); // it is closed while it writes
  await new Promise((done) => socket.once("connect", done));
  return socket;
}
const closed = (socket: Socket) => new Promise((done) => socket.once("close", done));

test("who sends nonsense, no name of a service, or more than an answer may have is cut off, and has no profile", async () => {
  profiler = new AgentProfiler(() => null, [], parent);
  const endless = Buffer.alloc(2 ** 20, "x");
  for (const sent of ["nonsense\n", '{"service":7}\n', ...[Array.from({ length: 80 }, () => endless)]]) {
    const socket = await connected();
    const end = closed(socket);
    for (const part of [sent].flat()) socket.write(part);
    await end;
  }
  expect(await profiler.begin()).toEqual([]);
  expect(await profiler.end()).toEqual([]);
});
