import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentError } from "../../base/errors.ts";
import type { Attach, Profiler, Taken } from "../../model/ports.ts";
import type { Placer } from "../places.ts";
import { agent } from "./agent.ts";
import { Answer, Hello, treeOf } from "./answer.ts";

/** Microseconds between two samples. */
const INTERVAL = 500;
/** Milliseconds in which a process must have begun, and have answered. Source maps of a large program take a while. */
const [SOON, LATE] = [5_000, 30_000];
/** Bytes of an answer, at most. */
const MOST_BYTES = 64 * 2 ** 20;
/** Paths of sockets are no longer than this on any system. */
const LONGEST = 100;
/** The oldest Node.js in which the agent runs. */
const OLDEST = 18;

/**
 * Profiles the Node.js processes of a side's services. Every one of them loads a module of ours first, through
 * `NODE_OPTIONS`, and connects to a socket in a folder of ours. Other programs ignore the variable.
 *
 * @param placed where a function's file belongs in the side's tree
 * @throws SteelyardError (environment) where there is no place for the socket
 */
export function nodeProfiler(placed: Placer): Profiler {
  return new NodeProfiler(placed);
}

class NodeProfiler implements Profiler {
  readonly attach: Attach;
  private readonly folder: string;
  private readonly server: Server;
  private readonly processes = new Set<Process>();
  private readonly placed: Placer;

  constructor(placed: Placer) {
    this.placed = placed;
    this.folder = madeFolder();
    writeFileSync(join(this.folder, "agent.cjs"), `module.exports = ${agent};\n`);
    this.attach = { folder: this.folder, env: (service, own) => this.envOf(service, own) };
    this.server = createServer((socket) => {
      const one = new Process(socket);
      this.processes.add(one);
      socket.on("close", () => this.processes.delete(one));
    });
    this.server.on("error", () => {}); // nobody connects then, and it is said that there is no profile
    const path = join(this.folder, "socket");
    this.server.listen(path, () => chmodSync(path, 0o777)); // a container may run as another user
  }

  async begin(): Promise<void> {
    await Promise.all([...this.processes].map((one) => one.ask("start", SOON)));
  }

  async end(): Promise<Taken[]> {
    const all = await Promise.all(
      [...this.processes].map(async (one) => ({ service: one.service, text: await one.ask("stop", LATE) })),
    );
    const answers = all.flatMap(({ service, text }) => {
      const answer = text === null ? undefined : Answer.safeParse(text).data;
      return service === null || answer === undefined ? [] : [{ service, answer }];
    });
    return [...new Set(answers.map(({ service }) => service))].map((service) => ({
      service,
      source: "node",
      interval: INTERVAL / 1e6,
      ...treeOf(
        answers.filter((one) => one.service === service).map(({ answer }) => answer),
        this.placed,
      ),
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.processes) one.close();
    await new Promise((done) => this.server.close(done));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Its module is loaded before all others that the service's own options name. */
  private envOf(service: string, { NODE_OPTIONS = "" }: Readonly<Record<string, string>>) {
    const file = join(this.folder, `${service}.cjs`);
    const call = `require("./agent.cjs")(require, __dirname, ${JSON.stringify(service)}, ${INTERVAL})`;
    writeFileSync(file, `try { if (parseInt(process.versions.node) >= ${OLDEST}) ${call}; } catch {}\n`);
    return { NODE_OPTIONS: `--require ${JSON.stringify(file)} ${NODE_OPTIONS}`.trim() };
  }
}

/** A folder that every user may read. */
function madeFolder(): string {
  const places = [realpathSync(tmpdir()), "/tmp"].map((place) => join(place, "steelyard-why-"));
  const short = places.find((place) => `${place}123456/socket`.length <= LONGEST);
  try {
    if (short === undefined) throw new Error("its path is too long for a socket");
    const folder = mkdtempSync(short);
    chmodSync(folder, 0o755);
    return folder;
  } catch (cause) {
    throw environmentError("A folder for profilers cannot be made.", { where: places[0]!, cause });
  }
}

/** A process that connected. */
class Process {
  /** Null until it has said it. */
  service: string | null = null;
  private readonly socket: Socket;
  private heard: Buffer[] = [];
  private bytes = 0;
  private answer: ((value: unknown) => void) | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (more: Buffer) => this.hear(more));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.answer?.(null));
  }

  /** Sends a line and resolves to its answer; to null where there is none in time. */
  ask(line: string, patience: number): Promise<unknown> {
    if (this.socket.destroyed) return Promise.resolve(null);
    return new Promise((resolve) => {
      const late = setTimeout(() => this.close(), patience);
      this.answer = (value) => {
        clearTimeout(late);
        this.answer = null;
        resolve(value);
      };
      this.socket.write(`${line}\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private hear(more: Buffer): void {
    this.bytes += more.length;
    if (this.bytes > MOST_BYTES) this.close();
    this.heard.push(more);
    if (!more.includes("\n")) return;
    const [first = "", ...rest] = Buffer.concat(this.heard).toString().split("\n");
    const left = rest.join("\n");
    this.heard = left === "" ? [] : [Buffer.from(left)];
    this.bytes = left.length;
    this.said(first);
  }

  private said(line: string): void {
    try {
      const value: unknown = JSON.parse(line);
      if (this.service === null) this.service = Hello.parse(value).service;
      else this.answer?.(value);
    } catch {
      this.close();
    }
  }
}
