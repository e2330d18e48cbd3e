import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The targets that a script is probed with, each with an address of its own. */
export const PROBE_TARGETS = ["top", "base", "head"] as const;
export type ProbeTarget = (typeof PROBE_TARGETS)[number];

/** The path that tells the servers whose turn it is: `/steelyard-turn/base`, in a setup `/steelyard-turn/base?setup`. */
export const TURN_PATH = "/steelyard-turn/";
export const IN_SETUP = "?setup";

/** Servers that answer everything with an empty object, and record which of them got a connection, and in whose turn. */
export class ProbeTargets implements AsyncDisposable {
  readonly urls: Readonly<Record<ProbeTarget, string>>;
  readonly reached = new Set<ProbeTarget>();
  /** Targets that were reached in the turn of another. */
  readonly crossed = new Set<ProbeTarget>();
  private readonly servers: readonly Server[];
  /** Requests, those of a setup left out where it has a turn. */
  requests = 0;
  private turn: string | null = null;
  private inSetup = false;

  private constructor(servers: readonly Server[]) {
    this.servers = servers;
    const url = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.urls = Object.fromEntries(PROBE_TARGETS.map((name, i) => [name, url(servers[i]!)])) as Record<
      ProbeTarget,
      string
    >;
    for (const [i, name] of PROBE_TARGETS.entries()) {
      const server = servers[i]!;
      const asked = (request: IncomingMessage) => {
        if (request.url?.startsWith(TURN_PATH)) this.turned(request.url.slice(TURN_PATH.length));
        else this.seen(name);
      };
      server.on("request", asked).on("upgrade", asked);
      // Not all that scripts speak is HTTP/1.
      server.on("clientError", (_, socket) => {
        this.seen(name);
        socket.destroy();
      });
    }
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

  private turned(to: string): void {
    this.inSetup = to.endsWith(IN_SETUP);
    this.turn = this.inSetup ? to.slice(0, -IN_SETUP.length) : to;
  }

  private seen(name: ProbeTarget): void {
    if (!this.inSetup) this.requests++;
    this.reached.add(name);
    if (this.turn !== null && this.turn !== name) this.crossed.add(name);
  }
}
