import type { RequestListener, Server } from "node:http";
import { K6Generator, type K6Options } from "../load/k6/generator.ts";
import { Workload } from "../model/config.ts";
import type { Generator, LoadRequest, LoadResult } from "../model/ports.ts";
import type { Observed } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";
import { K6_BINARY, LoadBench, observedOf } from "./loadbench.ts";
import { type LocalServer, openServer } from "./server.ts";

/** A small HTTP server and a checkout with k6 scripts, and the generator that loads the one with the others. */
export class K6Bench extends LoadBench {
  readonly generator: Generator;
  readonly server: Server;
  readonly url: string;
  measuring = 0;

  private constructor(opened: LocalServer, name: string, more: Partial<K6Options>) {
    super(name, opened);
    this.server = opened.server;
    this.url = opened.url;
    this.generator = new K6Generator({
      binary: K6_BINARY,
      version: "1.8.1",
      ...this.place,
      literals: {},
      ...more,
    });
  }

  static async open(
    answer?: RequestListener,
    name = "steelyard k6 ü-",
    more: Partial<K6Options> = {},
  ): Promise<K6Bench> {
    return new K6Bench(await openServer(answer), name, more);
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
    return observedOf(await this.load(this.request(...request)));
  }

  /** The failure of a trial that has to fail. */
  async failure(...request: Parameters<K6Bench["request"]>): Promise<{ code: string; message: string }> {
    const result = await this.load(this.request(...request));
    if (result.ok) throw new Error("the trial succeeded");
    return result.failure;
  }
}
