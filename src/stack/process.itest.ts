// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config writes references this way
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explain, Interrupted } from "../base/errors.ts";
import { silent } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import { alive, allStats } from "../exec/proc.ts";
import { ProcessService, Seed, type SeedCommand } from "../model/config.ts";
import type { RunningStack } from "../model/ports.ts";
import { freePorts } from "./port.ts";
import { type ProcessStacksOptions, processStacks } from "./process.ts";

const linux = process.platform === "linux";
const never = new AbortController().signal;
/** A service of a config. `script` instead of `run` names one of the scripts below. */
type Declared = Record<string, unknown>;
let directory: string;

/** Small services. Each first writes its pid into `pids/`, so that a test can check whether it still runs. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "web.js": `
    require("node:http").createServer((request, response) => {
      if (request.url === "/env") return response.end(JSON.stringify(process.env));
      if (request.url === "/burn") { const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; const e = used() + 200e3; while (used() < e); }
      if (request.url === "/die") return process.exit(9);
      if (request.url === "/kill") return process.kill(process.pid, "SIGKILL");
      response.statusCode = Number(process.env.STATUS ?? 200);
      response.end("ok");
    }).listen(process.env.PORT, "127.0.0.1", () => console.log("listening"));`,
  "late.js": `setTimeout(() => require("./web.js"), 700);`,
  "other.js": `require("node:http").createServer().listen(0, "127.0.0.1", () => {}); `,
  "six.js": `require("node:http").createServer().listen(process.env.PORT, "::1");`,
  "idle.js": `console.log("waiting, key hunter2"); console.log("\\u001b[31mred"); setInterval(() => {}, 1e6);`,
  "die.js": `console.error("cannot open hunter2.db"); process.exit(5);`,
  "fine.js": `console.log("done already");`,
  "deaf.js": `
    process.on("SIGTERM", () => {});
    require("node:child_process").spawn(process.execPath, ["pid.js", "idle.js"], { stdio: "inherit" });
    require("./web.js");`,
  "loud.js": `for (let i = 0; i < 100_000; i++) console.log("x".repeat(99)); require("./web.js");`,
  "unlucky.js": `
    const fs = require("node:fs");
    fs.appendFileSync("tries", process.env.PORT + "\\n");
    if (fs.readFileSync("tries", "utf8").split("\\n").length < 4) throw new Error("listen EADDRINUSE: address already in use");
    require("./web.js");`,
  "squatted.js": `
    const fs = require("node:fs");
    fs.appendFileSync("tries", process.env.PORT + "\\n");
    if (fs.readFileSync("tries", "utf8").split("\\n").length > 2) return require("./web.js");
    require("node:http").get(process.env.SQUATTER + "/?port=" + process.env.PORT, () =>
      setTimeout(() => { throw new Error("listen EADDRINUSE: address already in use"); }, 300));`,
  "seed.js": `
    fetch(process.env.STEELYARD_TARGET_MY_API).then(() => console.log("3 rows at " + process.env.STEELYARD_TARGET_MY_API));`,
};
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "steelyard-stack-"));
  for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(join(directory, name), text);
  writeFileSync(
    join(directory, "pid.js"),
    `require("node:fs").appendFileSync(__dirname + "/pids", process.pid + "\\n"); require("./" + process.argv[2]);`,
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A stack of services, each of which runs one of the scripts above. */
function stacks(
  services: Record<string, Declared>,
  more: Omit<Partial<ProcessStacksOptions>, "seed"> & { seed?: object | undefined } = {},
) {
  rmSync(join(directory, "pids"), { force: true });
  const { seed, ...rest } = more;
  return processStacks({
    services: Object.fromEntries(
      Object.entries(services).map(([name, { script, ...service }]) => [
        name,
        ProcessService.parse({
          run: [process.execPath, "pid.js", script],
          ports: { 80: "PORT" },
          ...service,
        }),
      ]),
    ),
    endpoints: {},
    cwd: directory,
    env: process.env,
    log: silent,
    logs: "logs",
    redact: redactor(["hunter2"]),
    seed: seed === undefined ? undefined : (Seed.parse(seed) as SeedCommand),
    ...rest,
  });
}

