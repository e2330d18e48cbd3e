import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { explain } from "../../base/errors.ts";
import { silent } from "../../base/log.ts";
import { openServer } from "../../testing/server.ts";
import { dockerEnv } from "./cli.ts";
import { statsOf } from "./container.ts";
import { demandNear, type Engine, engineAt, isFar } from "./engine.ts";
import { engineHere } from "./orphans.ts";

/** An engine on a socket that gives prepared answers. */
let answers: Record<string, [status: number, body: unknown]>;
let asked: string[];
let folder: string;
let server: Server;
let engine: Engine;
beforeEach(async () => {
  answers = {};
  asked = [];
  folder = mkdtempSync(join(tmpdir(), "steelyard-engine-"));
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [status, body] = answers[`${request.method} ${request.url?.split("?")[0]}`] ?? [
      404,
      { message: "none" },
    ];
    response.writeHead(status).write(typeof body === "string" ? body : JSON.stringify(body));
    if (request.url !== "/events") response.end();
  });
  await new Promise<void>((done) => server.listen(join(folder, "socket"), done));
  engine = engineAt(`unix://${join(folder, "socket")}`, {});
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("requests go over its socket, or over tcp", async () => {
  answers["GET /version"] = [200, { Version: "1" }];
  expect(await engine.get("/version")).toEqual({ Version: "1" });
  await using tcp = await openServer((_, response) => response.end('{"Version":"2"}'));
  expect(await engineAt(`tcp://127.0.0.1:${tcp.port}`, {}).get("/version")).toEqual({ Version: "2" });
});

test("gone and busy are answers; an error has the engine's message", async () => {
  answers["DELETE /containers/busy"] = [409, { message: "removal is in progress" }];
  answers["DELETE /containers/bad"] = [500, { message: "the disk is on fire" }];
  expect(await engine.send("DELETE", "/containers/gone")).toBe(404);
  expect(await engine.send("DELETE", "/containers/busy")).toBe(409);
  await expect(engine.send("DELETE", "/containers/bad")).rejects.toThrow("status 500): the disk is on fire");
  await expect(engine.get("/none")).rejects.toThrow("status 404): none");
});

test("a thing that is not there, or whose name nothing can have, is found to be absent; an error is not", async () => {
  answers["GET /images/a/json"] = [200, { Id: "1" }];
  answers["GET /images/A/json"] = [400, { message: "invalid reference format" }];
  answers["GET /images/b/json"] = [500, { message: "the disk is on fire" }];
  expect(await engine.find("/images/a/json")).toEqual({ Id: "1" });
  expect(await engine.find("/images/A/json")).toBeUndefined();
  expect(await engine.find("/images/c/json")).toBeUndefined();
  await expect(engine.find("/images/b/json")).rejects.toThrow("status 500): the disk is on fire");
});

test("a streamed answer comes line by line, until the signal aborts", async () => {
  answers["GET /events"] = [200, '{"a":1}\n{"b":2}\n{"cut'];
  const stop = new AbortController();
  const lines: string[] = [];
  await engine.follow("/events", (line) => lines.push(line), stop.signal);
  while (lines.length < 2) await new Promise((done) => setTimeout(done, 1));
  expect(lines).toEqual(['{"a":1}', '{"b":2}']);
  stop.abort();
});

test("the error for a missing engine has its address", async () => {
  const error = await engineAt("unix:///nowhere/docker.sock", {}).get("/version").catch(explain);
  expect(error).toMatch(/does not answer\.\n {2}at unix:\/\/\/nowhere\/docker\.sock[\s\S]*fix: start it/);
  const docker = {
    cwd: "/",
    env: { DOCKER_HOST: "unix:///nowhere/docker.sock" },
    variables: {},
    log: silent,
  };
  expect(await engineHere(docker, new AbortController().signal)).toBeNull();
});

test.each(["ssh://me@there", "nonsense", "fd://"])("the address %s is rejected", (address) => {
  expect(() => engineAt(address, {})).toThrow("cannot be used");
});

test.each<[string, unknown, { cpu: number | null; memory: number | null }]>([
  [
    "control groups v1",
    { cpu_stats: { cpu_usage: { total_usage: 1.5e9 } }, memory_stats: { max_usage: 4096 } },
    { cpu: 1.5, memory: 4096 },
  ],
  [
    "v2, which reports no peak",
    { cpu_stats: { cpu_usage: { total_usage: 1.5e9 } }, memory_stats: { usage: 9 } },
    { cpu: 1.5, memory: null },
  ],
  [
    "a container that does not run",
    { cpu_stats: { cpu_usage: { total_usage: 0 } }, memory_stats: {} },
    { cpu: null, memory: null },
  ],
  ["nothing", {}, { cpu: null, memory: null }],
])("figures of the engine, %s: a missing one is null, never zero", async (_, stats, want) => {
  answers["GET /containers/x/stats"] = [200, stats];
  expect(await statsOf(engine, "x", () => 0)).toEqual(want);
  expect(await statsOf(engine, "gone")).toEqual({ cpu: null, memory: null });
});

test.each([
  ["at once", 20, 1.5],
  ["with its next sample", 800, null],
])("an engine that answers %s, after %d ms, has %j s of CPU for that moment", async (_, taken, cpu) => {
  answers["GET /containers/x/stats"] = [
    200,
    { cpu_stats: { cpu_usage: { total_usage: 1.5e9 } }, memory_stats: { max_usage: 4096 } },
  ];
  let clock = -taken;
  const now = () => {
    clock += taken;
    return clock;
  };
  expect(await statsOf(engine, "x", now)).toEqual({ cpu, memory: 4096 });
});

test("the program gets the engine's address, but no token of any name and no variable of the config", () => {
  const env = {
    PATH: "/bin",
    HOME: "/root",
    TZ: "Europe/Berlin",
    USER: "runner",
    GITHUB_TOKEN: "t",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "t",
    AWS_SECRET_ACCESS_KEY: "t",
    DOCKER_CONFIG: "/cfg",
    COMPOSE_FILE: "other.yaml",
    COMPOSE_PROFILES: "all",
  };
  const docker = {
    env,
    variables: { TAG: "1", PATH: "evil", LD_PRELOAD: "x.so", TZ: "UTC" },
    address: "unix:///s",
  };
  expect(dockerEnv(docker)).toEqual({
    PATH: "/bin",
    HOME: "/root",
    USER: "runner",
    DOCKER_CONFIG: "/cfg",
    DOCKER_HOST: "unix:///s",
    BUILDX_BUILDER: "default",
    BUILDKIT_PROGRESS: "plain",
    COMPOSE_MENU: "0",
    COMPOSE_EXPERIMENTAL_GIT_REMOTE: "false",
    COMPOSE_EXPERIMENTAL_OCI_REMOTE: "false",
  });
});

test.each([
  ["unix:///var/run/docker.sock", false],
  ["npipe:////./pipe/docker_engine", false],
  ["tcp://127.0.0.1:2375", false],
  ["tcp://localhost:2375", false],
  ["tcp://[::1]:2376", false],
  ["tcp://10.0.0.7:2375", true],
  ["tcp://127.evil.example:2375", true],
  ["tcp://localhost.example:2375", true],
  ["https://engine.example", true],
  ["ssh://me@build.example", true],
])("the engine at %s is on another machine: %s", (address, far) => {
  expect(isFar(address)).toBe(far);
  if (far) expect(() => demandNear(address)).toThrow("on another machine");
  else expect(() => demandNear(address)).not.toThrow();
});
