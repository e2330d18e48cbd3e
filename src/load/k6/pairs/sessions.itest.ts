import { expect, test } from "vitest";
import { PairsBench } from "../../../testing/k6pairs.ts";
import { openSessions, PROTO } from "../../../testing/sessions.ts";

const LOOP = `export const options = { vus: 2, duration: "30s" };\n`;
const SIDE = "__ENV.STEELYARD_SIDE";
const ws = (url: string) =>
  `import ws from "k6/ws"; ${LOOP}
   export default function () { ws.connect(${url} + "/s?" + ${SIDE}, {}, (socket) => {
     socket.on("open", () => socket.send("hi")); socket.on("message", () => socket.close()); }); }`;
const websockets = (url: string) =>
  `import { WebSocket } from "k6/websockets"; ${LOOP}
   export default function () {
     const socket = new WebSocket(${url}); socket.onopen = () => socket.send("hi"); socket.onmessage = () => socket.close(); }`;
const grpc = (address: string, once: boolean) =>
  `import grpc from "k6/net/grpc"; ${LOOP} const client = new grpc.Client(); client.load(null, "a.proto");
   export default function () {
     ${once ? "if (__ITER === 0) " : ""}client.connect(${address}, { plaintext: true });
     client.invoke("a.S/Get", {}, { metadata: { side: "/s?" + ${SIDE} } });
     ${once ? "" : "client.close();"}
   }`;
const WS_URL = `__ENV.STEELYARD_TARGET_API.replace("http", "ws")`;
const HOST = `__ENV.STEELYARD_TARGET_API.replace("http://", "")`;

test.each([
  ["k6/ws, by a variable", ws(WS_URL)],
  ["k6/ws, by a literal", ws(`"ws://localhost:3000"`)],
  ["k6/websockets, by a variable", websockets(`${WS_URL} + "/s?" + ${SIDE}`)],
  ["k6/websockets, by a literal", websockets(`"ws://localhost:3000/s?" + ${SIDE}`)],
  ["k6/websockets, by an object", websockets(`{ toString: () => "ws://localhost:3000/s?" + ${SIDE} }`)],
  ["gRPC, by a variable", grpc(HOST, false)],
  ["gRPC, by a literal", grpc(`"localhost:3000"`, false)],
  ["gRPC, by a literal, one connection for all iterations", grpc(`"localhost:3000"`, true)],
])("sessions of each side are with its own service: %s", async (_, script) => {
  await using base = await openSessions();
  await using head = await openSessions();
  await using bench = await PairsBench.open({}, { "localhost:3000": "api" });
  bench.write("a.proto", PROTO);
  const sides = {
    base: { targets: { api: base.url }, headers: {} },
    head: { targets: { api: head.url }, headers: {} },
  };
  expect(await bench.finest(script)).toMatchObject({ mode: "request", why: null });
  for (const pair of await bench.good(script, { sides })) {
    expect([pair.base.errors, pair.head.errors]).toEqual([0, 0]);
    expect(Math.min(pair.base.requests, pair.head.requests)).toBeGreaterThan(0);
  }
  // The short run before the pairs has one side, and no variable with its name.
  const own = (asked: readonly string[]) => [...new Set(asked)].filter((one) => one !== "/s?undefined");
  expect([own(base.asked), own(head.asked)]).toEqual([["/s?base"], ["/s?head"]]);
});
