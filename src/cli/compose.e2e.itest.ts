import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stream } from "../base/random.ts";
import { abandoned, COMPOSED_SERVER, engine, noEngine, useEngine } from "../testing/engine.ts";
import { Project, type Started } from "../testing/project.ts";

useEngine();

// The whole tool on a real engine: seed, k6, judge, and nothing left.

const COMPOSE = `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro", "data:/data"]
    command: ["node", "/app/server.mjs"]
    environment: { DIE_AFTER: "\${DIE_AFTER:-}" }
    restart: "\${RESTART:-no}"
  db: { image: redis:7 }
  seed:
    image: node:24-slim
    profiles: [seed]
    command: ["node", "-e", "fetch(process.env.STEELYARD_TARGET_API + '/seed').then((a) => console.log(a.status))"]
volumes: { data: }
`;
const CONFIG = `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 60s, ready: { shop: { http: /health } } }
  seed: { service: seed }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse: { k6: load.ts, warmup: 100ms, settle: 0s, measure: { duration: 300ms, trials: 3 } }
policy: { starts: 1 }
`;

let project: Project;
beforeEach(() => {
  project = new Project({
    ".github/steelyard.yml": CONFIG,
    "compose.yaml": COMPOSE,
    "server.mjs": COMPOSED_SERVER,
  });
});
afterEach(() => project[Symbol.dispose]());

