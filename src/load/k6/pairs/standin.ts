import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The targets a script is tried against, each with an address of its own. */
export const STANDINS = ["top", "setup", "base", "head"] as const;
export type StandIn = (typeof STANDINS)[number];

/** Servers that answer everything with an empty object, and note which of them was asked for anything. */
export class StandIns implements AsyncDisposable {
  readonly urls: Readonly<Record<StandIn, string>>;
  readonly asked = new Set<StandIn>();
  private readonly servers: readonly Server[];

  private constructor(servers: readonly Server[]) {
    this.servers = servers;
    const url = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.urls = Object.fromEntries(STANDINS.map((name, i) => [name, url(servers[i]!)])) as Record<
      StandIn,
      string
    >;
    // A connection counts already: not all that scripts speak is HTTP.
    for (const [i, name] of STANDINS.entries()) servers[i]!.on("connection", () => this.asked.add(name));
  }

  static async open(): Promise<StandIns> {
    const servers = STANDINS.map(() => {
      const server = createServer((request, response) => {
        request.resume();
        response.setHeader("content-type", "application/json").end("{}");
      });
      return server.on("upgrade", (_, socket) => socket.destroy());
    });
    await Promise.all(
      servers.map((server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))),
    );
    return new StandIns(servers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(this.servers.map((server) => new Promise((done) => server.close(done))));
  }
}
