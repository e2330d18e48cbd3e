import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Ends } from "../../base/ends.ts";
import { explain, Interrupted } from "../../base/errors.ts";
import { type Log, silent } from "../../base/log.ts";
import { runLoad } from "../../load/process.ts";
import { ComposeStack, Seed } from "../../model/config.ts";
import type { RunningStack } from "../../model/ports.ts";
import { type DatabaseCounts, workBetween } from "../../model/work.ts";
import { COMPOSED_SERVER, engine, noEngine, useEngine } from "../../testing/engine.ts";
import { labelled, OWNER, PROJECT, SERVICE } from "./labels.ts";
import type { ComposeStacksOptions } from "./options.ts";
import { remnants } from "./remove.ts";
import { composeStacks } from "./stack.ts";

useEngine();

const never = new AbortController().signal;
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "steelyard-composed-"));
  writeFileSync(join(directory, "server.mjs"), COMPOSED_SERVER);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let ends = new Ends();
afterEach(async () => {
  await ends[Symbol.asyncDispose]();
  ends = new Ends();
}, 60_000);

interface Declared {
  /** Keys of the service `web`, in addition to its usual ones. */
  readonly web?: object;
  readonly services?: object;
  /** The rest of the file. */
  readonly top?: object;
  readonly compose?: object;
  readonly seed?: object;
  readonly seedFrom?: ComposeStacksOptions["seedFrom"];
  readonly env?: Record<string, string>;
  readonly log?: Log;
  readonly cores?: ComposeStacksOptions["cores"];
  /** Files that git tracks. */
  readonly tracked?: readonly string[];
}

/** A stack of one small web service, and the additions of a test. */
function stacks({
  web,
  services,
  top,
  compose,
  seed,
  seedFrom,
  env = {},
  log = silent,
  cores = null,
  tracked,
}: Declared = {}) {
  const service = {
    image: "node:24-slim",
    volumes: [".:/app:ro"],
    command: ["node", "/app/server.mjs"],
    ...web,
  };
  const file = { ...top, services: { web: service, ...services } };
  writeFileSync(join(directory, "compose.yaml"), JSON.stringify(file)); // JSON is YAML
  const options: ComposeStacksOptions = {
    compose: ComposeStack.parse({
      files: ["compose.yaml"],
      wait: "60s",
      ready: { web: { http: "/health" } },
      ...compose,
    }),
    endpoints: { api: { service: "web", port: 8080 } },
    seed: seed === undefined ? undefined : Seed.parse(seed),
    seedFrom,
    cwd: directory,
    env: { ...process.env, ...env },
    log,
    cores,
    ...(tracked && { guard: { guarded: [], config: "steelyard.yml", tracked: async () => tracked } }),
    logs: "logs",
    ledger: join(directory, "running"),
    atEnd: ends.add,
  };
  return composeStacks(options);
}

const up = async (declared: Declared = {}, env = {}) => (await stacks(declared).up(env, never)).stack;
const get = (stack: RunningStack, path: string) =>
  fetch(`${stack.targets.api}${path}`).then((answer) => answer.json() as Promise<Record<string, unknown>>);
/** Requests a path that ends the service. */
const strike = (stack: RunningStack, path: string) => fetch(`${stack.targets.api}${path}`).catch(() => {});
const message = (thrown: unknown) => explain(thrown);
const failure = (declared: Declared) =>
  stacks(declared)
    .up({}, never)
    .then(() => "it came up", message);
/** Resolves when a stack has noticed all of what is wrong with it, in these words; it looks when it is counted. */
const faulty = (stack: RunningStack, want: RegExp) =>
  vi.waitFor(
    async () => {
      await stack.counters();
      expect(stack.fault()).toMatch(want);
    },
    { timeout: 20_000 },
  );
const left = async () => (await remnants(engine)).filter(({ owner }) => owner.includes(`/${process.pid}/`));

/** States of the containers that this process made. */
async function states(): Promise<string[]> {
  const all = (await engine.get(`/containers/json?all=1&${labelled(PROJECT)}`)) as {
    State: string;
    Labels: Record<string, string>;
  }[];
  return all.filter(({ Labels }) => Labels[OWNER]?.includes(`/${process.pid}/`)).map(({ State }) => State);
}

