import { copyFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { K6Pairs } from "../load/k6/pairs/generator.ts";
import { Workload } from "../model/config.ts";
import type { PairBorder, PairGenerator, PairResult, PairsRequest } from "../model/ports.ts";
import type { Side } from "../model/schedule.ts";
import { K6_BINARY, LoadBench } from "./loadbench.ts";
import { type LocalServer, openServer } from "./server.ts";

const MODULE = fileURLToPath(new URL("../../workloads/steelyard.ts", import.meta.url));

/** Two small HTTP servers, a checkout with k6 scripts, and the generator that loads the ones with the others. */
export class PairsBench extends LoadBench {
  readonly generator: PairGenerator;
  readonly servers: Readonly<Record<Side, LocalServer>>;
  /** Borders crossed and, in between, the sides that were asked: the story of a run. */
  readonly story: (PairBorder | Side)[] = [];

  private constructor(
    servers: Readonly<Record<Side, LocalServer>>,
    literals: Readonly<Record<string, string>>,
  ) {
    super("steelyard pairs ü-", servers.base, servers.head);
    this.servers = servers;
    copyFileSync(MODULE, join(this.cwd, "steelyard.ts"));
    this.generator = new K6Pairs({ binary: K6_BINARY, version: "1.8.1", ...this.place, literals });
  }

  static async open(
    answers: Partial<Record<Side, RequestListener>> & { both?: RequestListener } = {},
    literals: Readonly<Record<string, string>> = {},
  ): Promise<PairsBench> {
    const story: (side: Side) => void = (side) => bench.story.push(side);
    const serve = (side: Side) => {
      const answer = answers[side] ?? answers.both ?? ((_, response) => void response.end("{}"));
      return openServer((request, response) => {
        story(side);
        answer(request, response);
      });
    };
    const bench = new PairsBench({ base: await serve("base"), head: await serve("head") }, literals);
    return bench;
  }

  url(side: Side): string {
    return this.servers[side].url;
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
}
