import type { ClientHttp2Session } from "node:http2";

/** Calls of other services by HTTP: "GET pricing:8080", how many, and microseconds until the end of the answer. */
export type Calls = Map<string, [calls: number, micros: number]>;

/**
 * Counts calls of other services, by `node:http`, by `fetch`, and by `node:http2`. It is sent to a service as text, like the
 * agent, and so it refers to nothing outside of itself.
 */
export function countCalls(load: NodeJS.Require): Calls {
  const { channel } = load("node:diagnostics_channel") as typeof import("node:diagnostics_channel");
  const http2 = load("node:http2") as typeof import("node:http2");
  const { syncBuiltinESMExports } = load("node:module") as typeof import("node:module");
  const mostCallees = 200;
  const calls: Calls = new Map();
  const began = new WeakMap<object, number>();
  on("http.client.request.start", ({ request }) => {
    begin(request);
    request.once("close", () => end(request, `${request.method} ${request.getHeader("host")}`));
  });
  on("undici:request:create", ({ request }) => begin(request));
  for (const ended of ["undici:request:trailers", "undici:request:error"])
    on(ended, ({ request }) => end(request, `${request.method} ${new URL(request.origin).host}`));
  const connect = http2.connect as (...given: unknown[]) => ClientHttp2Session;
  try {
    http2.connect = asked as typeof http2.connect;
    syncBuiltinESMExports();
  } catch {} // where the runtime's objects are frozen, these calls are not counted
  return calls;

  /** Connects by HTTP/2, which has a channel only from Node.js 24.2 on. Functions of this name belong to their callers (`waits.ts`). */
  function asked(...given: unknown[]) {
    const session = connect(...given);
    const request = session.request.bind(session);
    session.request = function asked(...args) {
      const stream = request(...args);
      try {
        begin(stream);
        const { ":method": method, ":path": path = "", "content-type": type = "" } = stream.sentHeaders;
        const host = stream.sentHeaders[":authority"] ?? new URL(String(given[0])).host;
        // The path of gRPC is the name of a method; others may hold values.
        const isName =
          /^application\/grpc\b/.test(String(type)) && /^\/[\w.]{1,100}\/\w{1,100}$/.test(String(path));
        stream.once("close", () => end(stream, `${method} ${host}${isName ? path : ""}`));
      } catch {} // the service goes on without that being counted
      return stream;
    };
    return session;
  }

  // biome-ignore lint/suspicious/noExplicitAny: messages of channels have no type
  function on(name: string, heard: (message: any) => void) {
    channel(name).subscribe((message) => {
      try {
        heard(message);
      } catch {} // the service goes on without that being counted
    });
  }

  function begin(request: object) {
    began.set(request, performance.now());
  }

  function end(request: object, callee: string) {
    const from = began.get(request);
    const known = calls.get(callee) ?? (calls.size < mostCallees ? [0, 0] : undefined);
    if (from === undefined || known === undefined) return;
    began.delete(request);
    calls.set(callee, [known[0]! + 1, known[1]! + 1000 * (performance.now() - from)]);
  }
}