describe.skipIf(noEngine !== null)("the compose stack", () => {
  test("services start in the order of their health checks, none of which is made by the engine", async () => {
    // Docker would check first after half a minute, and again while the service is measured.
    const ping = { test: ["CMD", "redis-cli", "ping"], interval: "30s" };
    const db = { image: "redis:7", healthcheck: ping };
    const count = ["redis-cli", "-h", "db", "incr", "runs"];
    const depends_on = { db: { condition: "service_healthy" } };
    const migrate = { image: "redis:7", command: count, depends_on };
    const web = { depends_on: { ...depends_on, migrate: { condition: "service_completed_successfully" } } };
    const began = performance.now();
    await using _running = await up({ web, services: { db, migrate } });
    expect(performance.now() - began).toBeLessThan(25_000);
    const [container] = (await engine.get(`/containers/json?${labelled(SERVICE, "db")}`)) as { Id: string }[];
    const { State } = (await engine.get(`/containers/${container!.Id}/json`)) as { State: object };
    expect(State).not.toHaveProperty("Health");
    const runs = ["exec", container!.Id, "redis-cli", "get", "runs"];
    expect(execFileSync("docker", runs, { encoding: "utf8" }).trim()).toBe("1"); // a later stage starts it no more
  });

  test("services run on their cores or on their own cpuset; a program inside the stack runs on the generator's", async () => {
    const cores = { generator: "0", services: "1" };
    const own = { image: "redis:7", cpuset: "0" };
    await using running = await up({ cores, services: { own } });
    const listed = (await engine.get(`/containers/json?${labelled(PROJECT)}`)) as { Id: string }[];
    const found = new Map<string, unknown>();
    for (const { Id } of listed) {
      const { Config, HostConfig } = (await engine.get(`/containers/${Id}/json`)) as {
        Config: { Labels: Record<string, string> };
        HostConfig: { CpusetCpus: string };
      };
      if (!Config.Labels[OWNER]?.includes(`/${process.pid}/`)) continue;
      found.set(Config.Labels["com.docker.compose.service"] ?? "", HostConfig.CpusetCpus);
    }
    expect(Object.fromEntries(found)).toEqual({ web: "1", own: "0" });
    const place = { cwd: directory, env: process.env };
    const argv = ["grep", "Cpus_allowed_list", "/proc/self/status"];
    const limits = { timeout: 20, signal: never };
    const placed = { inside: running.inside!("network"), scratch: join(directory, "running"), carried: null };
    const there = await runLoad({ ...place, placed }, argv, {}, limits);
    expect([there.code, there.stdout]).toEqual([0, expect.stringMatching(/:\s+0\n$/)]);
    const here = await runLoad({ ...place, cpus: "1" }, argv, {}, limits);
    expect([here.code, here.stdout]).toEqual([0, expect.stringMatching(/:\s+1\n$/)]);
  });

  test("its databases say what they executed, one with a password too", async () => {
    const password = "planted-secret";
    await using stack = await up({
      services: {
        cache: { image: "redis:7" },
        locked: {
          image: "redis:7",
          command: ["redis-server", "--requirepass", password],
          environment: { REDIS_PASSWORD: password },
        },
        closed: { image: "redis:7", command: ["redis-server", "--requirepass", password] },
      },
    });
    const refused = { lacking: expect.stringContaining("Authentication required") };
    const some = expect.any(Number);
    const first = await stack.executed!();
    expect(first).toEqual({
      cache: { statements: some, connections: some },
      locked: { statements: 0, connections: some },
      closed: refused,
    });
    const before = await stack.statementCounts!(never);
    expect(before).toEqual({
      cache: { counts: [] },
      locked: { counts: [] },
      closed: { lacking: expect.stringContaining("NOAUTH") },
    });
    for (const [service, auth] of [
      ["cache", ""],
      ["locked", `-a ${password} --no-auth-warning`],
    ]) {
      const [id] = execFileSync("docker", ["ps", "-q", "--filter", `label=${SERVICE}=${service}`], {
        encoding: "utf8",
      }).split("\n");
      const script = `for i in 1 2 3; do redis-cli ${auth} SET ${password} $i; done; redis-cli ${auth} GET ${password}`;
      execFileSync("docker", ["exec", id!, "sh", "-c", script]);
    }
    const seconds = expect.any(Number);
    const counts = expect.arrayContaining([
      { text: "SET", calls: 3, rows: 0, seconds },
      { text: "GET", calls: 1, rows: 0, seconds },
    ]);
    const after = await stack.statementCounts!(never);
    expect([after.cache, after.locked]).toEqual([{ counts }, { counts }]);
    // Four clients of this test, and two that asked for the counts of statements.
    const calls = (of: unknown) => ({ statements: 4, connections: (of as DatabaseCounts).connections! + 6 });
    const { cache, locked } = first;
    expect(await stack.executed!()).toEqual({ cache: calls(cache), locked: calls(locked), closed: refused });
    expect(JSON.stringify(after)).not.toContain(password);
  });

  test.each([true, false])(
    "a PostgreSQL that counts its statements keeps its modules, after a start without: %s",
    async (after) => {
      const db = {
        image: "postgres:16",
        command: ["postgres", "-c", "config_file=/shop.conf"],
        configs: [{ source: "shop", target: "/shop.conf" }],
        environment: { POSTGRES_PASSWORD: "x" },
        healthcheck: { test: ["CMD", "pg_isready", "-h", "127.0.0.1"], interval: "1s", retries: 50 },
        shm_size: "128m",
      };
      const shop = { content: "shared_preload_libraries = 'auto_explain, auth_delay'\n" };
      const web = { depends_on: { db: { condition: "service_healthy" } } };
      const composed = stacks({ web, services: { db }, top: { configs: { shop } } });
      if (after) await (await composed.up({}, never)).stack[Symbol.asyncDispose]();
      const attach = { folder: directory, env: () => ({}) };
      const { stack } = await composed.up({}, never, undefined, attach);
      await using _ = stack;
      expect(await stack.statementCounts!(never)).toEqual({ db: { counts: expect.any(Array) } });
      const filter = `label=${SERVICE}=db`;
      const [id] = execFileSync("docker", ["ps", "-q", "--filter", filter], { encoding: "utf8" }).split("\n");
      const psql = ["psql", "-U", "postgres", "-Atc", "show shared_preload_libraries"];
      expect(execFileSync("docker", ["exec", id!, ...psql], { encoding: "utf8" })).toBe(
        "auto_explain,auth_delay,pg_stat_statements\n",
      );
    },
  );

  test("a MariaDB counts its statements where a profiler is let in", async () => {
    const db = {
      image: "mariadb:10.11",
      environment: { MARIADB_ROOT_PASSWORD: "x" },
      healthcheck: { test: "mariadb -h 127.0.0.1 -px -e 'select 1'", interval: "1s", retries: 50 },
    };
    const web = { depends_on: { db: { condition: "service_healthy" } } };
    const attach = { folder: directory, env: () => ({}) };
    const { stack } = await stacks({ web, services: { db } }).up({}, never, undefined, attach);
    await using _ = stack;
    expect(await stack.statementCounts!(never)).toEqual({ db: { counts: expect.any(Array) } });
  });

  test("starts on its own port, is seeded, and is removed completely", async () => {
    const { stack, seed, composed } = await stacks({
      services: {
        db: { image: "docker.io/library/redis:7", volumes: ["data:/data"] }, // not pulled where `redis:7` is here
        seed: {
          image: "node:24-slim",
          profiles: ["seed"],
          command: [
            "node",
            "-e",
            "fetch(process.env.STEELYARD_TARGET_API+'/seed').then(async a=>console.log(await a.text(), process.env.ROWS))",
          ],
        },
      },
      top: { volumes: { data: { name: "fixed" } } },
      seed: { service: "seed", env: { ROWS: "3" } },
      compose: { env: { COLOUR: "red" } },
      web: {
        container_name: "fixed",
        ports: ["8080:8080"],
        environment: { COLOUR: "$COLOUR", TOKEN: "$GITHUB_TOKEN" },
      },
      env: { GITHUB_TOKEN: "ghs_not_for_containers", ACTIONS_RUNTIME_TOKEN: "nor this" },
    }).up({ ALGO: "fast" }, never);
    await using running = stack;
    expect(running.targets.api).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(running.targets.api).not.toMatch(/:8080$/);
    expect(await get(running, "/env")).toMatchObject({ COLOUR: "red", ALGO: "fast", TOKEN: "" });
    expect(JSON.stringify(await get(running, "/env"))).not.toMatch(/ghs_not_for|nor this/);
    expect(await get(running, "/seed")).toBe(2); // seeded before the first trial
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(composed?.services.web).toMatchObject({
      image: "node:24-slim",
      id: expect.stringMatching(/^sha256:/),
    });
    expect(composed?.services.web?.config).toMatch(/^[0-9a-f]{64}$/);
    expect(running.fault()).toBeNull();
    const [own] = await left();
    const here = await engine.get(`/containers/json?${labelled(PROJECT, own!.project)}`);
    expect((here as { Names: string[] }[]).map(({ Names }) => Names[0]).sort()).toEqual([
      `/${own!.project}-db-1`,
      `/${own!.project}-web-1`,
    ]);
    await running[Symbol.asyncDispose]();
    expect(await left()).toEqual([]);
    expect(readdirSync(join(directory, "running"))).toEqual([]);
    expect(readFileSync(join(directory, "logs", "web-1.log"), "utf8")).toContain("listening");
    await running[Symbol.asyncDispose](); // a second disposal is no error
  });

  test("a commit beside itself comes up twice at once", async () => {
    const both = stacks();
    const [one, other] = await Promise.all([both.up({}, never), both.up({}, never)]);
    await using _ = one.stack;
    await using __ = other.stack;
    expect(one.stack.targets.api).not.toBe(other.stack.targets.api);
    expect(new Set((await left()).map(({ project }) => project)).size).toBe(2);
  });

  test("all starts are made from the files as they were at the first one", async () => {
    const own = stacks({ web: { environment: { WHICH: "first" } } });
    const started = async () => {
      await using stack = (await own.up({}, never)).stack;
      return (await get(stack, "/env")).WHICH;
    };
    expect(await started()).toBe("first");
    stacks({ web: { environment: { WHICH: "later" } } }); // writes the file anew
    expect(await started()).toBe("first");
  });

  test("a migration under base's rules leaves head's service in head's stack", async () => {
    const base = join(directory, "base");
    mkdirSync(base);
    writeFileSync(join(base, "server.mjs"), COMPOSED_SERVER);
    stacks({ web: { environment: { WHICH: "base" } } });
    renameSync(join(directory, "compose.yaml"), join(base, "compose.yaml"));
    const seed = { service: "web", command: ["node", "-e", "fetch('http://web:8080/seed')"] };
    const seedFrom = { cwd: base, compose: ComposeStack.parse({ files: ["compose.yaml"] }) };
    await using head = await up({ web: { environment: { WHICH: "head" } }, seed, seedFrom });
    expect((await get(head, "/env")).WHICH).toBe("head");
  });

  test("two stacks at once do not interfere, and each has its own container by its name", async () => {
    const seed = { service: "web", command: ["node", "-e", "fetch('http://same:8080/seed')"] };
    await using one = await up({ web: { container_name: "same" }, seed });
    await using other = await up({ web: { container_name: "same" }, seed });
    expect([await get(one, "/seed"), await get(other, "/seed")]).toEqual([2, 2]);
    expect(one.targets.api).not.toBe(other.targets.api);
    expect((await get(one, "/usage")).cpu).toBeGreaterThan(0);
    expect((await get(other, "/usage")).cpu).toBeGreaterThan(0);
  });

  /** A service that is ready when the other one has told it twice that it ends, so that it has ended once. */
  const TOLD = `process.on("SIGTERM", process.exit); let told = 0;
    require("node:http").createServer(({ url }, answer) => {
      if (url === "/ends") told++;
      answer.statusCode = told > 1 ? 200 : 503;
      answer.end();
    }).listen(8080);`;
  const TELLING = `fetch("http://web:8080/ends").catch(() => {}).then(() => {
    console.error("no module");
    process.exit(1);
  });`;
  const FAILING = ["node", "-e", "console.error('no module'); process.exit(1)"];

  test("a service that restarts until another one listens comes up", async () => {
    const web = { command: ["node", "-e", BEHIND.replace("9000", "8080").replace("1500", "700")] };
    const script = `process.on("SIGTERM", process.exit);
      fetch("http://web:8080").then(() => require("node:http").createServer().listen(9000), () => process.exit(1));`;
    const side = { image: "node:24-slim", command: ["node", "-e", script], restart: "always" };
    await using stack = await up({ compose: { ready: {} }, web, services: { side } });
    await stack.counters();
    expect(stack.fault()).toBeNull();
    expect(await states()).toEqual(["running", "running"]);
  });

  /** A gateway, which answers at once, and the service behind it, which listens after a second and a half. */
  const GATEWAY = `const { createServer, get } = require("node:http");
    createServer((_, answer) => {
      const end = (status) => { answer.statusCode = status; answer.end("{}"); };
      get("http://behind:9000", ({ statusCode }) => end(statusCode)).on("error", () => end(502));
    }).listen(8080);`;
  const BEHIND = `setTimeout(() => require("node:http").createServer((_, answer) => answer.end()).listen(9000), 1500)`;
  const behind = (command: string, more = {}): Declared => ({
    compose: { ready: {} },
    web: { command: ["node", "-e", GATEWAY], depends_on: ["behind"] },
    services: { behind: { image: "node:24-slim", command: ["node", "-e", command], ...more } },
  });

  test("a gateway is loaded when the service behind it listens", async () => {
    await using stack = await up(behind(BEHIND));
    expect((await fetch(`${stack.targets.api}/`)).status).toBe(200);
    const { web, behind: other } = stack.startupTimes!;
    expect(other!.began + 1000 * other!.ready).toBeGreaterThan(web!.began + 1000 * web!.ready);
  });

  test("an image is built once for all starts, which is one line of the log, and removed at the end", async () => {
    mkdirSync(join(directory, "app"), { recursive: true });
    writeFileSync(
      join(directory, "app/Dockerfile"),
      "FROM node:24-slim\nARG FLAVOUR=plain\nRUN echo ::error::from-a-build\n",
    );
    const lines: string[] = [];
    const log = { ...silent, info: (line: string) => lines.push(line) };
    const args = { FLAVOUR: "$".concat("{FLAVOUR:-plain}") };
    const own = stacks({ web: { build: { context: "app", args }, image: "not-this-tag" }, log });
    const started = async (env: Record<string, string> = {}) => {
      const { stack, composed } = await own.up(env, never);
      await stack[Symbol.asyncDispose]();
      return composed!.services.web!;
    };
    const [first, second] = [await started(), await started()];
    expect(second).toEqual(first);
    expect(first.image).toMatch(/^steelyard-/);
    expect(lines).toEqual([expect.stringMatching(/^built web in \d+\.\d s$/)]);
    const other = await started({ FLAVOUR: "spicy" }); // another build
    expect(other.image).not.toBe(first.image);
    expect(lines).toHaveLength(2);
    expect((await left()).map(({ project }) => project)).toEqual([
      expect.stringMatching(/^steelyard-\w+-0$/),
    ]);
    await ends[Symbol.asyncDispose]();
    expect(await left()).toEqual([]);
  });

  test("a service that names the image of another one's build runs that build", async () => {
    mkdirSync(join(directory, "blog"), { recursive: true });
    writeFileSync(join(directory, "blog/Dockerfile"), "FROM node:24-slim\nRUN touch /built\n");
    const script =
      "require('fs').statSync('/built'); setInterval(() => {}, 1e6); process.on('SIGTERM', process.exit)";
    const worker = { image: "steelyard.invalid/blog", command: ["node", "-e", script] };
    const web = { image: "steelyard.invalid/blog:latest", build: "blog" };
    await using stack = await up({ web, services: { worker } });
    await stack.counters();
    expect(stack.fault()).toBeNull();
  });

  test("starts the profiles of COMPOSE_PROFILES in .env, with their images, unless the config names others", async () => {
    mkdirSync(join(directory, "extra"), { recursive: true });
    writeFileSync(join(directory, "extra/Dockerfile"), "FROM redis:7\n");
    writeFileSync(join(directory, ".env"), "FLAVOUR=ex\nCOMPOSE_PROFILES=$" + "{FLAVOUR}tra, none\n");
    const services = { extra: { build: "extra", profiles: ["extra"] } };
    const running = async (profiles: readonly string[]) => {
      await using _stack = await up({ services, compose: { profiles } });
      return (await states()).length;
    };
    try {
      expect([await running([]), await running(["other"])]).toEqual([2, 1]);
    } finally {
      rmSync(join(directory, ".env"));
    }
  });

  test("starts the chosen services and those that they depend on, and asks for no image of the others", async () => {
    const services = {
      db: { image: "redis:7", profiles: ["data"] },
      ui: { image: "steelyard.invalid/ui:1", depends_on: ["web"] },
    };
    const web = { depends_on: ["db"] };
    await using _stack = await up({ web, services, compose: { services: ["web"], profiles: ["other"] } });
    expect((await states()).length).toBe(2);
  });

  test("a database's data folder is a volume of each start, and the checkout stays as it is", async () => {
    const db = { image: "redis:7", volumes: ["./redisdata:/data"] };
    await using stack = await up({ services: { db }, compose: { reset: "volumes" } });
    await stack.between?.(never);
    await stack.between?.(never); // makes new volumes
    const volumes = (await engine.get(`/volumes?${labelled(PROJECT)}`)) as { Volumes: { Name: string }[] };
    expect(volumes.Volumes.map(({ Name }) => Name)).toContainEqual(
      expect.stringMatching(/_mounted-[0-9a-f]{8}$/),
    );
    expect(existsSync(join(directory, "redisdata"))).toBe(false);
  });

  test("an external volume with a database's data is a volume of each start, without a permission", async () => {
    const warned: string[] = [];
    const log = { ...silent, warn: (line: string) => warned.push(line) };
    const name = "steelyard-not-there";
    const services = { db: { image: "redis:7", volumes: ["kept:/data"] } };
    await using _stack = await up({ services, top: { volumes: { kept: { external: true, name } } }, log });
    const { Volumes } = (await engine.get(`/volumes?${labelled(PROJECT)}`)) as {
      Volumes: { Name: string }[];
    };
    expect(Volumes.map(({ Name }) => Name)).toContainEqual(expect.stringMatching(/^steelyard-\w+-1_kept$/));
    expect(await engine.find(`/volumes/${name}`)).toBeUndefined();
    expect(warned).toEqual([expect.stringContaining(`the external volume "${name}"`)]);
  });

  test("git is asked whether a database's data folder has files of the checkout", async () => {
    const db = { image: "redis:7", volumes: ["./rows:/data"] };
    mkdirSync(join(directory, "rows"));
    writeFileSync(join(directory, "rows/dump.rdb"), "");
    const keys = async (tracked: readonly string[]) =>
      Object.keys(await stacks({ services: { db }, tracked }).definition!(never));
    const mounted = "services.db.volumes[/data].content";
    try {
      expect(await keys(["rows/dump.rdb"])).toContain(mounted);
      expect(await keys([])).not.toContain(mounted);
    } finally {
      rmSync(join(directory, "rows"), { recursive: true });
    }
  });

  test("an image that a build begins with is pulled before it, and where it cannot be, the build says so", async () => {
    mkdirSync(join(directory, "based"), { recursive: true });
    writeFileSync(join(directory, "based/Dockerfile"), "FROM steelyard.invalid/none:1\n");
    const lines: string[] = [];
    const log = { ...silent, info: (line: string) => lines.push(line) };
    expect(await failure({ web: { build: { context: "based" } }, log })).toMatch(/images cannot be built/);
    expect(lines[0]).toBe("pulling steelyard.invalid/none:1, which a build begins with");
    expect(await left()).toEqual([]);
  });

  test("a build takes the images that are here, also where it asks for newer ones", async () => {
    const base = `steelyard.invalid/base-${process.pid}:1`; // no registry has it
    execFileSync("docker", ["tag", "node:24-slim", base]);
    mkdirSync(join(directory, "newer"), { recursive: true });
    writeFileSync(join(directory, "newer/Dockerfile"), `FROM ${base}\n`);
    try {
      await using stack = await up({ web: { image: undefined, build: { context: "newer", pull: true } } });
      expect((await get(stack, "/usage")).cpu).toBeDefined();
    } finally {
      execFileSync("docker", ["rmi", base]);
    }
  });

  test("a build that fails is shown whole, without workflow commands", async () => {
    mkdirSync(join(directory, "broken"), { recursive: true });
    const steps = "FROM node:24-slim\nRUN echo ::error::from-a-build; false\n";
    writeFileSync(join(directory, "broken/Dockerfile"), steps);
    const lines: string[] = [];
    const log = { ...silent, info: (line: string) => lines.push(line) };
    const said = await failure({ web: { build: { context: "broken", no_cache: true } }, log });
    expect(said).toMatch(/images cannot be built[\s\S]*by hand: docker compose -f compose\.yaml build web/);
    const all = [...lines, ...said.split("\n")]; // the error quotes the end
    expect(all.join("\n")).toContain("from-a-build");
    expect(all.filter((line) => /^\s*::/.test(line))).toEqual([]);
    expect(await left()).toEqual([]);
  });

  test("CPU is what the service itself measured, within 3 %", async () => {
    await using stack = await up();
    await get(stack, "/usage"); // compiled by now
    const [own, ours] = [await get(stack, "/usage"), await stack.counters()];
    for (let request = 0; request < 40; request++) await strike(stack, "/burn?seconds=0.05");
    const [end, after] = [await get(stack, "/usage"), await stack.counters()];
    const itself = Number(end.cpu) - Number(own.cpu);
    expect(itself).toBeGreaterThan(1.9); // 40 × 0.05 s
    expect((after.web!.cpu! - ours.web!.cpu!) / itself).toBeGreaterThan(0.97);
    expect((after.web!.cpu! - ours.web!.cpu!) / itself).toBeLessThan(1.03);
    expect(after.web!.memory).toBeGreaterThan(10e6);
    // Each request wakes it, and has a head and an answer.
    const { context_switches, bytes_received, bytes_sent, ...others } = workBetween(
      ours.web!.work,
      after.web!.work,
    );
    expect(context_switches).toBeGreaterThan(40);
    expect(bytes_received).toBeGreaterThan(40 * 60);
    expect(bytes_sent).toBeGreaterThan(40 * 60);
    expect(Object.keys(others).sort()).toEqual(["disk_read", "disk_written", "page_faults"]);
  });

  test.each([
    ["dies", {}, "/die", /^the service "web" died: exit code 9\n {2}its last lines:/],
    [
      "ends and is restarted silently",
      { restart: "always" },
      "/die",
      /^the service "web" died: exit code 9; its restart policy starts it again/,
    ],
    [
      "runs out of memory",
      { mem_limit: "80m", memswap_limit: "80m" },
      "/oom",
      /^the service "web" died: it ran out of memory \(its limit is 80 MiB\), exit code 137/,
    ],
    [
      "runs out of memory and is restarted",
      { mem_limit: "80m", memswap_limit: "80m", restart: "always" },
      "/oom",
      /out of memory \(its limit is 80 MiB\), exit code 137; its restart policy/,
    ],
  ])("notices a service that %s", async (_, web, path, want) => {
    await using stack = await up({ web });
    await stack.counters();
    expect(stack.fault()).toBeNull();
    await strike(stack, path);
    await faulty(stack, want);
  });

  test("notices when a second process of a service runs out of memory", async () => {
    const script = `process.on("SIGTERM", () => process.exit(0)); const { spawn } = require("child_process");
      require("http").createServer((q, s) => { s.end("ok"); if (q.url === "/oom") spawn(process.execPath, ["-e", "const a = []; for (;;) a.push(Buffer.alloc(8e6, 1))"]); }).listen(8080);`;
    await using stack = await up({
      web: { command: ["node", "-e", script], mem_limit: "120m", memswap_limit: "120m", init: true },
    });
    await strike(stack, "/oom");
    await faulty(stack, /lost a process: it ran out of memory \(its limit is 120 MiB\)/);
  });

  test.each<[string, Declared, RegExp]>([
    [
      "never gets ready",
      { web: { environment: { NEVER_READY: "1" } }, compose: { wait: "3s" } },
      /"web" was not ready in time: .*status 503[\s\S]*its last lines/,
    ],
    [
      "does not listen",
      {
        web: {
          command: ["node", "-e", "setInterval(() => {}, 1e6); process.on('SIGTERM', () => process.exit())"],
        },
        compose: { wait: "4s", ready: {} },
      },
      /"web" was not ready in time: port 8080 of web/,
    ],
    [
      "ends before it is ready",
      {
        web: {
          command: ["node", "-e", "console.log('no database'); setTimeout(() => process.exit(5), 700)"],
        },
      },
      /"web" ended before it was ready[\s\S]*no database[\s\S]*docker compose -f compose\.yaml up$/,
    ],
    [
      "needs an external volume that is not there",
      {
        web: { volumes: [".:/app:ro", "kept:/kept"] },
        top: { volumes: { kept: { external: true, name: "steelyard-not-there" } } },
        compose: { allow: ["external"], profiles: ["one"] },
      },
      /external volume "steelyard-not-there" not found[\s\S]*docker compose -f compose\.yaml --profile one up$/,
    ],
    [
      "has a dependency that fails",
      {
        web: { depends_on: { init: { condition: "service_completed_successfully" } } },
        services: {
          init: {
            image: "node:24-slim",
            command: ["node", "-e", "console.error('no schema'); process.exit(3)"],
          },
        },
      },
      /did not come up; "init" ended with exit code 3[\s\S]*no schema/,
    ],
    [
      "relies on a service that ends again and again",
      {
        ...behind(FAILING.at(-1)!, { restart: "always" }),
        compose: { wait: "5s", ready: {} },
      },
      /"behind" ends again and again[\s\S]*no module/,
    ],
    [
      "has another service that ends again and again",
      {
        web: { command: ["node", "-e", TOLD] },
        services: { side: { image: "node:24-slim", command: ["node", "-e", TELLING], restart: "always" } },
        compose: { wait: "5s" },
      },
      /"side" ends again and again[\s\S]*no module/,
    ],
    [
      "ends again and again, which ends the wait early",
      { web: { command: FAILING, restart: "always" }, compose: { wait: "120s", ready: {} } },
      /"web" ends again and again[\s\S]*no module/,
    ],
    ["cannot be pulled", { web: { image: "steelyard.invalid/none:1" } }, /images cannot be pulled/],
    [
      "has a seed that fails",
      { seed: { service: "web", command: ["node", "-e", "console.log('no rows'); process.exit(4)"] } },
      /seed failed: exit code 4[\s\S]*no rows/,
    ],
    [
      "has a seed that hangs",
      { seed: { service: "web", command: ["node", "-e", "setInterval(() => {}, 1e6)"], within: "2s" } },
      /seed failed: it took longer than 2 s/,
    ],
    [
      "reads variables outside of the checkout",
      { web: { env_file: "/nowhere/.env" } },
      /name a file in the checkout instead of \/nowhere\/\.env/,
    ],
    ["is no Compose file", { web: { imag: "x" } }, /cannot read the files of the stack[\s\S]*imag/],
    [
      "is not in the files",
      { compose: { ready: { webb: { port: 1 } } } },
      /no service "webb"[\s\S]*one of: web/,
    ],
  ])("reports and removes a stack that %s", async (_, declared, want) => {
    expect(await failure(declared)).toMatch(want);
    expect(await left()).toEqual([]);
    expect(readdirSync(join(directory, "running"))).toEqual([]);
  });

  test.each<[string, Declared]>([
    ["privileged", { web: { privileged: true } }],
    ["engine-socket", { web: { volumes: ["/var/run/docker.sock:/s"] } }],
    ["host-files", { web: { volumes: ["/etc:/host"] } }],
    ["host-files", { web: { env_file: ["/proc/self/environ"] } }],
    ["host-network", { web: { network_mode: "host" } }],
    ["host-processes", { services: { other: { image: "redis:7", pid: "host", profiles: ["never"] } } }],
  ])("%s is rejected before anything is started", async (needs, declared) => {
    expect(await failure(declared)).toMatch(
      new RegExp(`need permissions[\\s\\S]*\\(${needs}\\)[\\s\\S]*allow: \\[${needs}\\]`),
    );
    expect(await left()).toEqual([]);
  });

  test("accepts what the config allows", async () => {
    await using stack = await up({ web: { cap_add: ["NET_ADMIN"] }, compose: { allow: ["capabilities"] } });
    expect(stack.fault()).toBeNull();
  });

  test("reaches an engine at a tcp address, with the docker program too", async () => {
    const path = engine.address.replace("unix://", "");
    const proxy = createServer((socket) => {
      const other = connect(path);
      socket.pipe(other).pipe(socket);
      for (const end of [socket, other]) end.on("error", () => {});
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const { port } = proxy.address() as { port: number };
    const stack = await up({ env: { DOCKER_HOST: `tcp://127.0.0.1:${port}` } });
    expect((await stack.counters()).web?.cpu).toBeGreaterThan(0);
    await stack[Symbol.asyncDispose]();
    await ends[Symbol.asyncDispose]();
    proxy.close();
    expect(await left()).toEqual([]);
  });

  test("a runner in a container finds the counters in the mounted hierarchy", async () => {
    await using stack = await up();
    const [own] = await left();
    const [{ Id }] = (await engine.get(`/containers/json?${labelled(PROJECT, own!.project)}`)) as [
      { Id: string },
    ];
    const script = `
      import { Meter } from "/app/src/stack/compose/container.ts";
      const container = { id: "${Id}", pid: 1, service: "web" }; // its pid belongs to another process in here
      const meter = new Meter(container);
      console.log(JSON.stringify({ visible: meter.visible, same: meter.same(), read: meter.read() }));`;
    const runner = (...more: string[]) => {
      const checkout = resolve(import.meta.dirname, "../../..");
      const args = ["run", "--rm", "--network", "none", "-v", `${checkout}:/app:ro`, ...more, "node:24-slim"];
      const done = spawnSync("docker", [...args, "node", "--input-type=module", "-e", script], {
        encoding: "utf8",
      });
      return JSON.parse(done.stdout || JSON.stringify(done.stderr));
    };
    const some = expect.any(Number);
    const work = { page_faults: some, disk_read: some, disk_written: some }; // its threads are not visible there
    expect(runner("-v", "/sys/fs/cgroup:/sys/fs/cgroup:ro")).toEqual({
      visible: true,
      same: null,
      read: { cpu: expect.closeTo((await stack.counters()).web!.cpu!, 1), memory: expect.any(Number), work },
    });
    expect(runner()).toEqual({ visible: false, same: null, read: null }); // then the engine provides the counters
  });

  test("removes a service that ignores SIGTERM", async () => {
    const stack = await up({ web: { environment: { DEAF: "1" }, restart: "always" } });
    await stack[Symbol.asyncDispose]();
    expect(await left()).toEqual([]);
  });

  test.each<[string, (states: readonly string[]) => boolean]>([
    ["before there is a container", () => true],
    ["when there is one", (states) => states.length > 0],
    ["when it runs", (states) => states.includes("running")],
  ])("an abort %s leaves nothing", async (_, reached) => {
    const abort = new AbortController();
    const rising = stacks({ compose: { ready: { web: { http: "/burn?seconds=60" } } } }).up({}, abort.signal);
    const told = rising.then(
      async ({ stack }) => stack[Symbol.asyncDispose](),
      (error) => error,
    );
    await vi.waitFor(async () => expect(reached(await states())).toBe(true), {
      timeout: 20_000,
      interval: 10,
    });
    abort.abort(new Interrupted("SIGINT"));
    const error = await told;
    expect(error).toBeInstanceOf(Interrupted); // it never gets ready
    expect(await left()).toEqual([]);
  });

  test.each([
    ["none", true, 2],
    ["seed", true, 3], // seeded at the start and before the second trial, plus one query
    ["volumes", false, 2], // another process, seeded once
  ] as const)("between trials, with reset: %s", async (reset, warm, seeds) => {
    const seed = { service: "web", command: ["node", "-e", "fetch('http://web:8080/seed')"] };
    await using stack = await up({ compose: { reset }, seed });
    expect(await stack.between?.(never)).toEqual({ warm: true }); // nothing has happened yet
    expect(await stack.between?.(never)).toEqual({ warm });
    expect(await get(stack, "/seed")).toBe(seeds);
    expect(stack.fault()).toBeNull();
    expect((await stack.counters()).web?.cpu).toBeGreaterThan(0);
  });
});
