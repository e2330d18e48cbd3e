import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "../base/log.ts";
import { K6Pairs } from "../load/k6/pairs/generator.ts";
import { Workload } from "../model/config.ts";
import type { PairBorder, PairGenerator, PairResult, PairsRequest } from "../model/ports.ts";
import type { Side } from "../model/schedule.ts";

/** k6 as `obtainK6` leaves it; without it these tests cannot run, and fail saying so. */
export const K6 = join(homedir(), ".cache/steelyard/k6-v1.8.1/k6");
const MODULE = fileURLToPath(new URL("../../workloads/steelyard.ts", import.meta.url));

/** Two small HTTP servers, a checkout with k6 scripts, and the generator that loads the ones with the others. */
export class PairsBench implements AsyncDisposable {
  readonly cwd = mkdtempSync(join(tmpdir(), "steelyard pairs ü-"));
  readonly generator: PairGenerator;
  readonly servers: Readonly<Record<Side, Server>>;
  readonly said: string[] = [];
  /** Borders crossed and, in between, the sides that were asked: the story of a run. */
  readonly story: (PairBorder | Side)[] = [];

  private constructor(servers: Readonly<Record<Side, Server>>, literals: Readonly<Record<string, string>>) {
    this.servers = servers;
    const keep = (line: string) => void this.said.push(line);
    const log: Log = { info: keep, warn: keep, progress() {} };
    copyFileSync(MODULE, join(this.cwd, "steelyard.ts"));
    this.generator = new K6Pairs({
      binary: K6,
      version: "1.8.1",
      cwd: this.cwd,
      env: process.env,
      scratch: join(this.cwd, "scratch"),
      log,
      literals,
    });
  }

  static async open(
    answers: Partial<Record<Side, RequestListener>> & { both?: RequestListener } = {},
    literals: Readonly<Record<string, string>> = {},
  ): Promise<PairsBench> {
    const story: (side: Side) => void = (side) => bench.story.push(side);
    const serve = async (side: Side) => {
      const answer = answers[side] ?? answers.both ?? ((_, response) => void response.end("{}"));
      const server = createServer((request, response) => {
        story(side);
        answer(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return server;
    };
    const bench = new PairsBench({ base: await serve("base"), head: await serve("head") }, literals);
    return bench;
  }

  url(side: Side): string {
    return `http://127.0.0.1:${(this.servers[side].address() as AddressInfo).port}`;
  }

  write(path: string, text: string): string {
    writeFileSync(join(this.cwd, path), text);
    return path;
  }

  /** A request for pairs of this script: two of 300 ms after a short warm-up unless told otherwise. */
  request(
    script: string,
    { workload = {}, ...more }: Partial<Omit<PairsRequest, "workload">> & { workload?: object } = {},
  ): PairsRequest {
    const parsed = Workload.parse({ k6: this.write("script.ts", script), ...workload });
    return {
      name: "w",
      variant: null,
      workload: parsed,
      env: parsed.env,
      mode: "request",
      sides: {
        base: { targets: { api: this.url("base") }, headers: {} },
        head: { targets: { api: this.url("head") }, headers: {} },
      },
      warmup: 0.1,
      block: 0.3,
      pairs: 2,
      seed: 7,
      ...more,
    };
  }

  async pairs(
    ...request: Parameters<PairsBench["request"]>
  ): Promise<Awaited<ReturnType<PairGenerator["pairs"]>>> {
    const border = async (at: PairBorder) => void this.story.push(at);
    return this.generator.pairs(this.request(...request), border, new AbortController().signal);
  }

  /** The pairs of a run that has to succeed. */
  async good(...request: Parameters<PairsBench["request"]>): Promise<Extract<PairResult, { ok: true }>[]> {
    const { results } = await this.pairs(...request);
    return results.map((one) => {
      if (!one.ok) throw new Error(`${one.side}: ${one.failure.code}: ${one.failure.message}`);
      return one;
    });
  }

  finest(...request: Parameters<PairsBench["request"]>): ReturnType<PairGenerator["finest"]> {
    const { name, workload } = this.request(...request);
    return this.generator.finest(name, workload, new AbortController().signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of Object.values(this.servers)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    rmSync(this.cwd, { recursive: true, force: true });
  }
}
