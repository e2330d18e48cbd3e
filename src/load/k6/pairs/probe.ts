import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The targets that a script is probed with, each with an address of its own. */
export const PROBE_TARGETS = ["top", "setup", "base", "head"] as const;
export type ProbeTarget = (typeof PROBE_TARGETS)[number];

/** Servers that answer everything with an empty object, and record which of them got a connection. */
export class ProbeTargets implements AsyncDisposable {
  readonly urls: Readonly<Record<ProbeTarget, string>>;
  readonly reached = new Set<ProbeTarget>();
  private readonly servers: readonly Server[];

  private constructor(servers: readonly Server[]) {
    this.servers = servers;
    const url = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.urls = Object.fromEntries(PROBE_TARGETS.map((name, i) => [name, url(servers[i]!)])) as Record<
      ProbeTarget,
      string
    >;
    // A connection counts already: not all that scripts speak is HTTP.
    for (const [i, name] of PROBE_TARGETS.entries())
      servers[i]!.on("connection", () => this.reached.add(name));
  }

  static async open(): Promise<ProbeTargets> {
    const servers = PROBE_TARGETS.map(() => {
      const server = createServer((request, response) => {
        request.resume();
        response.setHeader("content-type", "application/json").end("{}");
      });
      return server.on("upgrade", (_, socket) => socket.destroy());
    });
    await Promise.all(
      servers.map((server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))),
    );
    return new ProbeTargets(servers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(this.servers.map((server) => new Promise((done) => server.close(done))));
  }
}
