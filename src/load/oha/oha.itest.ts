import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oha } from "../../dev/programs.ts";
import { Workload } from "../../model/config.ts";
import type { LoadResult } from "../../model/ports.ts";
import { Observed } from "../../model/run.ts";
import { slot } from "../../testing/plans.ts";
import { ohaGenerator } from "./generator.ts";
import { obtainOha } from "./obtain.ts";

const never = new AbortController().signal;
/** oha as `npm test` builds it; without it these tests fail, and name the remedy. */
const found = await obtainOha(process.env, never, oha() ?? "oha");

/** A server on the loopback and a checkout, with real oha between them. */
class Rig implements AsyncDisposable {
  readonly cwd = mkdtempSync(join(tmpdir(), "steelyard oha ü-"));
  private readonly server: ReturnType<typeof createServer>;
  /** Requests that had arrived when the measured part began. */
  border = 0;
  requests = 0;

  private constructor(answer: RequestListener) {
    this.server = createServer((request, response) => {
      this.requests++;
      answer(request, response);
    });
  }

  static async open(answer: RequestListener = (_, response) => response.end("ok")): Promise<Rig> {
    const rig = new Rig(answer);
    await new Promise<void>((resolve) => rig.server.listen(0, "127.0.0.1", resolve));
    return rig;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  generator(binary = found.binary) {
    const place = { cwd: this.cwd, env: process.env, scratch: join(this.cwd, "scratch") };
    return ohaGenerator({ ...found, ...place, binary });
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.cwd, { recursive: true, force: true });
  }
}

const good = (result: LoadResult): Observed => {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return Observed.parse(result.observed);
};

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
  writeFileSync(join(rig.cwd, "item.json"), '{"a":1}');
  const post = { method: "POST", body: "item.json", content_type: "application/json", path: "/items?x=1" };
  const observed = good(await rig.load({ ...post, rate: 40 }));
  expect([...seen]).toEqual(['POST /items?x=1 application/json {"a":1}']);
  expect(observed.requests).toBeGreaterThanOrEqual(38);
  expect(observed.requests).toBeLessThanOrEqual(42);
  expect(observed.generator.achieved).toBeGreaterThan(0.94);
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
  const program = (name: string, text: string) => {
    const file = join(rig.cwd, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return file;
  };
  const binaries: Record<string, string> = {
    hung: program("hung", "trap '' TERM; sleep 60"),
    killed: program("killed", "kill -9 $$"),
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
    writeFileSync(join(rig.cwd, "item.json"), body);
    const workload = Workload.parse({ oha: { body: "item.json" }, ...part });
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
