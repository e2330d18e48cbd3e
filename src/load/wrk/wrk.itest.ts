import { readdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Workload } from "../../model/config.ts";
import type { LoadResult } from "../../model/ports.ts";
import { observedOf as good, LoadBench } from "../../testing/loadbench.ts";
import { slot } from "../../testing/plans.ts";
import { type LocalServer, openServer } from "../../testing/server.ts";
import { WrkGenerator } from "./generator.ts";
import { obtainWrk } from "./obtain.ts";

/** A server and a checkout, and real wrk between them. */
class Bench extends LoadBench {
  readonly url: string;
  /** Requests that had come when the measured part began. */
  readonly borders: number[] = [];

  private constructor(opened: LocalServer) {
    super("steelyard wrk ü-", opened);
    this.url = opened.url;
  }

  static async open(answer?: RequestListener): Promise<Bench> {
    return new Bench(await openServer(answer));
  }

  async generator(binary?: string) {
    const wrk = await obtainWrk(process.env, new AbortController().signal);
    return new WrkGenerator({ ...wrk, ...this.place, ...(binary === undefined ? {} : { binary }) });
  }

  async load(
    wrk: Record<string, unknown> = {},
    {
      lua,
      binary,
      headers = {},
      url = this.url,
      signal = new AbortController().signal,
      ...more
    }: {
      lua?: string;
      binary?: string;
      headers?: Record<string, string>;
      url?: string;
      warmup?: number;
      timeout?: number;
      signal?: AbortSignal;
    } = {},
  ): Promise<LoadResult> {
    const script = lua === undefined ? {} : { script: this.write("load.lua", lua) };
    const limit = more.timeout === undefined ? {} : { timeout: more.timeout };
    const workload = Workload.parse({
      wrk: { connections: 2, ...script, ...wrk },
      env: { WHO: "env" },
      ...limit,
    });
    const generator = await this.generator(binary);
    if (binary === undefined) await generator.facts("w", workload, signal);
    const result = await generator.load(
      {
        name: "w",
        workload,
        env: workload.env,
        slot: slot({ duration: 1, warmup: more.warmup ?? 0 }),
        targets: { api: url },
        headers: { api: headers },
      },
      () => void this.borders.push(this.requests),
      signal,
    );
    expect(readdirSync(join(this.cwd, "scratch"))).toEqual([]);
    return result;
  }
}

test("a warm-up that is discarded, then a measured run: what wrk counts is what came", async () => {
  await using bench = await Bench.open();
  const observed = good(await bench.load({}, { warmup: 0.5 }));
  expect(bench.borders).toHaveLength(1);
  const [before = 0] = bench.borders;
  expect(before).toBeGreaterThan(0);
  // each connection may have a request on its way when wrk stops counting, and the border none
  const came = bench.requests - before;
  expect(observed.requests).toBeGreaterThanOrEqual(came - 4);
  expect(observed.requests).toBeLessThanOrEqual(came);
  expect(observed).toMatchObject({ errors: 0, statuses: { other: observed.requests } });
  expect(observed.metrics.http_req_duration).toMatchObject({ kind: "trend", unit: "s" });
  expect(observed.metrics.http_reqs).toMatchObject({ count: observed.requests });
  expect(observed.generator.cpu).toBeGreaterThan(0);
});

test("the user's Lua is kept: request, response, init, delay, done; secrets are sent and not in any argument", async () => {
  const seen = new Set<string>();
  const argued: string[] = [];
  await using bench = await Bench.open((request, response) => {
    const { authorization = "", "x-own": mine = "", "x-init": init = "" } = request.headers;
    seen.add(`${request.method} ${request.url} ${authorization} ${String(mine)} ${String(init)}`);
    if (argued.length === 0) {
      argued.push(
        ...readdirSync("/proc")
          .filter((pid) => /^\d+$/.test(pid))
          .map((pid) => {
            try {
              return readFileSync(`/proc/${pid}/cmdline`, "utf8");
            } catch {
              return "";
            }
          })
          .filter((line) => line.startsWith("wrk\0")),
      );
    }
    response.end("body");
  });
  const lua = `
    wrk.headers["X-Own"] = "mine"
    local answers = 0
    function init(args) wrk.headers["X-Init"] = os.getenv("WHO") .. os.getenv("STEELYARD_SEED") end
    function delay() return 5 end
    function request() return wrk.format("POST", "/made?p=" .. os.getenv("STEELYARD_PHASE")) end
    function response(status, headers, body) answers = answers + 1 end
    function done(summary, latency, requests) print("theirs: " .. summary.errors.status) end`;
  const headers = { Authorization: "Bearer secret-token", "x-own": "ours" };
  const observed = good(await bench.load({}, { lua, headers, warmup: 0.5 }));
  expect([...seen].sort()).toEqual([
    "POST /made?p=measured Bearer secret-token mine env1",
    "POST /made?p=warmup Bearer secret-token mine env1",
  ]);
  expect(bench.said).toEqual(["w: theirs: 0"]); // of the measured run alone
  expect(observed.requests).toBeLessThan(1_000); // 2 connections, 5 ms apart: at most 400 a second
  expect(argued.length).toBeGreaterThan(0);
  expect(argued.join()).not.toContain("secret-token");
});

