import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Counter, Trend } from "k6/metrics";
import ws, { type Socket } from "k6/ws";
import type { Side } from "../steelyard.ts";
import { text } from "./env.ts";

const TENANT = text("TENANT", "bench");
const TOKEN = text("TOKEN", "");
const BYPASS = text("BENCH_BYPASS", "");

const headers = {
  ...(TOKEN && { authorization: `Bearer ${TOKEN}` }),
  ...(BYPASS && { "x-bench-bypass": BYPASS }),
};
const params = { headers: { "content-type": "application/json", ...headers }, tags: { name: "notify" } };

/** Milliseconds from the gateway's acceptance of a notification to its arrival at a session, both on one machine. */
const delivery = new Trend("notify_delivery", true);
const received = new Counter("notify_received");

/** One `POST /v1/notifications`. @param overload whether a refusal for want of capacity is an answer as well */
export function submit(side: Side, overload = false): void {
  const body = JSON.stringify({
    tenant: TENANT,
    user: `u${exec.vu.idInTest}`,
    message: "something happened",
  });
  const answer = http.post(`${side.target()}/v1/notifications`, body, side.params(params));
  if (overload) check(answer, { "accepted or refused": ({ status }) => status === 202 || status === 429 });
  else check(answer, { accepted: ({ status }) => status === 202 });
}

/**
 * One session on the tenant's stream, closed after so many seconds.
 *
 * @param told is called with each message, before it is counted
 */
export function session(side: Side, seconds: number, told: (socket: Socket) => void = () => {}): void {
  const url = `${side.target().replace(/^http/, "ws")}/v1/stream?tenant=${TENANT}`;
  const answer = ws.connect(url, { headers, tags: { name: "stream" } }, (socket) => {
    socket.on("message", (message) => {
      told(socket);
      received.add(1);
      delivery.add(Date.now() - (JSON.parse(message) as { at: number }).at);
    });
    socket.setTimeout(() => socket.close(), 1000 * seconds);
  });
  check(answer, { "switched protocols": ({ status }) => status === 101 });
}