/** Pids of all processes that the stack started and that still run. */
function left(): number[] {
  const living = allStats().filter(alive);
  return pids().filter((pid) => living.some((stat) => [stat.pid, stat.group, stat.session].includes(pid)));
}
/** The processes that have written their pid: whole lines only, because a file exists before it has content. */
function pids(): number[] {
  const path = join(directory, "pids");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text.split("\n").slice(0, -1).map(Number);
}
/** The error of a stack that must not come up. No process of it may be left. */
async function refused(run: Promise<{ stack: RunningStack }>): Promise<string> {
  const error = await run.then(
    () => new Error("it came up"),
    (thrown) => thrown,
  );
  expect(left()).toEqual([]);
  expect(error).toMatchObject({ name: "SteelyardError" });
  return `${error.fault}: ${explain(error)}`;
}
const get = async (stack: RunningStack, path: string) => (await fetch(`${stack.targets.api}${path}`)).text();
const api = { endpoints: { api: { service: "web", port: 80 } } };
const until = async (condition: () => boolean) => {
  for (const end = Date.now() + 20_000; Date.now() < end && !condition(); ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

test("is started, reached, counted, seeded and stopped; the same seed has the same digest on other ports", async () => {
  const ledger = join(directory, "ledger");
  const both = stacks(
    { web: { script: "web.js", ready: { http: "/" } } },
    {
      endpoints: { "my-api": { service: "web", port: 80 }, api: { service: "web", port: 80 } },
      seed: { run: [process.execPath, "seed.js", "${web:80}"] },
      ledger,
    },
  );
  const seeds: (string | null)[] = [];
  const targets: (string | undefined)[] = [];
  for (let i = 0; i < 2; i++) {
    const { stack, seed } = await both.up({}, never);
    await using _ = stack;
    seeds.push(seed);
    targets.push(stack.targets.api);
    expect(await get(stack, "/")).toBe("ok");
    expect(stack.fault()).toBeNull();
    if (linux) {
      expect(readdirSync(ledger)).toHaveLength(1);
      const before = (await stack.counters()).web!;
      await get(stack, "/burn");
      const after = (await stack.counters()).web!;
      expect(after.cpu! - before.cpu!).toBeGreaterThan(0.1); // it spun for 0.2 s of its CPU time, in all threads
      expect(after.cpu! - before.cpu!).toBeLessThan(0.5);
      expect(after.memory).toBeGreaterThan(10 * 2 ** 20);
    }
    await stack[Symbol.asyncDispose]();
    await stack[Symbol.asyncDispose]();
    expect(left()).toEqual([]);
  }
  expect(seeds[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(seeds[1]).toBe(seeds[0]);
  expect(targets[1]).not.toBe(targets[0]);
  if (linux) expect(readdirSync(ledger)).toEqual([]);
  expect(readdirSync(join(directory, "logs"))).toEqual(expect.arrayContaining(["web-1.log", "web-2.log"]));
});

test("a service gets its own and the variant's environment with addresses, and none of Steelyard's secrets", async () => {
  const { stack } = await stacks(
    {
      db: { script: "web.js", ready: { http: "/" } },
      web: { script: "web.js", env: { DB: "http://${db:80}/x", ALGO: "slow", PORT: "1" } },
    },
    {
      ...api,
      env: { ...process.env, GITHUB_TOKEN: "ghs_1", RUNNER_TEMP: "/r", ACTIONS_ID_TOKEN_REQUEST_URL: "u" },
    },
  ).up({ ALGO: "fast", EXTRA: "${db:80}" }, never);
  await using _ = stack;
  const env = JSON.parse(await get(stack, "/env"));
  expect(env.DB).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/x$/);
  expect(env).toMatchObject({ ALGO: "fast", EXTRA: env.DB.slice("http://".length, -"/x".length) });
  expect(stack.targets.api).toBe(`http://127.0.0.1:${env.PORT}`); // its port wins over what it declares
  expect(Object.keys(env).filter((name) => /^(GITHUB|RUNNER|ACTIONS|NODE_OPTIONS)/.test(name))).toEqual([]);
});

test("a service waits only for the services that it refers to", async () => {
  const began = join(directory, "began");
  const noted = (name: string, script: string) => ({
    run: ["sh", "-c", `echo ${name} >> began; exec "$0" pid.js ${script}`, process.execPath],
  });
  const { stack } = await stacks({
    last: { ...noted("last", "web.js"), env: { PEER: "${slow:80}" } },
    slow: { ...noted("slow", "late.js") },
    quick: { ...noted("quick", "web.js") },
  }).up({}, never);
  await stack[Symbol.asyncDispose]();
  const order = readFileSync(began, "utf8").trim().split("\n");
  expect(order).toHaveLength(3);
  expect(order.at(-1)).toBe("last");
});

test.each<[string, Record<string, Declared>, RegExp[]]>([
  [
    "dies at once",
    { web: { script: "die.js", env: { GREETING: "it's here" } } },
    [
      /start it by hand: GREETING='it'\\''s here' PORT=\d+ \S*node pid\.js die\.js$/m,
      /^environment: .*"web" ended before it was ready: exit code 5\./,
      /\| cannot open \*\*\*\.db/,
      /web-1\.log/,
    ],
  ],
  [
    "finishes at once",
    { web: { script: "fine.js" } },
    [/exit code 0\.[\s\S]*\| done already[\s\S]*fix: .*stack\.seed/],
  ],
  [
    "is never ready",
    { web: { script: "idle.js", ready: { within: "2s" } } },
    [
      /not ready within 2 s: 127\.0\.0\.1:\d+: connection refused/,
      /\| waiting, key \*\*\*/,
      /\| red/,
      linux ? /it listens nowhere/ : /fix/,
    ],
  ],
  [
    "answers with an error",
    { web: { script: "web.js", env: { STATUS: 503 }, ready: { http: "/health", within: "2s" } } },
    [/GET|http:\/\/127\.0\.0\.1:\d+\/health: status 503/, /correct its answer/],
  ],
  [
    "listens elsewhere",
    { web: { script: "other.js", ready: { within: "2s" } } },
    linux ? [/it listens on port \d+: have it listen on the port given in \$PORT/] : [/not ready/],
  ],
  [
    "has no working directory",
    { web: { script: "web.js", cwd: "nowhere" } },
    [/^user: .*working directory does not exist[\s\S]*nowhere/],
  ],
  [
    "is not a program",
    { web: { run: ["./no-such-program"] } },
    [/^user: .*no-such-program: there is no such file/],
  ],
])("a service that %s is reported, and the others are stopped", async (_, services, messages) => {
  const up = stacks({ good: { script: "web.js", ready: { http: "/" } }, ...services }).up({}, never);
  const message = await refused(up);
  for (const wanted of messages) expect(message).toMatch(wanted);
});

test("the first failure ends the wait for all other services", async () => {
  const patient = { script: "idle.js", ready: { within: "10m" } };
  const message = await refused(
    stacks({
      patient,
      web: { script: "die.js" },
      waiting: { script: "web.js", env: { X: "${patient:80}" } },
    }).up({}, never),
  );
  expect(message).toMatch(/"web" ended before it was ready: exit code 5/);
});

test.runIf(linux && hasIpv6())(
  "the error of a service that listens only on the IPv6 loopback says so",
  async () => {
    const message = await refused(
      stacks({ web: { script: "six.js", ready: { within: "2s" } } }).up({}, never),
    );
    expect(message).toMatch(/it listens on \[::1\] alone/);
  },
);

test("waits for a slow service", async () => {
  const { stack } = await stacks({ web: { script: "late.js", ready: { http: "/", within: "30s" } } }, api).up(
    {},
    never,
  );
  await using _ = stack;
  expect(await get(stack, "/")).toBe("ok");
  await stack[Symbol.asyncDispose]();
  expect(left()).toEqual([]);
});

test("a service that ignores SIGTERM is killed with its children", async () => {
  const { stack } = await stacks({ web: { script: "deaf.js", ready: { http: "/" } } }).up({}, never);
  await using _ = stack;
  await until(() => left().length >= 2);
  expect(left().length).toBe(linux ? 2 : 0);
  await stack[Symbol.asyncDispose]();
  expect(left()).toEqual([]);
});

test("ten megabytes of output go to the log, not into memory", async () => {
  const { stack } = await stacks({ web: { script: "loud.js", ready: { http: "/" } } }).up({}, never);
  await stack[Symbol.asyncDispose]();
  expect(readFileSync(join(directory, "logs", "web-1.log")).length).toBeGreaterThan(10_000_000);
});

test.runIf(linux)("processes that a killed run left behind are ended first, with a warning", async () => {
  const ledger = join(directory, "killed");
  const script = join(directory, "owner.ts");
  const child = join(import.meta.dirname, "..", "exec", "child.ts");
  writeFileSync(
    script,
    `import { start } from ${JSON.stringify(child)};
     const child = await start(["sleep", "1000"], { cwd: "/", env: {}, ledger: ${JSON.stringify(ledger)} });
     console.log(child.pid);
     process.kill(process.pid, "SIGKILL");`,
  );
  const pid = Number(spawnSync(process.execPath, [script], { encoding: "utf8" }).stdout);
  const lives = () => allStats().some((stat) => stat.pid === pid && alive(stat));
  expect(lives()).toBe(true);
  const warnings: string[] = [];
  const log = { ...silent, warn: (line: string) => void warnings.push(line) };
  const { stack } = await stacks({ web: { script: "web.js" } }, { ledger, log }).up({}, never);
  await stack[Symbol.asyncDispose]();
  expect(lives()).toBe(false);
  expect(warnings).toEqual([expect.stringContaining(`ended sleep (${pid})`)]);
});

test.each([
  ["/die", /^the service "web" died: exit code 9\n/],
  ["/kill", /^the service "web" died: killed by SIGKILL/],
])("a service that ends later by %s is a fault with its last lines", async (path, message) => {
  const { stack } = await stacks({ web: { script: "web.js" } }, api).up({}, never);
  await using _ = stack;
  await get(stack, path).catch(() => {});
  await until(() => stack.fault() !== null);
  expect(stack.fault()).toMatch(message);
  expect(stack.fault()).toContain("| listening");
});

test("a free fixed port is used; the error for a taken one names the process", async () => {
  const [port = 0] = await freePorts(1);
  const services = { web: { script: "web.js", ports: { 80: { env: "PORT", fixed: port } } } };
  const { stack } = await stacks(services, api).up({}, never);
  await using _ = stack;
  expect(stack.targets.api).toBe(`http://127.0.0.1:${port}`);
  await stack[Symbol.asyncDispose]();

  const server = await new Promise<Server>((resolve) => {
    const made = createServer().listen(port, "127.0.0.1", () => resolve(made));
  });
  const message = await refused(stacks(services, api).up({}, never));
  expect(message).toMatch(
    new RegExp(`^environment: Port ${port}, which the service "web" is fixed to, is taken`),
  );
  if (linux) expect(message).toContain(`process ${process.pid} (`);
  await new Promise((resolve) => server.close(resolve));
});

test("a port that another program took first is replaced", async () => {
  const warnings: string[] = [];
  const log = { ...silent, warn: (line: string) => void warnings.push(line) };
  const { stack } = await stacks({ web: { script: "unlucky.js" } }, { ...api, log }).up({}, never);
  await using _ = stack;
  const tries = readFileSync(join(directory, "tries"), "utf8").trim().split("\n");
  expect(tries).toHaveLength(3);
  expect(stack.targets.api).toBe(`http://127.0.0.1:${tries[2]}`);
  expect(warnings).toHaveLength(2);
  expect(stack.fault()).toBeNull(); // replaced processes do not count as ended
});

test.skipIf(!linux)("so is one at which that program answers before the service ends", async () => {
  rmSync(join(directory, "tries"), { force: true });
  const others: Server[] = [];
  const squatter = createHttpServer((request, response) => {
    const port = Number(new URL(request.url ?? "", "http://x").searchParams.get("port"));
    others.push(createServer().listen(port, "127.0.0.1", () => response.end()));
  });
  await new Promise<void>((resolve) => void squatter.listen(0, "127.0.0.1", resolve));
  try {
    const env = { SQUATTER: `http://127.0.0.1:${(squatter.address() as AddressInfo).port}` };
    const { stack } = await stacks({ web: { script: "squatted.js", env } }, api).up({}, never);
    await using _ = stack;
    const tries = readFileSync(join(directory, "tries"), "utf8").trim().split("\n");
    expect(tries).toHaveLength(2);
    expect(stack.targets.api).toBe(`http://127.0.0.1:${tries[1]}`);
    expect(stack.fault()).toBeNull();
  } finally {
    for (const server of [squatter, ...others]) server.close();
  }
});

test.each<[string, object, RegExp]>([
  [
    "fails",
    { run: [process.execPath, "-e", "console.error('no table, hunter2'); process.exit(3)"] },
    /^environment: The seed failed: exit code 3\.\n[\s\S]*\| no table, \*\*\*/,
  ],
  [
    "takes too long",
    { run: [process.execPath, "pid.js", "idle.js"], within: "400ms" },
    /^environment: The seed failed: it took longer than 0\.4 s/,
  ],
  ["does not exist", { run: ["steelyard-no-such-program"] }, /^user: .*no program of this name/],
  [
    "kills a service",
    { run: [process.execPath, "-e", "fetch('http://${web:80}/die').catch(() => process.exit(1))"] },
    /^environment: While the stack was being seeded, the service "web" died: exit code 9/,
  ],
])("a seed that %s stops the stack", async (_, seed, message) => {
  expect(await refused(stacks({ web: { script: "web.js" } }, { seed }).up({}, never))).toMatch(message);
});

test.each<[string, Record<string, Declared>, object | undefined]>([
  ["a service is not ready yet", { web: { script: "idle.js" } }, undefined],
  ["the seed runs", { web: { script: "web.js" } }, { run: [process.execPath, "pid.js", "idle.js"] }],
])("an abort while %s ends everything", async (_, services, seed) => {
  const abort = new AbortController();
  const wanted = seed ? 2 : 1;
  const up = stacks(services, { seed }).up({}, abort.signal);
  const settled = up.then(
    () => "came up",
    (error) => error,
  );
  await until(() => pids().length === wanted);
  abort.abort(new Interrupted("SIGINT"));
  expect(await settled).toMatchObject({ name: "Interrupted", by: "SIGINT" });
  expect(left()).toEqual([]);
});

function hasIpv6(): boolean {
  return existsSync("/proc/net/if_inet6") && readFileSync("/proc/net/if_inet6", "utf8").includes(" lo");
}
