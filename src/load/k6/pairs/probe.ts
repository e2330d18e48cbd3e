import { createServer, type IncomingMessage } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import { answerCall, BothProtocols } from "./protocols.ts";

/** The targets that a script is probed with, each with an address of its own. */
export const PROBE_TARGETS = ["top", "base", "head"] as const;
export type ProbeTarget = (typeof PROBE_TARGETS)[number];

/**
 * The path that tells the servers whose turn it is: `/steelyard-turn/base`, in setup() and teardown()
 * `/steelyard-turn/base?around`.
 */
export const TURN_PATH = "/steelyard-turn/";
export const AROUND = "?around";

/**
 * Servers that answer everything with an empty object, and calls of gRPC with an empty message. They record which of them
 * was asked, and in whose turn.
 */
export class ProbeTargets implements AsyncDisposable {
  readonly urls: Record<ProbeTarget, string> = { top: "", base: "", head: "" };
  readonly reached = new Set<ProbeTarget>();
  /** Targets that were reached in the turn of another. */
  readonly crossed = new Set<ProbeTarget>();
  /** Requests, those of setup() and teardown() left out where these have a turn. */
  requests = 0;
  private readonly servers: BothProtocols[] = [];
  private turn: string | null = null;
  private around = false;

  private constructor() {}

  static async open(): Promise<ProbeTargets> {
    const targets = new ProbeTargets();
    for (const name of PROBE_TARGETS) {
      const server = await targets.server(name);
      targets.servers.push(server);
      targets.urls[name] = server.url;
    }
    return targets;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) await server[Symbol.asyncDispose]();
  }

  private server(name: ProbeTarget): Promise<BothProtocols> {
    const asked = ({ url }: IncomingMessage) => {
      if (url?.startsWith(TURN_PATH)) this.turned(url.slice(TURN_PATH.length));
      else this.seen(name);
    };
    const http = createServer((request, response) => {
      asked(request);
      request.resume();
      response.setHeader("content-type", "application/json").end("{}");
    });
    http.on("upgrade", (request, socket) => {
      asked(request);
      socket.destroy();
    });
    // Not all that scripts speak is HTTP.
    http.on("clientError", (_, socket) => {
      this.seen(name);
      socket.destroy();
    });
    const http2 = createHttp2().on("stream", (stream) => {
      this.seen(name);
      answerCall(stream);
    });
    return BothProtocols.open(http, http2);
  }

  private turned(to: string): void {
    this.around = to.endsWith(AROUND);
    this.turn = this.around ? to.slice(0, -AROUND.length) : to;
  }

  private seen(name: ProbeTarget): void {
    if (!this.around) this.requests++;
    this.reached.add(name);
    if (this.turn !== null && this.turn !== name) this.crossed.add(name);
  }
}
