import type { Server as HttpServer } from "node:http";
import type { Http2Server, ServerHttp2Stream } from "node:http2";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** The first bytes of HTTP/2, which gRPC speaks. */
const PREFACE = "PRI ";

/** A server of HTTP/1 and HTTP/2 on one port of 127.0.0.1. Its disposal ends all connections. */
export class BothProtocols implements AsyncDisposable {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    server.on("connection", (socket) => {
      this.sockets.add(socket.once("close", () => this.sockets.delete(socket)).on("error", () => {}));
    });
  }

  /** @param http and the other get the connections, and do not listen themselves */
  static async open(http: HttpServer, http2: Http2Server): Promise<BothProtocols> {
    const server = createServer((socket) => {
      socket.once("data", (first) => {
        socket.pause();
        socket.unshift(first);
        (first.toString("latin1").startsWith(PREFACE) ? http2 : http).emit("connection", socket);
        process.nextTick(() => socket.resume());
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new BothProtocols(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }
}

/** Answers a call of gRPC with an empty message, in which every field has its default. */
export function answerCall(stream: ServerHttp2Stream): void {
  stream.on("error", () => {}).resume();
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  stream.end(Buffer.alloc(5));
}
