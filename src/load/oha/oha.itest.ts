import { readdirSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { expect, test } from "vitest";
import { oha } from "../../dev/programs.ts";
import { Workload } from "../../model/config.ts";
import type { LoadResult } from "../../model/ports.ts";
import type { Observed } from "../../model/run.ts";
import { median } from "../../stats/samples.ts";
import { observedOf as good, LoadBench } from "../../testing/loadbench.ts";
import { slot } from "../../testing/plans.ts";
import { type LocalServer, openServer } from "../../testing/server.ts";
import { ohaGenerator } from "./generator.ts";
import { obtainOha } from "./obtain.ts";

const never = new AbortController().signal;
/** oha as `npm test` builds it; without it these tests fail, and name the remedy. */
const found = await obtainOha(process.env, never, oha() ?? "oha");

/** A server on the loopback and a checkout, with real oha between them. */
class Rig extends LoadBench {
  readonly url: string;
  /** Requests that had arrived when the measured part began. */
  border = 0;

  private constructor(opened: LocalServer) {
    super("steelyard oha ü-", opened);
    this.url = opened.url;
  }

  static async open(answer?: RequestListener): Promise<Rig> {
    return new Rig(await openServer(answer));
  }

  generator(binary = found.binary) {
    return ohaGenerator({ ...found, ...this.place, binary });
  }

  async load(
    settings: Record<string, unknown> = {},
    options: {
      warmup?: number;
      url?: string;
      binary?: string;
      headers?: Record<string, string>;
      timeout?: number;
    } = {},
  ): Promise<LoadResult> {
    const limit = options.timeout === undefined ? {} : { timeout: options.timeout };
    const workload = Workload.parse({ oha: { connections: 2, timeout: 1, ...settings }, ...limit });
    const result = await this.generator(options.binary).load(
      {
        name: "w",
        workload,
        env: {},
        slot: slot({ duration: 1, warmup: options.warmup ?? 0 }),
        targets: { api: options.url ?? this.url },
        headers: { api: options.headers ?? {} },
      },
      () => {
        this.border = this.requests;
      },
      never,
    );
    const left = readdirSync(this.cwd, { recursive: true, encoding: "utf8" });
    expect(left.filter((file) => file.startsWith("scratch/"))).toEqual([]);
    return result;
  }
}

test("a warm-up that is discarded, then a measured run: oha counts every request that arrived", async () => {
  await using rig = await Rig.open();
  const observed = good(await rig.load({}, { warmup: 0.5 }));
  expect(rig.border).toBeGreaterThan(0);
  expect(observed.requests).toBe(rig.requests - rig.border);
  expect(observed).toMatchObject({ errors: 0, statuses: { 200: observed.requests } });
  expect(observed.metrics.http_reqs).toMatchObject({ count: observed.requests });
  expect(observed.metrics.http_req_duration).toMatchObject({
    kind: "trend",
    unit: "s",
    n: observed.requests,
  });
  expect(observed.metrics.data_received).toMatchObject({ count: 2 * observed.requests });
  expect(observed.generator.cpu).toBeGreaterThan(0);
});

test("a rate is kept, with the method, body and path of the config", async () => {
  const seen = new Set<string>();
  const body = async (request: IncomingMessage) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    return text;
  };
  await using rig = await Rig.open(async (request, response) => {
    seen.add(`${request.method} ${request.url} ${request.headers["content-type"]} ${await body(request)}`);
    response.end();
  });
  const post = {
    method: "POST",
    body: rig.write("item.json", '{"a":1}'),
    content_type: "application/json",
    path: "/items?x=1",
  };
  // A machine that stands still at the end of a trial starts its last requests too late.
  const all: Observed[] = [];
  while (all.length < 3) all.push(good(await rig.load({ ...post, rate: 40 })));
  expect([...seen]).toEqual(['POST /items?x=1 application/json {"a":1}']);
  const requests = all.map((one) => one.requests);
  expect(median(requests), requests.join(", ")).toBeGreaterThanOrEqual(38);
  expect(Math.max(...requests)).toBeLessThanOrEqual(42);
  expect(median(all.map(({ generator }) => generator.achieved!))).toBeGreaterThan(0.94);
});

test("bad statuses and closed connections are counted apart", async () => {
  let turn = 0;
  await using rig = await Rig.open((request, response) => {
    turn++;
    if (turn % 10 === 0) request.socket.destroy();
    else response.writeHead(turn % 5 === 1 ? 503 : 200).end();
  });
  const observed = good(await rig.load());
  const { unanswered, statuses } = observed;
  expect(statuses["503"]).toBeGreaterThan(0);
  expect(unanswered.refused).toBeGreaterThan(0);
  expect(observed.errors).toBe(statuses["503"]! + unanswered.refused + unanswered.other);
});

test.each([
  ["nothing listens", {}, { url: "http://127.0.0.1:9" }, "dead-target", "os error"],
  ["the program hangs", {}, { binary: "hung", timeout: 1 }, "timeout", "killed"],
  ["the program is killed", {}, { binary: "killed" }, "interrupted", "SIGKILL"],
  ["the program writes nothing", {}, { binary: "/bin/true" }, "no-summary", "without writing"],
  ["the endpoint has headers", {}, { headers: { authorization: "x" } }, "generator", "as arguments"],
  ["the endpoint is unknown", { endpoint: "none" }, {}, "script-error", "no endpoint none"],
] as const)("%s: a failure with its reason", async (_, settings, options, code, message) => {
  await using rig = await Rig.open();
  const binaries: Record<string, string> = {
    hung: rig.program("hung", "trap '' TERM; sleep 60"),
    killed: rig.program("killed", "kill -9 $$"),
  };
  const named = "binary" in options ? { binary: binaries[options.binary] ?? options.binary } : {};
  const result = await rig.load(settings, { ...options, ...named });
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result.ok ? "" : result.failure.message).toContain(message);
});

test("a target that never responds is dead after the request's timeout", async () => {
  await using rig = await Rig.open(() => {});
  const result = await rig.load({ timeout: 0.3 });
  expect(result).toMatchObject({ ok: false, failure: { code: "dead-target" } });
});

test("another body, rate or number of connections is another workload; another gate is not", async () => {
  await using rig = await Rig.open();
  const digest = async (part: Record<string, unknown>, body: string) => {
    const workload = Workload.parse({ oha: { body: rig.write("item.json", body) }, ...part });
    return (await rig.generator().facts("w", workload, never)).digest;
  };
  const first = await digest({}, "a");
  expect(await digest({ gate: ["http_reqs.rate"] }, "a")).toBe(first);
  const others = [
    await digest({}, "b"),
    await digest({ oha: { body: "item.json", rate: 5 } }, "a"),
    await digest({ oha: { body: "item.json", connections: 2 } }, "a"),
    await digest({ env: { A: "1" } }, "a"),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
});

test("a body that is missing is reported with its key", async () => {
  await using rig = await Rig.open();
  const workload = Workload.parse({ oha: { body: "none.json" } });
  await expect(rig.generator().facts("w", workload, never)).rejects.toMatchObject({
    remedy: expect.stringContaining("oha.body"),
  });
});

test("a machine without oha gets the command that installs it", async () => {
  await expect(obtainOha(process.env, never, "no-such-oha")).rejects.toMatchObject({
    fault: "environment",
    remedy: expect.stringContaining("cargo install oha"),
  });
});
