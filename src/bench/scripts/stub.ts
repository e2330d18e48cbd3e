import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import { answerCall, BothProtocols } from "../../load/k6/pairs/protocols.ts";

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
export const openStub = (): Promise<BothProtocols> =>
  BothProtocols.open(answering(), createHttp2().on("stream", answerCall));

function answering(): Server {
  const server = createServer((request, response) => {
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
