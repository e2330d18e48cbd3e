import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { environmentError } from "../base/errors.ts";
import type { Attach } from "../model/ports.ts";
import type { Profiler, Taken } from "../model/profiler.ts";
import { AGENTS, Answer, callsOf, Hello, samplingOf, treeOf, versionsOf } from "./answer.ts";
import { entriesIn } from "./files.ts";
import type { Placer } from "./places.ts";

/** A runtime whose processes load an agent of ours, or record themselves, by a variable of their environment. */
export interface Runtime {
  readonly source: Taken["source"];
  /** Seconds between two samples. */
  readonly interval: number;
  /**
   * Writes the agent of a service into a folder, and returns additions to its environment. The agent connects to the socket
   * there, sends a `Hello`, and then answers lines: `start` by `{}`, and `stop` by an `Answer`.
   *
   * @param own the variables that it has
   */
  enter(
    folder: string,
    service: string,
    own: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>;
  /** The folder in that folder which a service writes to; absent where an agent sends all. */
  readonly written?: (folder: string, service: string) => string;
}

/** Milliseconds in which a process must have begun. */
const SOON = 5_000;
/** Milliseconds in which it must have answered. Source maps of a large program take a while. */
const LATE = 30_000;
/** Bytes of an answer, at most. */
const MOST_BYTES = 64 * 2 ** 20;
/** Paths of sockets are no longer than this on any system. */
const LONGEST = 100;

/** Profiles the processes of a side's services that load an agent of ours. Other programs ignore its variables. */
export class AgentProfiler implements Profiler {
  readonly attach: Attach;
  private readonly folder: string;
  private readonly server: Server;
  private readonly processes = new Set<Process>();
  private readonly placed: Placer;
  private readonly runtimes: readonly Runtime[];

  /**
   * @param placed where a function's file belongs in the side's tree
   * @param parent where the folder is made that services see; a temporary folder where that is too deep for a socket. An
   *   engine that is no neighbour of this process often sees the checkout, and seldom its temporary folder
   * @throws SteelyardError (environment) where there is no place for the socket
   */
  constructor(placed: Placer, runtimes: readonly Runtime[], parent: string) {
    this.placed = placed;
    this.runtimes = runtimes;
    this.folder = madeFolder(parent);
    this.attach = {
      folder: this.folder,
      env: (service, own) =>
        Object.assign({}, ...runtimes.map((runtime) => runtime.enter(this.folder, service, own))),
      written: (service) =>
        runtimes
          .flatMap(({ written }) => written?.(this.folder, service) ?? [])
          .filter((one) => existsSync(one)),
    };
    this.server = createServer((socket) => {
      const one = new Process(socket);
      this.processes.add(one);
      socket.on("close", () => this.processes.delete(one));
    });
    this.server.on("error", () => {}); // nobody connects then, and it is said that there is no profile
    const path = join(this.folder, "socket");
    this.server.listen(path, () => chmodSync(path, 0o777)); // a container may run as another user
  }

  async begin(): Promise<readonly string[]> {
    const all = [...this.processes].map(async (one) => ((await one.ask("start", SOON)) === null ? [] : one));
    return (await Promise.all(all)).flat().flatMap(({ hello }) => hello?.service ?? []);
  }

  async end(): Promise<Taken[]> {
    const all = await Promise.all(
      [...this.processes].map(async (one) => ({ of: one.hello, text: await one.ask("stop", LATE) })),
    );
    const answers = all.flatMap(({ of, text }) => {
      const answer = text === null ? undefined : Answer.safeParse(text).data;
      return of === null || answer === undefined ? [] : [{ ...of, answer }];
    });
    return this.runtimes.flatMap(({ source, interval }) => {
      const mine = answers.filter((one) => one.source === source);
      return [...new Set(mine.map(({ service }) => service))].map((service) => {
        const own = mine.filter((one) => one.service === service).map(({ answer }) => answer);
        const sampling = samplingOf(own);
        const tree = treeOf(own, this.placed);
        const versions = versionsOf(own);
        const told = { ...(sampling && { sampling }), ...(versions && { versions }) };
        return { service, source, interval, ...told, ...tree, calls: callsOf(own) };
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.processes) one.close();
    await new Promise((done) => this.server.close(done));
    remove(this.folder);
  }
}

/** A folder that every user may read. Those of processes that were killed are removed. */
function madeFolder(parent: string): string {
  const places = [parent, realpathSync(tmpdir()), "/tmp"];
  const name = `${AGENTS}${process.pid}-`;
  const short = places.find((place) => join(place, `${name}123456/socket`).length <= LONGEST);
  try {
    if (short === undefined) throw new Error("its path is too long for a socket");
    for (const place of new Set(places)) sweep(place);
    const folder = mkdtempSync(join(short, name));
    chmodSync(folder, 0o755);
    return folder;
  } catch (cause) {
    throw environmentError("A folder for profilers cannot be made.", {
      where: join(places[0]!, AGENTS),
      cause,
    });
  }
}

/** Removes the folders of ours in a place that belong to no process any more, those of samplers as well. */
function sweep(place: string): void {
  for (const entry of entriesIn(place)) {
    const [, pid] = /^steelyard-(?:why|perf)-(\d+)-\w+$/.exec(entry.name) ?? [];
    if (pid === undefined || !entry.isDirectory() || runs(Number(pid))) continue;
    remove(join(place, entry.name));
  }
}

/** Removes a folder; but not the files of a container that ran as another user. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A process that connected. */
class Process {
  /** Null until it has said it. */
  hello: z.infer<typeof Hello> | null = null;
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
  ask(line: string, timeout: number): Promise<unknown> {
    if (this.socket.destroyed) return Promise.resolve(null);
    this.answer?.(null); // an earlier question that has no answer yet gets none
    return new Promise((resolve) => {
      const late = setTimeout(() => this.close(), timeout);
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
    this.receive(first);
  }

  private receive(line: string): void {
    try {
      const value: unknown = JSON.parse(line);
      if (this.hello === null) this.hello = Hello.parse(value);
      else this.answer?.(value);
    } catch {
      this.close();
    }
  }
}
