import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import { answerCall, BothProtocols } from "../load/k6/pairs/protocols.ts";

/**
 * Accepts WebSocket handshakes, and answers a text with a text and a close with a close (RFC 6455, as far as that). Nothing
 * is sent unasked: `k6/websockets` loses a message that arrives before its `open` event.
 */
export function answerSockets(server: Server): void {
  server.on("upgrade", (request, socket) => {
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on("data", (bytes: Buffer) => {
      const kind = bytes[0]! & 0x0f;
      if (kind === 1) socket.write(Buffer.from([0x81, 2, ...Buffer.from("hi")]));
      if (kind === 8) socket.end(Buffer.from([0x88, 0]));
    });
    socket.on("error", () => {});
  });
}

/** A server of HTTP, WebSockets and gRPC on one port. Its disposal ends all connections. */
export interface Sessions extends AsyncDisposable {
  readonly url: string;
  /** The address of each handshake, and the `side` in the metadata of each call. */
  readonly asked: string[];
}

export async function openSessions(): Promise<Sessions> {
  const asked: string[] = [];
  const http = createServer((_, response) => void response.end("{}"));
  http.on("upgrade", ({ url }) => asked.push(url ?? ""));
  answerSockets(http);
  const http2 = createHttp2().on("stream", (stream, { side }) => {
    asked.push(String(side));
    answerCall(stream);
  });
  const server = await BothProtocols.open(http, http2);
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A service for calls of gRPC, in which messages are empty. */
export const PROTO = `syntax = "proto3"; package a; message M {} service S { rpc Get (M) returns (M); }`;
