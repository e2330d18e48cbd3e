import { once } from "node:events";
import http2 from "node:http2";
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { countCalls } from "./calls.ts";

test("calls by HTTP/2 are counted without a channel for them, as in Node.js before 24.2", async () => {
  const { connect } = http2;
  const load = createRequire(import.meta.url);
  const without = (name: string): unknown =>
    name === "node:diagnostics_channel" ? { channel: () => ({ subscribe() {} }) } : load(name);
  const calls = countCalls(without as NodeJS.Require);
  const stock = http2.createServer((_, answer) => answer.end("5")).listen(0, "127.0.0.1");
  try {
    await once(stock, "listening");
    const host = `127.0.0.1:${(stock.address() as AddressInfo).port}`;
    const client = http2.connect(`http://${host}`);
    const request = { ":path": "/shop.Stock/Get", "content-type": "application/grpc" };
    await once(client.request(request).resume(), "close");
    await once(client.request({ ":path": "/stock/alice" }).resume(), "close");
    client.close();
    expect([...calls].map(([text, [n]]) => [text, n])).toEqual([
      [`GET ${host}/shop.Stock/Get`, 1],
      [`GET ${host}`, 1],
    ]);
  } finally {
    stock.close();
    http2.connect = connect;
    syncBuiltinESMExports();
  }
});
