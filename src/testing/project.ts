import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "./bundles.ts";
import { runGit } from "./git.ts";

/** A service that answers after no time, and dies, hangs or fails as its environment says. */
export const SERVER = `
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
const { PORT, NEVER_READY, DIE_AFTER, BURN, STATUS } = process.env;
if (process.env.DIE === "1") { console.error("no database"); process.exit(7); }
let seen = 0;
const server = createServer((request, response) => {
  if (request.url === "/health") return void response.writeHead(NEVER_READY ? 503 : 200).end();
  if (DIE_AFTER && ++seen > Number(DIE_AFTER)) process.exit(9);
  const until = process.cpuUsage().user + Number(BURN ?? 0);
  while (process.cpuUsage().user < until);
  response.writeHead(Number(STATUS ?? 200), { "content-type": "application/json" }).end('{"items":[]}');
});
server.listen(Number(PORT), "127.0.0.1", () => writeFileSync("up.txt", String(process.pid)));
process.on("SIGTERM", () => process.exit(0));
`;

/** A light load: two users who pause, so that nothing here is saturated. */
export const SCRIPT = `
import { check, sleep } from "k6";
import http from "k6/http";
export const options = { vus: 1, duration: "1s" };
export default function () {
  const answer = http.get(__ENV.STEELYARD_TARGET_API + "/items", { tags: { name: "items" } });
  check(answer, { "is 200": (r) => r.status === 200 });
  sleep(0.005);
}
`;

export const SHOP_CONFIG = `
version: 1
stack:
  process:
    services:
      shop:
        run: ["node", "server.mjs"]
        ports: { 8080: PORT }
        ready: { http: /health, within: 10s }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse: { k6: load.ts, warmup: 0s, settle: 0s, measure: { duration: 200ms, trials: 3 } }
policy: { starts: 1, why: never }
`;

let withEngine = false;
/** Whether commands may use the container engine: while a test file has its turn with it (engine.ts). */
export const allowEngine = (allowed: boolean): void => {
  withEngine = allowed;
};
/** This process's variables. Without a turn, no engine answers: `down` would remove what another file left there. */
export const testEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(withEngine ? {} : { DOCKER_HOST: "unix:///nowhere/docker.sock" }),
});

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A checkout in a temporary folder, with one commit, on which the command line is run as people run it. */
export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "steelyard-project-"));
  /** Its own temporary folder: leftovers are visible, and other measurements' host locks do not interfere. */
  readonly temporary = mkdtempSync(join(tmpdir(), "steelyard-temporary-"));

  constructor(files: Readonly<Record<string, string>> = {}) {
    const all = { "server.mjs": SERVER, "load.ts": SCRIPT, ".github/steelyard.yml": SHOP_CONFIG, ...files };
    for (const [name, text] of Object.entries(all)) this.write(name, text);
    this.write(".gitignore", "up.txt\n.steelyard/\n");
    this.git("init", "-q", "-b", "main");
    this.commit("A shop");
  }

  /** A checkout with these files on main, on a branch `topic` of one more commit with the others. */
  static branch(base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>): Project {
    const project = new Project(base);
    project.git("switch", "-q", "-c", "topic");
    for (const [name, text] of Object.entries(head)) project.write(name, text);
    project.commit("A change");
    return project;
  }

  git(...args: string[]): string {
    return runGit({ cwd: this.folder }, ...args).trim();
  }

  /** Commits everything as it is. */
  commit(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  /** Content of a file. */
  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  json(name: string) {
    return JSON.parse(this.read(name));
  }

  /** The command line, started and not waited for. `wrap` puts a program before it. */
  start(argv: readonly string[], env: Record<string, string> = {}, wrap: readonly string[] = []): Started {
    const [program = "", ...args] = [...wrap, process.execPath, bundle("cli"), ...argv];
    return new Started(
      spawn(program, args, {
        cwd: this.folder,
        env: { ...testEnv(), CI: "", NO_COLOR: "1", TMPDIR: this.temporary, ...env },
      }),
    );
  }

  /** The command line, run to its end. */
  run(
    argv: readonly string[],
    env: Record<string, string> = {},
    wrap: readonly string[] = [],
  ): Promise<Finished> {
    return this.start(argv, env, wrap).finished;
  }

  /** Processes that live in this folder: services, seeds and generators that were left running. */
  living(): string[] {
    return readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid))
      .flatMap((pid) => {
        try {
          const cwd = readlinkSync(`/proc/${pid}/cwd`);
          if (![this.folder, this.temporary].some((folder) => cwd.startsWith(folder))) return [];
          return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`];
        } catch {
          return []; // it has ended meanwhile
        }
      });
  }

  /** Files in its temporary folder, except those of the engine's compilers. */
  left(): string[] {
    return readdirSync(this.temporary).filter((name) => name.startsWith("steelyard"));
  }

  /** Temporary files of an atomic write that was not finished, and scratch files, anywhere in the project. */
  leftovers(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith(".git/"))
      .filter((name) => /\.\d{6,}$|\.tmp$|scratch\/./.test(name));
  }

  [Symbol.dispose](): void {
    for (const line of this.living()) {
      try {
        process.kill(Number(line.split(" ")[0]), "SIGKILL");
      } catch {
        // it has already ended
      }
    }
    for (const folder of [this.folder, this.temporary]) rmSync(folder, { recursive: true, force: true });
  }
}

/** A command line under way. */
export class Started {
  readonly finished: Promise<Finished>;
  private readonly child: ChildProcess;
  private readonly text = { out: "", err: "" };

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding("utf8").on("data", (part) => {
      this.text.out += part;
    });
    child.stderr?.setEncoding("utf8").on("data", (part) => {
      this.text.err += part;
    });
    this.finished = new Promise((done, failed) => {
      child.on("error", failed);
      child.on("close", (code) => done({ code, ...this.text }));
    });
  }

  get err(): string {
    return this.text.err;
  }

  get out(): string {
    return this.text.out;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until something is true; fails when the program ended before, or after a long time. */
  async until(what: string, condition: () => boolean): Promise<void> {
    const began = Date.now();
    while (!condition()) {
      if (this.child.exitCode !== null) throw new Error(`ended before ${what}:\n${this.text.err}`);
      if (Date.now() - began > 200_000) throw new Error(`waited in vain for ${what}:\n${this.text.err}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}
