import { createHash } from "node:crypto";
import { createServer as createHttp, type Server } from "node:http";
import { createServer as createHttp2, type Http2Server } from "node:http2";
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";

/** Fields that scripts look for in an answer: any login has a token, any list has something in it. */
const THING = {
  id: 1,
  _id: "1",
  name: "thing",
  token: "t",
  access_token: "t",
  accessToken: "t",
  status: "ok",
};
const ANSWER = JSON.stringify({ ...THING, data: { ...THING, items: [THING] }, user: THING, items: [THING] });

/** A service that answers everything that a script may ask on one port: HTTP, WebSocket and gRPC. */
export class Stub implements AsyncDisposable {
  private readonly sockets = new Set<Socket>();
  private readonly server: NetServer;

  private constructor(server: NetServer) {
    this.server = server;
    server.on("connection", (socket) => {
      this.sockets.add(socket.once("close", () => this.sockets.delete(socket)).on("error", () => {}));
    });
  }

  static async open(): Promise<Stub> {
    const [http, http2] = [answering(), calling()];
    const server = createServer((socket) => {
      socket.once("data", (first) => {
        socket.pause();
        socket.unshift(first);
        (first.toString("latin1").startsWith("PRI ") ? http2 : http).emit("connection", socket);
        process.nextTick(() => socket.resume());
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new Stub(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }
}

function answering(): Server {
  const server = createHttp((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json").end(ANSWER);
    });
  });
  return server.on("upgrade", (request, socket) => {
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.on("error", () => {}).on("data", () => {});
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
}

/** gRPC: an empty message, with which every field has its default. */
function calling(): Http2Server {
  const server = createHttp2();
  return server.on("stream", (stream) => {
    stream.on("error", () => {}).resume();
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.alloc(5));
  });
}