test("bad statuses, late answers and torn connections are counted apart", async () => {
  await using failing = await Bench.open((_, response) => response.writeHead(503).end());
  const refused = good(await failing.load());
  expect(refused.errors).toBe(refused.requests);
  expect(refused.metrics["http_req_errors{kind:status}"]).toMatchObject({ count: refused.requests });

  let turn = 0;
  await using torn = await Bench.open((request, response) => {
    if (turn++ % 10 === 0) request.socket.destroy();
    else response.end("ok");
  });
  const some = good(await torn.load());
  expect(some.unanswered.refused).toBeGreaterThan(0);
  expect(some.errors).toBe(some.unanswered.refused);
  expect(some.metrics["http_req_errors{kind:read}"]).toMatchObject({ count: some.unanswered.refused });
});

test.each([
  ["nothing listens", { url: "http://127.0.0.1:9" }, undefined, "dead-target", "Connection refused"],
  ["nobody answers", {}, () => {}, "dead-target", "hang"],
  ["request() throws", { lua: "function request() error('boom') end" }, undefined, "script-error", "boom"],
  ["wrk itself hangs", { binary: "hung", timeout: 1 }, undefined, "timeout", "killed"],
  ["wrk is killed", { binary: "killed" }, undefined, "interrupted", "SIGKILL"],
  ["wrk writes nothing", { binary: "/bin/true" }, undefined, "no-summary", "without writing"],
] as const)("%s: a failure with its reason", async (_, options, answer, code, message) => {
  await using bench = await Bench.open(answer);
  const binaries: Record<string, string> = {
    hung: bench.program("hung", "trap '' TERM; sleep 60"),
    killed: bench.program("killed", "kill -9 $$"),
  };
  const named = "binary" in options ? { binary: binaries[options.binary] ?? options.binary } : {};
  const result = await bench.load({}, { ...options, ...named });
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result.ok ? "" : result.failure.message).toContain(message);
});

test("a script that cannot be loaded is told before anything is measured", async () => {
  await using bench = await Bench.open();
  await expect(bench.load({}, { lua: "x = = 2" })).rejects.toThrow("wrk cannot load this script");
  await expect(bench.load({ script: "none.lua" })).rejects.toThrow(
    'The Lua script of the workload "w" does not exist',
  );
  expect(bench.requests).toBe(0);
});

test("another script, path or number of connections is another workload; another gate is not", async () => {
  await using bench = await Bench.open();
  const generator = await bench.generator();
  const digest = async (part: Record<string, unknown>, lua: string) => {
    const workload = Workload.parse({ wrk: { script: bench.write("load.lua", lua) }, ...part });
    return (await generator.facts("w", workload, new AbortController().signal)).digest;
  };
  const first = await digest({}, "-- a");
  expect(await digest({ gate: ["http_reqs.rate"] }, "-- a")).toBe(first);
  const others = [
    await digest({}, "-- b"),
    await digest({ wrk: { script: "load.lua", path: "/x" } }, "-- a"),
    await digest({ wrk: { script: "load.lua", connections: 2 } }, "-- a"),
    await digest({ env: { A: "1" } }, "-- a"),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
});

test("an interruption ends wrk, and is thrown", async () => {
  const abort = new AbortController();
  await using bench = await Bench.open((_, response) => {
    response.end("ok");
    if (bench.requests > 20) abort.abort();
  });
  await expect(bench.load({}, { signal: abort.signal })).rejects.toThrow("interrupted");
  expect(readdirSync(join(bench.cwd, "scratch"))).toEqual([]);
});

test("a machine without wrk is told how to get it", async () => {
  const { signal } = new AbortController();
  await expect(obtainWrk(process.env, signal, "no-such-wrk")).rejects.toMatchObject({
    fault: "environment",
    remedy: expect.stringContaining("apt install wrk"),
  });
});