describe.skipIf(noEngine !== null)("on Compose", () => {
  test("measure, baseline and check go all the way", async () => {
    await project.run(["down"]); // builds that other comparisons of this user kept
    const measured = await project.run(["measure"]);
    expect(measured).toMatchObject({ code: 0 });
    const run = project.json(".steelyard/run.json");
    expect(run).toMatchObject({
      stack: { kind: "compose", seed: expect.any(String), composed: { services: { shop: {}, db: {} } } },
      fingerprint: {
        containers: "compose",
        engine: run.stack.composed.engine,
        images: {
          db: `redis:7 ${run.stack.composed.services.db.id}`,
          shop: expect.stringMatching(/^node:24-slim sha256:/),
        },
      },
    });
    for (const trial of run.trials) {
      expect(trial).toMatchObject({
        outcome: "ok",
        services: { shop: { restarts: 0 }, db: { restarts: 0 } },
      });
      const metrics = trial.observed.metrics;
      expect(metrics.cpu_per_request.value).toBeGreaterThan(0);
      const parts = ["shop", "db"].map((one) => metrics[`cpu_per_request{service:${one}}`].value);
      expect(metrics.cpu_per_request.value).toBeCloseTo(parts[0] + parts[1], 9);
      expect(metrics["memory_peak{service:shop}"].value).toBeGreaterThan(1e6);
    }
    expect((await project.run(["baseline"])).code).toBe(0);
    expect((await project.run(["check"])).code).toBe(0);
    expect(project.read(".steelyard/comment.md")).toMatch(
      /- Containers: engine `[^`]+`; .*`db` from `redis:7 \([0-9a-f]{12}\)`/,
    );
    expect(await abandoned()).toEqual([]);
    expect((await project.run(["down"])).err).toBe("nothing was left running\n");
  });

  test.each([
    ["", "exit code 9"],
    ["always", "its restart policy starts it again"],
  ])(
    "a service that dies under load (restart: %s) fails its trials, with the reason",
    async (restart, why) => {
      project.write(
        ".github/steelyard.yml",
        CONFIG.replace("wait: 60s", `wait: 60s, env: { RESTART: "${restart || "no"}" }`),
      );
      const done = await project.run(["check", "--trials", "1", "--stack-env", "DIE_AFTER=30"]);
      expect(done.code).toBe(1); // head itself broke
      const { trials } = project.json(".steelyard/run.json");
      for (const { failure } of trials) expect(failure).toMatchObject({ code: "service-died" });
      expect(trials[0].failure.message).toMatch(/^the service "shop" died: exit code 9/);
      expect(trials[0].failure.message).toContain(why);
      expect(done.out + done.err).not.toMatch(/^\s*::/m); // what it printed is no command
    },
  );

  test("cores that cannot be set apart are shared, and that is told", async () => {
    // 66 cores would do
    project.write(".github/steelyard.yml", CONFIG.replace("wait: 60s", "wait: 60s, generator_cpus: 64"));
    const doctor = await project.run(["doctor"]);
    expect(doctor.out).toMatch(/warn {2}cores apart: 64 of \d+ cores .* are shared\n {7}fix: /);
    const measured = await project.run(["measure", "--trials", "1"]);
    expect([measured.code, measured.err]).toEqual([
      0,
      expect.stringMatching(/64 of \d+ cores .* are shared/),
    ]);
  });

  test("doctor looks at all that a compose stack needs, and says what to mend", async () => {
    const well = await project.run(["doctor"]);
    for (const name of [
      "engine: Docker",
      "compose: ",
      "control groups: ",
      "compose files: compose.yaml",
      "images: 2",
    ])
      expect(well.out).toMatch(new RegExp(`^ok    ${name}`, "m"));
    project.write("compose.yaml", COMPOSE.replace("redis:7", "steelyard.invalid/none:1"));
    const absent = await project.run(["doctor"]);
    expect(absent.out).toMatch(/warn {2}images: missing: steelyard\.invalid\/none:1\n {7}fix: .*docker pull/);
    project.write(
      "compose.yaml",
      COMPOSE.replace("{ image: redis:7 }", "{ image: redis:7, privileged: true }"),
    );
    const refused = await project.run(["doctor"]);
    expect([refused.code, refused.out]).toEqual([
      3,
      expect.stringMatching(/FAIL {2}compose files: .*need permissions/),
    ]);
    const far = await project.run(["doctor"], { DOCKER_HOST: "unix:///nowhere/docker.sock" });
    expect([far.code, far.out]).toEqual([
      3,
      expect.stringMatching(/FAIL {2}engine: .*does not answer.*nowhere/),
    ]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "an engine on this machine",
      { DOCKER_HOST: "tcp://192.0.2.1:2375" }, // a network for documentation, RFC 5737
      /on another machine[\s\S]*192\.0\.2\.1[\s\S]*fix: /,
    ],
    ["an engine", { DOCKER_HOST: "unix:///nowhere/docker.sock" }, /does not answer[\s\S]*fix: /],
    [
      "the program docker",
      { PATH: `${dirname(process.execPath)}:/nowhere` },
      /docker cannot be started[\s\S]*--stack process/,
    ],
  ])("without %s it says so, and is no verdict", async (_, env, want) => {
    const done = await project.run(["measure"], env);
    expect([done.code, done.err]).toEqual([3, expect.stringMatching(want)]);
    expect((await project.run(["down"], env)).code).toBe(0);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s brings it down", async (signal, code) => {
    const started = project.start(["measure", "--trials", "50"]);
    await started.until("a trial", () => /\[ ?1\/50\]/.test(started.err));
    started.kill(signal);
    expect((await started.finished).code).toBe(code);
    expect(await abandoned()).toEqual([]);
    expect(readdirSync(project.path(".steelyard/running"))).toEqual([]);
  });

  /** What shows how far a measurement has come: its lines, what it notes down, containers and their states. */
  const progress = async ({ err }: Started) => {
    const running = project.path(".steelyard/running");
    const noted = existsSync(running) ? readdirSync(running) : [];
    const containers = (await engine.get("/containers/json?all=1")) as { Id: string; State: string }[];
    return JSON.stringify([err, noted, containers.map(({ Id, State }) => [Id, State])]);
  };

  /** Kills a measurement after so many steps, and waits for its end. */
  const killAfter = async (steps: number) => {
    const started = project.start(["measure", "--trials", "50"]);
    let over = false;
    void started.finished.then(() => {
      over = true;
    });
    for (let step = 0, last = await progress(started); step < steps; ) {
      const now = await progress(started);
      if (over) throw new Error(`ended before step ${steps}:\n${started.err}`);
      if (now !== last) step++;
      last = now;
    }
    started.kill("SIGKILL");
    await started.finished;
  };

  test("kill -9 at eight random moments, then down: nothing of ours remains", async () => {
    const next = stream(20_261_121);
    for (let round = 0; round < 8; round++) {
      const moment = 1 + Math.floor((round + next()) * 2); // spread from its first step to its first trials
      await killAfter(moment);
      const down = await project.run(["down"]);
      const left = {
        code: down.code,
        abandoned: await abandoned(),
        processes: project.living(),
        files: [".steelyard/lock", ".steelyard/running"].filter(
          (name) =>
            project.has(name) && (name.endsWith("lock") || readdirSync(project.path(name)).length > 0),
        ),
      };
      expect({ moment, ...left }).toEqual({ moment, code: 0, abandoned: [], processes: [], files: [] });
    }
    expect((await project.run(["down"])).err).toBe("nothing was left running\n");
    for (const name of project.leftovers()) project.remove(name);
  }, 300_000);
});
