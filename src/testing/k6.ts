import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import { K6Generator, type K6Options } from "../load/k6/generator.ts";
import { Workload } from "../model/config.ts";
import type { Generator, LoadRequest, LoadResult } from "../model/ports.ts";
import type { Observed } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";

/** k6 as `obtainK6` leaves it; without it these tests cannot run, and fail saying so. */
export const K6_BINARY = join(homedir(), ".cache/steelyard/k6-v1.8.1/k6");

/** A small HTTP server and a checkout with k6 scripts, and the generator that loads the one with the others. */
export class K6Bench implements AsyncDisposable {
  readonly cwd: string;
  readonly said: string[] = [];
  readonly generator: Generator;
  readonly server: Server;
  measuring = 0;

  private constructor(server: Server, name: string, more: Partial<K6Options>) {
    this.server = server;
    this.cwd = mkdtempSync(join(tmpdir(), name));
    const keep = (line: string) => void this.said.push(line);
    const log: Log = { info: keep, warn: keep, progress() {} };
    const scratch = join(this.cwd, "scratch");
    this.generator = new K6Generator({
      binary: K6_BINARY,
      version: "1.8.1",
      cwd: this.cwd,
      env: process.env,
      scratch,
      log,
      literals: {},
      ...more,
    });
  }

  static async open(
    answer: RequestListener = (_, response) => response.end("ok"),
    name = "steelyard k6 ü-",
    more: Partial<K6Options> = {},
  ): Promise<K6Bench> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new K6Bench(server, name, more);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  write(path: string, text: string | Uint8Array): string {
    writeFileSync(join(this.cwd, path), text);
    return path;
  }

  /** A request for a trial of this script: 1 s after no warm-up unless told otherwise. */
  request(
    script: string,
    {
      slot = {},
      workload = {},
      ...more
    }: Partial<Omit<LoadRequest, "slot" | "workload">> & {
      slot?: Partial<Slot>;
      workload?: Record<string, unknown>;
    } = {},
  ): LoadRequest {
    const base: Slot = {
      index: 0,
      workload: "w",
      variant: null,
      side: "head",
      trial: 0,
      warmup: 0,
      duration: 1,
      seed: 7,
    };
    const parsed = Workload.parse({ k6: this.write("script.ts", script), ...workload });
    return {
      name: "w",
      workload: parsed,
      env: parsed.env,
      slot: { ...base, ...slot },
      targets: { api: this.url },
      headers: {},
      ...more,
    };
  }

  async load(request: LoadRequest, signal: AbortSignal = new AbortController().signal): Promise<LoadResult> {
    await this.generator.facts(request.name, request.workload, signal);
    return this.generator.load(request, () => void this.measuring++, signal);
  }

  /** The figures of a trial that has to succeed. */
  async observed(...request: Parameters<K6Bench["request"]>): Promise<Observed> {
    const result = await this.load(this.request(...request));
    if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
    return result.observed;
  }

  /** The failure of a trial that has to fail. */
  async failure(...request: Parameters<K6Bench["request"]>): Promise<{ code: string; message: string }> {
    const result = await this.load(this.request(...request));
    if (result.ok) throw new Error("the trial succeeded");
    return result.failure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.cwd, { recursive: true, force: true });
  }
}
