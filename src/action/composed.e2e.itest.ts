import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { PROJECT } from "../stack/compose/labels.ts";
import { abandoned, COMPOSED_SERVER, noEngine, useEngine } from "../testing/engine.ts";
import { Job, readLog, SECRETS } from "../testing/job.ts";
import { Project } from "../testing/project.ts";

useEngine();

// The measuring action with Docker Compose on a real engine: what containers see, and what is left after a kill.
const COMPOSE = `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro"]
    command: ["node", "/app/server.mjs"]
    environment: { TOKEN: "\${GITHUB_TOKEN:-none}", KEY: "\${AWS_SECRET_ACCESS_KEY:-none}" }
`;
const config = (more: string, measure: string) => `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 60s, ready: { shop: { http: /health } }${more} }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse: { k6: load.ts, warmup: 200ms, settle: 100ms, measure: { ${measure} } }
policy: { starts: 1, why: never }
`;
const files = (more: string, measure: string) => ({
  ".github/steelyard.yml": config(more, measure),
  "compose.yaml": COMPOSE,
  "server.mjs": `console.log(JSON.stringify(process.env)); console.log("##[error]planted");${COMPOSED_SERVER}`,
});

let project: Project;
let job: Job;
afterEach(() => {
  job?.[Symbol.dispose]();
  project?.[Symbol.dispose]();
});

/** A pull request whose base has nothing but the files named. */
function pullRequest(head: Record<string, string>, base: Record<string, string>): void {
  project = new Project(base);
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries(head)) project.write(name, text);
  project.commit("A change");
  job = new Job(project, "pull_request", {
    pull_request: {
      number: 12,
      base: { ref: "main" },
      head: { sha: project.git("rev-parse", "HEAD"), ref: "topic", repo: { full_name: "octo/shop" } },
    },
  });
}
/** The environment of every container that has our label. */
function containers(): string {
  const docker = (...args: string[]) => spawnSync("docker", args, { encoding: "utf8" }).stdout;
  const ids = docker("ps", "--quiet", "--filter", `label=${PROJECT}`).trim().split("\n");
  return docker("inspect", "--format", '{{join .Config.Env " "}}', ...ids);
}

const alone = { reference: "baseline" };

describe.skipIf(noEngine !== null)("on Compose", () => {
  test("containers see nothing of the runner's, and a killed job leaves nothing after the post step", async () => {
    pullRequest({}, files("", "duration: 3s, trials: 5"));
    const before = await abandoned();
    const started = job.measure(alone);
    await started.until("a trial", () => /\[1\/5\]/.test(started.out));
    const environment = containers();
    for (const unset of ["KEY=none", "TOKEN=none"]) expect(environment).toContain(unset);
    for (const secret of Object.values(SECRETS)) expect(environment).not.toContain(secret);
    started.kill("SIGKILL");
    await started.finished;
    expect((await abandoned()).length).toBe(before.length + 1);
    const done = await job.post().finished;
    expect([done.code, readLog(done.out).faults, await abandoned()]).toEqual([0, [], []]);
  });

  test("rights over the machine are the merge-base's to give", async () => {
    const wanting = { ...files(", allow: [host-network]", "duration: 400ms, trials: 1") };
    const network = { "compose.yaml": `${COMPOSE}    network_mode: host\n` };
    pullRequest({ ...wanting, ...network }, files("", "duration: 400ms, trials: 1"));
    const done = await job.measure(alone).finished;
    expect(done.code).toBe(2);
    expect(done.out).toMatch(
      /`host-network` is not given, because the base branch's config does not allow it/,
    );
    expect(await abandoned()).toEqual([]);
  });

  test("base's seed fills both sides, and what the change edits in its stack is named", async () => {
    const base = {
      ".github/steelyard.yml": config("", "mode: trial, duration: 150ms, pairs: [6, 24]")
        .replace("endpoints:", "seed: { service: seed }\n  endpoints:")
        .replace("load.ts,", "load.ts, gate: [http_req_duration.p50],")
        .replace("starts: 1, ", ""),
      "compose.yaml": SEEDED,
      "server.mjs": seededServer(20),
      "seed.mjs": 'await fetch("http://shop:8080/seed?rows=10");\n',
    };
    const fewer = base["seed.mjs"].replace("=10", "=0");
    const larger = SEEDED.replace(
      "image: node",
      "cpus: 1.5\n    environment: { FLAG: hidden }\n    image: node",
    );
    pullRequest({ "server.mjs": seededServer(400), "seed.mjs": fewer, "compose.yaml": larger }, base);
    const done = await job.measure().finished;
    expect([done.code, job.outputs().verdict, job.outputs().conclusion]).toEqual([0, "regressed", "failure"]);
    const { warnings } = Comparison.parse(project.json(".steelyard/comparison.json"));
    const named = warnings.find(({ code }) => code === "service-edited")?.message;
    expect(named).toContain("`services.shop.cpus (none → 1.5)`");
    expect(named).toContain("`services.shop.environment.FLAG`");
    expect(named).not.toContain("hidden");
    expect(await abandoned()).toEqual([]);
  }, 180_000);
});

const SEEDED = `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro"]
    command: ["node", "/app/server.mjs"]
  seed:
    image: node:24-slim
    profiles: [seed]
    volumes: [".:/app:ro"]
    command: ["node", "/app/seed.mjs"]
`;
/** Each request works as long as its rows take; how many there are is what the seed wrote. */
const seededServer = (microseconds: number) => `
import { createServer } from "node:http";
let rows = 0;
createServer((request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/seed") rows = Number(url.searchParams.get("rows"));
  const until = performance.now() + (url.pathname === "/items" ? rows * ${microseconds} / 1000 : 0);
  while (performance.now() < until);
  response.end("[]");
}).listen(8080, "0.0.0.0");
process.on("SIGTERM", () => process.exit(0));
`;
