import { connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { expect, test } from "vitest";
import { ProbeTargets, TURN_PATH } from "./probe.ts";

test("a call of gRPC is answered with an empty message, and counts in its turn", async () => {
  await using targets = await ProbeTargets.open();
  await fetch(`${targets.urls.top}${TURN_PATH}head`);
  const session = connect(targets.urls.base);
  const stream = session.request({ ":method": "POST", ":path": "/shop.Items/List" });
  const trailers = new Promise((done) => stream.once("trailers", (all) => done(all["grpc-status"])));
  const chunks: Buffer[] = [];
  for await (const chunk of stream.end()) chunks.push(chunk);
  session.destroy();
  expect([Buffer.concat(chunks), await trailers]).toEqual([Buffer.alloc(5), "0"]);
  expect([targets.requests, targets.reached, targets.crossed]).toEqual([
    1,
    new Set(["base"]),
    new Set(["base"]),
  ]);
});

test("a connection that speaks neither HTTP/1 nor HTTP/2 ends, and counts", async () => {
  await using targets = await ProbeTargets.open();
  const socket = connectSocket(Number(new URL(targets.urls.head).port), "127.0.0.1");
  socket.on("error", () => {}).resume();
  socket.write(Buffer.from([0x16, 3, 1, 0, 5]));
  await new Promise((done) => socket.once("close", done));
  expect([targets.requests, targets.reached]).toEqual([1, new Set(["head"])]);
});
