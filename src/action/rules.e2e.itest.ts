// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a script of k6 is written this way
import { afterEach, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { Job } from "../testing/job.ts";
import { Project } from "../testing/project.ts";

// A pull request that makes its endpoint ten times slower, and edits something else that could hide it: its config, the
// load, what the load imports or reads, the seed. Measured as a runner would: real git, processes and k6.
let project: Project;
let job: Job;
afterEach(() => {
  expect(project.living()).toEqual([]);
  job[Symbol.dispose]();
  project[Symbol.dispose]();
});

/** Each request works as long as its rows take; how many there are is what the seed wrote. */
const server = (microseconds: number) => `
import { createServer } from "node:http";
let rows = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/seed") rows = Number(url.searchParams.get("rows"));
  if (url.pathname === "/items") {
    const until = performance.now() + (Number(url.searchParams.get("n")) * rows * ${microseconds}) / 1000;
    while (performance.now() < until);
  }
  response.end("[]");
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
const FILES = {
  "server.mjs": server(200),
  "fast.mjs": server(0),
  "load.js": `
import http from "k6/http";
import { sleep } from "k6";
import { path } from "./path.js";
const data = JSON.parse(open("./items.json"));
export const options = { vus: 1, duration: "1s" };
export default function () {
  http.get(\`\${__ENV.STEELYARD_TARGET_API}\${path}?n=\${data.n}\`);
  sleep(0.005);
}
`,
  "path.js": 'export const path = "/items";\n',
  "items.json": '{ "n": 1 }\n',
  "seed.mjs": 'await fetch(process.env.STEELYARD_TARGET_API + "/seed?rows=10");\n',
  ".github/steelyard.yml": `
version: 1
stack:
  process:
    services:
      shop: { run: [node, server.mjs], ports: { 8080: PORT }, ready: { http: /ready, within: 10s } }
      idle: { run: [node, fast.mjs], ports: { 8080: PORT }, ready: { http: /ready, within: 10s } }
  seed: { run: [node, seed.mjs] }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse:
    k6: load.js
    warmup: 100ms
    settle: 0s
    gate: [http_req_duration.p50]
    measure: { mode: trial, duration: 200ms, trials: 3, pairs: [6, 24] }
policy: { why: never }
`,
};

/** What the steps make of a slowed pull request with these edits. */
async function measured(
  edits: Readonly<Record<string, string>>,
  rules: Readonly<Record<string, string>> = {},
) {
  project = new Project({ ...FILES, ...rules });
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries({ "server.mjs": server(2_000), ...edits }))
    project.write(name, text);
  project.commit("Slower");
  const sha = project.git("rev-parse", "HEAD");
  job = new Job(project, "pull_request", {
    repository: { default_branch: "main" },
    pull_request: {
      number: 12,
      base: { ref: "main" },
      head: { sha, ref: "topic", repo: { full_name: "octo/shop" } },
    },
  });
  const done = await job.measure().finished;
  expect(done.err).toBe("");
  expect(done.code).toBe(0);
  return {
    run: Run.parse(project.json(".steelyard/run.json")),
    comparison: Comparison.parse(project.json(".steelyard/comparison.json")),
    outputs: job.outputs(),
    log: done.out,
  };
}

function expectRegressed(outputs: Readonly<Record<string, string>>, { rows }: Comparison): void {
  const seen = rows.map(({ workload, metric, verdict, reason }) =>
    [workload, metric, verdict, reason].join(" "),
  );
  expect(outputs, seen.join("\n")).toMatchObject({ verdict: "regressed", conclusion: "failure" });
}

/** By how much the gate of `browse` was seen to be slower: rows of 200 µs became rows of 2 ms, ten a request. */
function slowdown({ rows }: Comparison): number {
  const gate = rows.find((row) => row.workload === "browse" && row.kind === "gate");
  return gate!.head!.center / gate!.base!.center;
}

test("a config that measures less, elsewhere, otherwise, and against nothing", async () => {
  const config = FILES[".github/steelyard.yml"]
    .replace("service: shop, port", "service: idle, port")
    .replace("seed: { run: [node, seed.mjs] }", "seed: { run: [node, -e, '1'] }")
    .replace("browse:", "browse:\n    variants: { small: { env: { SIZE: '1' } } }")
    .replace("pairs: [6, 24]", "pairs: [6, 8], cold: true")
    .replace("policy: { why: never }\n", "")
    .replace("gate: [http_req_duration.p50]", "gate: [data_sent.count]");
  const { run, comparison, outputs } = await measured({
    ".github/steelyard.yml": `${config}  quick: { k6: load.js, warmup: 200ms, measure: { duration: 100ms, trials: 3 } }
policy: { reference: baseline, runner_class: fresh, band: 90%, profile: quick, why: always }
profiles: { quick: { only: [quick] } }
`,
  });
  expectRegressed(outputs, comparison);
  expect(slowdown(comparison)).toBeGreaterThan(3);
  expect(run.duel?.pairings.map(({ workload, variant, pairs }) => [workload, variant, pairs])).toEqual([
    ["browse", null, [6, 24]],
  ]);
  expect([run.profile, run.runnerClass === "fresh", run.profiling]).toEqual([null, false, undefined]);
});

test.each<[what: string, edits: Record<string, string>]>([
  ["a load that asks for something else", { "load.js": FILES["load.js"].replace("${path}", "/health") }],
  ["a module that the load imports", { "path.js": 'export const path = "/health";\n' }],
  ["data that the load reads", { "items.json": '{ "n": 0 }\n' }],
])("%s: base's decides, head's is shown", async (_, edits) => {
  const { run, comparison, outputs } = await measured(edits);
  expectRegressed(outputs, comparison);
  expect(slowdown(comparison)).toBeGreaterThan(3);
  expect(run.rules?.edited).toEqual([{ workload: "browse", as: "browse.head" }]);
  const version = comparison.rows.filter(({ workload }) => workload === "browse.head");
  expect([version.length > 0, version.some(({ gates }) => gates)]).toEqual([true, false]);
  expect(comparison.warnings.map(({ code }) => code)).toContain("load-edited");
});

test("head's load is shown also where a profile of the rules names the workloads", async () => {
  const config = `${FILES[".github/steelyard.yml"].replace("why:", "profile: pr, why:")}profiles: { pr: { only: [browse] } }\n`;
  const { run, comparison } = await measured(
    { "items.json": '{ "n": 0 }\n' },
    { ".github/steelyard.yml": config },
  );
  expect(run.profile).toBe("pr");
  expect(comparison.rows.map(({ workload }) => workload)).toContain("browse.head");
});

test("a seed: base's fills both sides, from a tree that is built once", async () => {
  const build = "process:\n    build: [[node, -e, '1']]";
  const config = FILES[".github/steelyard.yml"].replace("process:", build);
  const edits = { "seed.mjs": FILES["seed.mjs"].replace("=10", "=0") };
  const { comparison, outputs, log } = await measured(edits, { ".github/steelyard.yml": config });
  expect(log.match(/built in .* s: node -e 1/g)).toHaveLength(2); // base and head
  expectRegressed(outputs, comparison);
  expect(slowdown(comparison)).toBeGreaterThan(3);
});

test("how the service is started is code of the service: measured as it is, and named", async () => {
  const config = FILES[".github/steelyard.yml"].replace("run: [node, server.mjs]", "run: [node, fast.mjs]");
  const { comparison } = await measured({ ".github/steelyard.yml": config });
  expect(slowdown(comparison)).toBeLessThan(1.5);
  const named = comparison.warnings.find(({ code }) => code === "service-edited");
  expect(named?.message).toContain("`stack.process.services.shop.run`");
});
